//! URLs that a person is sent to.

use std::fmt;

use url::Url;

/// The most characters of a URL.
pub const URL_LIMIT: usize = 2_048;

/// Where a URL takes the handle of a ticket, made anew whenever the question goes out.
pub(crate) const TICKET: &str = "{ask.ticket}";
/// Characters of such a handle: 128 bits in base64url.
pub(crate) const TICKET_LENGTH: usize = 22;

/// Why a person must not be sent to a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Longer than 2,048 characters.
    #[error("is longer than 2048 characters")]
    TooLong,
    /// Not an absolute URL.
    #[error("is not an absolute URL")]
    NotAbsolute,
    /// The scheme is not `https`.
    #[error("is not an https URL")]
    Scheme,
    /// There is no host.
    #[error("has no host")]
    Host,
    /// There is a user name or a password in it.
    #[error("carries user info; an identity does not belong into a URL")]
    UserInfo,
    /// A segment of its path is `.` or `..`, which would lead elsewhere.
    #[error("has a path segment `.` or `..`, which leads elsewhere")]
    Dots,
    /// `{ask.ticket}` stands in its host, or twice.
    #[error("has `{{ask.ticket}}` elsewhere than once in path, query or fragment")]
    Ticket,
    /// There is a character in it that a URL cannot hold as it is.
    #[error("holds characters that have to be percent-encoded")]
    Characters,
}

/// Absolute, https, a host, no user info, at most 2,048 characters, with a ticket in it if it takes one. Nothing is fetched.
pub(crate) fn check(url: &str) -> Result<(), LinkError> {
    if !url.contains(TICKET) {
        return check_filled(url);
    }
    if authority(url).contains(TICKET) || url.matches(TICKET).nth(1).is_some() {
        return Err(LinkError::Ticket);
    }
    check_filled(&url.replace(TICKET, &"A".repeat(TICKET_LENGTH)))
}

fn check_filled(url: &str) -> Result<(), LinkError> {
    if url.chars().count() > URL_LIMIT {
        return Err(LinkError::TooLong);
    }
    // The URL standard's parser mends these silently; a client shows the text as it is.
    if url
        .chars()
        .any(|c| !matches!(c, '!'..='~') || matches!(c, '\\' | '"' | '<' | '>' | '`' | '{' | '}'))
    {
        return Err(LinkError::Characters);
    }
    let parsed = Url::parse(url).map_err(|_| LinkError::NotAbsolute)?;
    if parsed.scheme() != "https" {
        return Err(LinkError::Scheme);
    }
    if !parsed.username().is_empty() || parsed.password().is_some() || authority(url).contains('@')
    {
        return Err(LinkError::UserInfo);
    }
    if has_dots(url) {
        return Err(LinkError::Dots);
    }
    // The parser finds a host without slashes too, and then another than a reader does.
    let slashes = url
        .get(..8)
        .is_some_and(|start| start.eq_ignore_ascii_case("https://"));
    match parsed.host_str() {
        Some(host) if !host.is_empty() && slashes && !authority(url).is_empty() => Ok(()),
        _ => Err(LinkError::Host),
    }
}

/// Whether a segment of the path is `.` or `..`, percent-encoded or not: whoever opens the URL goes elsewhere than it says.
fn has_dots(url: &str) -> bool {
    let rest = url.split_once("//").map_or("", |(_, rest)| rest);
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let mut segments = path.split('/').skip(1);
    segments.any(|segment| {
        matches!(
            segment.to_ascii_lowercase().replace("%2e", ".").as_str(),
            "." | ".."
        )
    })
}

/// A value as one component of a URL: everything but letters, digits and `-._~` is percent-encoded (RFC 3986, section 2.3).
pub fn component<T: fmt::Display + ?Sized>(value: &T) -> Component<'_, T> {
    Component(value)
}

/// A value that encodes itself when it is shown.
#[doc(hidden)]
pub struct Component<'a, T: ?Sized>(&'a T);

impl<T: fmt::Display + ?Sized> fmt::Display for Component<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0.to_string().bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
                write!(f, "{}", char::from(byte))?;
            } else {
                write!(f, "%{byte:02X}")?;
            }
        }
        Ok(())
    }
}

/// The text between `//` and the path.
fn authority(url: &str) -> &str {
    let rest = url.split_once("//").map_or("", |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stays_within_its_component() {
        assert_eq!(
            component("a/b?c#d@e:f%2F \u{e9}").to_string(),
            "a%2Fb%3Fc%23d%40e%3Af%252F%20%C3%A9"
        );
        assert_eq!(component(&42).to_string(), "42");
        assert_eq!(component("A-z.0_~").to_string(), "A-z.0_~");
    }

    #[test]
    fn only_plain_https_urls_pass() {
        for (url, outcome) in [
            ("https://app.example.com/connect/1?x=%20#y", Ok(())),
            ("https://localhost:8443/", Ok(())),
            ("http://mcp.example.com/x", Err(LinkError::Scheme)),
            ("http://127.0.0.1/x", Err(LinkError::Scheme)),
            ("javascript:alert(1)", Err(LinkError::Scheme)),
            ("data:text/html,x", Err(LinkError::Scheme)),
            ("file:///etc/passwd", Err(LinkError::Scheme)),
            ("not a url", Err(LinkError::Characters)),
            ("/relative", Err(LinkError::NotAbsolute)),
            ("https://user@example.com/", Err(LinkError::UserInfo)),
            ("https://@example.com/", Err(LinkError::UserInfo)),
            ("https:///path", Err(LinkError::Host)),
            ("https:example.com", Err(LinkError::Host)),
            ("https:evil.example//app.example.com/", Err(LinkError::Host)),
            (
                "https:/evil.example//app.example.com/",
                Err(LinkError::Host),
            ),
            ("HTTPS://app.example.com/", Ok(())),
            ("https://app.example.com/{link}", Err(LinkError::Characters)),
            (
                "https://app.example.com/{ask.tickets}",
                Err(LinkError::Characters),
            ),
            ("https://app.example.com/{ask.ticket}/x", Ok(())),
            ("https://app.example.com/?t={ask.ticket}", Ok(())),
            ("https://app.example.com/#{ask.ticket}", Ok(())),
            ("https://app.example.com?{ask.ticket}", Ok(())),
            ("https://{ask.ticket}.example.com/", Err(LinkError::Ticket)),
            (
                "https://app.example.com:{ask.ticket}/",
                Err(LinkError::Ticket),
            ),
            (
                "https://{ask.ticket}@app.example.com/",
                Err(LinkError::Ticket),
            ),
            ("https:{ask.ticket}", Err(LinkError::Host)),
            ("{ask.ticket}://app.example.com/", Err(LinkError::Scheme)),
            (
                "https://app.example.com/{ask.ticket}?{ask.ticket}",
                Err(LinkError::Ticket),
            ),
            (
                "https://example.com\\@evil.example/",
                Err(LinkError::Characters),
            ),
            ("https://exämple.com/", Err(LinkError::Characters)),
            ("https://example.com/a/../b", Err(LinkError::Dots)),
            ("https://example.com/a/%2E.", Err(LinkError::Dots)),
            ("https://example.com/a/./b?c", Err(LinkError::Dots)),
            ("https://example.com/a..b/...?../#..", Ok(())),
        ] {
            assert_eq!(check(url), outcome, "{url}");
        }
        let long = format!("https://example.com/{}", "a".repeat(2_048));
        assert_eq!(check(&long), Err(LinkError::TooLong));
        // The ticket is longer than what stands for it.
        let room = URL_LIMIT - "https://a.example/".len() - TICKET_LENGTH;
        for (room, outcome) in [(room, Ok(())), (room + 1, Err(LinkError::TooLong))] {
            let url = format!("https://a.example/{}{{ask.ticket}}", "a".repeat(room));
            assert_eq!(check(&url), outcome, "{room}");
        }
    }
}
