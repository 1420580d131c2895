//! URLs that a person is sent to.

use url::Url;

/// The most characters of a URL.
pub const URL_LIMIT: usize = 2_048;

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
    /// There is a character in it that a URL cannot hold as it is.
    #[error("holds characters that have to be percent-encoded")]
    Characters,
}

/// Absolute, https, a host, no user info, at most 2,048 characters. Nothing is fetched.
pub(crate) fn check(url: &str) -> Result<(), LinkError> {
    if url.chars().count() > URL_LIMIT {
        return Err(LinkError::TooLong);
    }
    // The URL standard's parser mends these silently; a client shows the text as it is.
    if url
        .chars()
        .any(|c| !matches!(c, '!'..='~') || matches!(c, '\\' | '"' | '<' | '>' | '`'))
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
    match parsed.host_str() {
        Some(host) if !host.is_empty() && !authority(url).is_empty() => Ok(()),
        _ => Err(LinkError::Host),
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
            (
                "https://example.com\\@evil.example/",
                Err(LinkError::Characters),
            ),
            ("https://exämple.com/", Err(LinkError::Characters)),
        ] {
            assert_eq!(check(url), outcome, "{url}");
        }
        let long = format!("https://example.com/{}", "a".repeat(2_048));
        assert_eq!(check(&long), Err(LinkError::TooLong));
    }
}
