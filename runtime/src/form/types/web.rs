//! URLs and e-mail addresses.

use serde_json::Value;

use crate::form::{
    DefaultValue, Fault, Field, FieldSchema, Format, Kind, Present, Shape, format, rules,
};

/// An absolute URI (RFC 3986) that is also a URL.
#[cfg(feature = "url")]
impl Field for url::Url {
    type Presence = Present;
    const SHAPE: Shape = Shape::Formatted;

    fn kind() -> Kind {
        Kind::formatted(Format::Uri)
    }

    fn decode(value: &Value, _: &FieldSchema) -> Result<Self, Fault> {
        // The parser for browsers repairs what it can: the strict one goes first.
        Some(rules::plain_text(value)?)
            .filter(|text| format::is_uri(text))
            .and_then(|text| Self::parse(text).ok())
            .ok_or_else(|| format::fault(Format::Uri))
    }
}

/// A mailbox (RFC 5321), without a display name.
#[cfg(feature = "email")]
impl Field for email_address::EmailAddress {
    type Presence = Present;
    const SHAPE: Shape = Shape::Formatted;

    fn kind() -> Kind {
        Kind::formatted(Format::Email)
    }

    fn decode(value: &Value, _: &FieldSchema) -> Result<Self, Fault> {
        format::email(rules::plain_text(value)?).ok_or_else(|| format::fault(Format::Email))
    }
}

/// The default of a URL field.
#[cfg(feature = "url")]
impl From<url::Url> for DefaultValue {
    fn from(url: url::Url) -> Self {
        Self::Text(String::from(url).into())
    }
}

/// The default of an e-mail field.
#[cfg(feature = "email")]
impl From<email_address::EmailAddress> for DefaultValue {
    fn from(address: email_address::EmailAddress) -> Self {
        Self::Text(String::from(address).into())
    }
}
