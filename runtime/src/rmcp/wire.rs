//! Questions as rmcp has them, for both eras.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rmcp::model::{
    BooleanSchema, ConstTitle, ElicitRequest, ElicitRequestParams, ElicitationSchema, EnumSchema,
    InputRequest, IntegerSchema, LegacyEnumSchema, MultiSelectEnumSchema, NumberSchema,
    PrimitiveSchemaDefinition, SingleSelectEnumSchema, StringFormat, StringSchema, TitledItems,
    TitledMultiSelectEnumSchema, TitledSingleSelectEnumSchema,
};
use serde_json::Value;

use crate::conversation::{Content, Delivered};
use crate::form::{ChoiceOption, DefaultValue, FieldSchema, Format, Kind, Options, Schema};

/// Why a question cannot go out over rmcp: always the author's mistake.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unsendable {
    /// A bound or default of an integer field is beyond 64 bits.
    #[error(
        "a bound or default of its field `{field}` does not fit into 64 bits, which is all that rmcp carries; give the field a narrower range"
    )]
    Beyond64Bits {
        /// The field's wire name.
        field: String,
    },
    /// A default is of another type than its field.
    #[error("the default of its field `{field}` is of another type than the field")]
    Default {
        /// The field's wire name.
        field: String,
    },
    /// A field is still open.
    #[error("its field `{field}` has no choices; give them with `choices`")]
    Open {
        /// The field's wire name.
        field: String,
    },
    /// A method that rmcp knows no input request for.
    #[error(
        "`{method}` is no input request that rmcp carries: `sampling/createMessage` and `roots/list` are"
    )]
    Method {
        /// The method.
        method: String,
    },
    /// More fields than a form may have, once each choice of a list is one.
    #[error(
        "it makes more than 256 fields for a client of 2025-06-18, which sees each choice of a list as one"
    )]
    TooManyFields,
    /// A URL, for a client that does not know URL mode.
    #[error("a client of 2025-06-18 cannot be sent to a URL")]
    Url,
    /// Parameters that are not the method's.
    #[error("its params are not those of `{method}`; see the protocol's schema")]
    Params {
        /// The method.
        method: &'static str,
    },
}

/// A question as an input request of the modern era, with its key.
///
/// rmcp cannot leave `elicitationId` out of a URL question, although the modern era has none: it goes out empty.
pub(super) fn input_request(question: &Delivered) -> Result<(String, InputRequest), Unsendable> {
    let request = match &question.content {
        Content::Form(schema) => {
            InputRequest::Elicitation(ElicitRequest::new(form_params(&question.message, schema)?))
        }
        Content::Url(url) => InputRequest::Elicitation(ElicitRequest::new(url_params(
            &question.message,
            url,
            String::new(),
        ))),
        Content::Input(request) => foreign_request(request)?,
    };
    Ok((question.key.clone(), request))
}

/// Sampling or roots, from method and parameters.
#[expect(
    deprecated,
    reason = "asked for by the author, and still in the protocol"
)]
pub(super) fn foreign_request(
    request: &crate::question::InputRequest,
) -> Result<InputRequest, Unsendable> {
    use rmcp::model::{CreateMessageRequest, CreateMessageRequestParams, ListRootsRequest};
    use serde::Deserialize;

    match request.method.as_str() {
        "sampling/createMessage" => {
            let method = "sampling/createMessage";
            let params = CreateMessageRequestParams::deserialize(&request.params)
                .map_err(|_| Unsendable::Params { method })?;
            params
                .validate()
                .map_err(|_| Unsendable::Params { method })?;
            Ok(InputRequest::CreateMessage(CreateMessageRequest::new(
                params,
            )))
        }
        "roots/list" => match &request.params {
            Value::Null => Ok(InputRequest::ListRoots(ListRootsRequest::default())),
            Value::Object(params) if params.is_empty() => {
                Ok(InputRequest::ListRoots(ListRootsRequest::default()))
            }
            _ => Err(Unsendable::Params {
                method: "roots/list",
            }),
        },
        method => Err(Unsendable::Method {
            method: method.to_owned(),
        }),
    }
}

/// The parameters of a URL question.
pub(super) fn url_params(message: &str, url: &str, elicitation_id: String) -> ElicitRequestParams {
    ElicitRequestParams::UrlElicitationParams {
        meta: None,
        message: message.to_owned(),
        url: url.to_owned(),
        elicitation_id,
    }
}

/// The parameters of a form, its fields in the order of the schema.
///
/// Built by hand rather than read from the schema's text: an untyped detour costs several times as much, and reads a
/// field that rmcp has no type for as another one.
pub(super) fn form_params(
    message: &str,
    schema: &Schema,
) -> Result<ElicitRequestParams, Unsendable> {
    let (mut properties, mut required) = (BTreeMap::new(), Vec::new());
    let mut order = Vec::with_capacity(schema.fields().len());
    for field in schema.fields() {
        properties.insert(field.name().to_owned(), property(field)?);
        order.push(field.name().to_owned());
        if field.required() {
            required.push(field.name().to_owned());
        }
    }
    let mut requested_schema = ElicitationSchema::new(properties);
    requested_schema.schema = schema.dollar_schema().map(|uri| Cow::Owned(uri.to_owned()));
    requested_schema.property_order = Some(order);
    requested_schema.required = (!required.is_empty()).then_some(required);
    Ok(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message.to_owned(),
        requested_schema,
    })
}

/// Sets what every kind of property has; a macro, since rmcp's types share no trait.
macro_rules! described {
    ($property:expr, $field:ident) => {{
        let mut property = $property;
        property.title = $field.title.clone();
        property.description = $field.description.clone();
        property
    }};
}

fn property(field: &FieldSchema) -> Result<PrimitiveSchemaDefinition, Unsendable> {
    Ok(match &field.kind {
        Kind::Text {
            min_length,
            max_length,
            format,
        } => {
            let mut text = described!(StringSchema::new(), field);
            text.min_length = min_length.filter(|&min| min > 0);
            text.max_length = *max_length;
            text.format = format.map(format_of);
            text.default = text_default(field)?;
            PrimitiveSchemaDefinition::String(text)
        }
        Kind::Integer { minimum, maximum } => {
            let mut integer = described!(IntegerSchema::new(), field);
            integer.minimum = narrow(field, *minimum)?;
            integer.maximum = narrow(field, *maximum)?;
            integer.default = match &field.default {
                None => None,
                Some(DefaultValue::Integer(default)) => narrow(field, Some(*default))?,
                Some(_) => return Err(mistyped(field)),
            };
            PrimitiveSchemaDefinition::Integer(integer)
        }
        Kind::Number { minimum, maximum } => {
            let mut number = described!(NumberSchema::new(), field);
            number.minimum = *minimum;
            number.maximum = *maximum;
            number.default = match &field.default {
                None => None,
                Some(DefaultValue::Number(default)) => Some(*default),
                Some(DefaultValue::Integer(default)) => Some(*default as f64),
                Some(_) => return Err(mistyped(field)),
            };
            PrimitiveSchemaDefinition::Number(number)
        }
        Kind::Boolean => {
            let mut boolean = described!(BooleanSchema::new(), field);
            boolean.default = match &field.default {
                None => None,
                Some(DefaultValue::Boolean(default)) => Some(*default),
                Some(_) => return Err(mistyped(field)),
            };
            PrimitiveSchemaDefinition::Boolean(boolean)
        }
        Kind::Single { options } => {
            PrimitiveSchemaDefinition::Enum(single(field, closed(field, options)?)?)
        }
        Kind::Multi {
            options,
            min_items,
            max_items,
        } => {
            let bounds = (min_items.filter(|&min| min > 0), *max_items);
            PrimitiveSchemaDefinition::Enum(multi(field, closed(field, options)?, bounds)?)
        }
    })
}

fn single(field: &FieldSchema, options: &Options) -> Result<EnumSchema, Unsendable> {
    let default = text_default(field)?;
    if !options.is_titled() {
        let mut schema = EnumSchema::builder(values(options)).build();
        if let EnumSchema::Single(SingleSelectEnumSchema::Untitled(untitled)) = &mut schema {
            untitled.title = field.title.clone();
            untitled.description = field.description.clone();
            untitled.default = default;
        }
        return Ok(schema);
    }
    if options.is_legacy() {
        let mut legacy = described!(LegacyEnumSchema::new(values(options)), field);
        legacy.enum_names = Some(
            options
                .iter()
                .map(|option| option.label().to_owned())
                .collect(),
        );
        legacy.default = default;
        return Ok(EnumSchema::Legacy(legacy));
    }
    let mut titled = described!(TitledSingleSelectEnumSchema::new(titled(options)), field);
    titled.default = default;
    Ok(EnumSchema::Single(SingleSelectEnumSchema::Titled(titled)))
}

fn multi(
    field: &FieldSchema,
    options: &Options,
    (min_items, max_items): (Option<u32>, Option<u32>),
) -> Result<EnumSchema, Unsendable> {
    let default = match &field.default {
        None => None,
        Some(DefaultValue::Items(items)) => {
            Some(items.iter().map(|item| item.clone().into_owned()).collect())
        }
        Some(_) => return Err(mistyped(field)),
    };
    if options.is_titled() {
        let items = TitledItems::new(titled(options));
        let mut titled = described!(TitledMultiSelectEnumSchema::new(items), field);
        titled.min_items = min_items.map(u64::from);
        titled.max_items = max_items.map(u64::from);
        titled.default = default;
        return Ok(EnumSchema::Multi(MultiSelectEnumSchema::Titled(titled)));
    }
    // Only the builder makes one of these.
    let mut schema = EnumSchema::builder(values(options)).multiselect().build();
    if let EnumSchema::Multi(MultiSelectEnumSchema::Untitled(untitled)) = &mut schema {
        untitled.title = field.title.clone();
        untitled.description = field.description.clone();
        untitled.min_items = min_items.map(u64::from);
        untitled.max_items = max_items.map(u64::from);
        untitled.default = default;
    }
    Ok(schema)
}

fn closed<'a>(field: &FieldSchema, options: &'a Options) -> Result<&'a Options, Unsendable> {
    if options.is_empty() {
        return Err(Unsendable::Open {
            field: field.name().to_owned(),
        });
    }
    Ok(options)
}

fn values(options: &Options) -> Vec<String> {
    options
        .iter()
        .map(|option| option.value().to_owned())
        .collect()
}

fn titled(options: &Options) -> Vec<ConstTitle> {
    let entry = |option: &ChoiceOption| ConstTitle::new(option.value(), option.label());
    options.iter().map(entry).collect()
}

fn text_default(field: &FieldSchema) -> Result<Option<String>, Unsendable> {
    match &field.default {
        None => Ok(None),
        Some(DefaultValue::Text(default)) => Ok(Some(default.clone().into_owned())),
        Some(_) => Err(mistyped(field)),
    }
}

fn mistyped(field: &FieldSchema) -> Unsendable {
    Unsendable::Default {
        field: field.name().to_owned(),
    }
}

fn narrow(field: &FieldSchema, value: Option<i128>) -> Result<Option<i64>, Unsendable> {
    let beyond = |_| Unsendable::Beyond64Bits {
        field: field.name().to_owned(),
    };
    value.map(i64::try_from).transpose().map_err(beyond)
}

const fn format_of(format: Format) -> StringFormat {
    match format {
        Format::Email => StringFormat::Email,
        Format::Uri => StringFormat::Uri,
        Format::Date => StringFormat::Date,
        Format::DateTime => StringFormat::DateTime,
    }
}

#[cfg(test)]
mod tests;
