//! Who calls.

use std::fmt;
use std::sync::Arc;

use crate::canonical::Framed;

/// Whom the transport authenticated: an issuer, a subject and a client; behind a gateway, the person and not the gateway.
///
/// Two principals are equal when they are of one kind and all their parts are equal, byte for byte.
///
/// ```
/// use askback::seal::Principal;
///
/// let ada = Principal::new("https://id.example.com", "ada", "desktop")?;
/// assert_eq!(ada.subject(), Some("ada"));
/// assert_ne!(ada, Principal::new("https://id.example.com", "ada", "phone")?);
/// assert_ne!(Principal::local(), Principal::anonymous());
/// # Ok::<(), askback::seal::PrincipalError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Principal {
    kind: Kind,
    /// Kind and parts, each preceded by its length.
    bytes: Arc<[u8]>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Kind {
    Local,
    Anonymous,
    Known {
        issuer: Arc<str>,
        subject: Arc<str>,
        client: Arc<str>,
    },
}

impl Principal {
    /// The most bytes of issuer, subject and client together.
    pub const MAX_BYTES: usize = 512;

    /// A principal that the transport authenticated. `issuer` says who vouches for it (an OAuth issuer, for instance),
    /// `subject` who it is there, `client` through which client it calls. Issuer and client may be empty where there is
    /// only one.
    ///
    /// # Errors
    /// The subject is empty, or the three together are longer than 512 bytes.
    pub fn new(
        issuer: impl AsRef<str>,
        subject: impl AsRef<str>,
        client: impl AsRef<str>,
    ) -> Result<Self, PrincipalError> {
        let (issuer, subject, client) = (issuer.as_ref(), subject.as_ref(), client.as_ref());
        // Everybody whose subject got lost would be one and the same.
        if subject.is_empty() {
            return Err(PrincipalError::NoSubject);
        }
        let bytes = [issuer, subject, client]
            .iter()
            .map(|part| part.len())
            .fold(0, usize::saturating_add);
        if bytes > Self::MAX_BYTES {
            return Err(PrincipalError::TooLong { bytes });
        }
        Ok(Self::of(Kind::Known {
            issuer: issuer.into(),
            subject: subject.into(),
            client: client.into(),
        }))
    }

    /// The one principal of a server that talks to the process which started it, or to one in its own memory.
    #[must_use]
    pub fn local() -> Self {
        Self::of(Kind::Local)
    }

    /// Nobody in particular: all callers that are not authenticated are this one principal, and can use each other's tokens.
    #[must_use]
    pub fn anonymous() -> Self {
        Self::of(Kind::Anonymous)
    }

    fn of(kind: Kind) -> Self {
        let mut framed = Framed::bytes("askback principal");
        match &kind {
            Kind::Local => framed.text("local"),
            Kind::Anonymous => framed.text("anonymous"),
            Kind::Known {
                issuer,
                subject,
                client,
            } => framed.text("known").text(issuer).text(subject).text(client),
        };
        Self {
            bytes: framed.into_bytes().into(),
            kind,
        }
    }

    /// An encoding that no other principal has. It contains what the principal was made from: hash it before keeping it.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether it is [`Principal::local`].
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.kind == Kind::Local
    }

    /// Whether it is [`Principal::anonymous`].
    #[must_use]
    pub fn is_anonymous(&self) -> bool {
        self.kind == Kind::Anonymous
    }

    /// Who vouches for it; `None` for local and anonymous.
    #[must_use]
    pub fn issuer(&self) -> Option<&str> {
        match &self.kind {
            Kind::Known { issuer, .. } => Some(issuer),
            _ => None,
        }
    }

    /// Who it is there; `None` for local and anonymous.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        match &self.kind {
            Kind::Known { subject, .. } => Some(subject),
            _ => None,
        }
    }

    /// Through which client it calls; `None` for local and anonymous.
    #[must_use]
    pub fn client(&self) -> Option<&str> {
        match &self.kind {
            Kind::Known { client, .. } => Some(client),
            _ => None,
        }
    }
}

/// Shows the issuer, and for the rest a short hash that tells two principals apart.
impl fmt::Debug for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Local => f.write_str("Principal::local"),
            Kind::Anonymous => f.write_str("Principal::anonymous"),
            Kind::Known { issuer, .. } => {
                let mut framed = Framed::hash("askback principal in a log");
                framed.field(&self.bytes);
                let [a, b, c, d, ..] = framed.finish();
                write!(f, "Principal({issuer:?}, #{a:02x}{b:02x}{c:02x}{d:02x})")
            }
        }
    }
}

/// Parts that make no principal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PrincipalError {
    /// The subject is empty.
    NoSubject,
    /// Issuer, subject and client are too long together.
    TooLong {
        /// How many bytes they have.
        bytes: usize,
    },
}

impl fmt::Display for PrincipalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSubject => f.write_str(
                "the principal's subject is empty; refuse the call, or use `Principal::anonymous()` if that is what you mean",
            ),
            Self::TooLong { bytes } => write!(
                f,
                "issuer, subject and client have {bytes} bytes together; give at most {}",
                Principal::MAX_BYTES
            ),
        }
    }
}

impl std::error::Error for PrincipalError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_principals_share_an_encoding() {
        let known = |issuer: &str, subject: &str, client: &str| {
            Principal::new(issuer, subject, client).unwrap()
        };
        let all = [
            Principal::local(),
            Principal::anonymous(),
            known("", "local", ""),
            known("", "anonymous", ""),
            known("a", "bc", ""),
            known("ab", "c", ""),
            known("a", "b", "c"),
            known("", "abc", ""),
            known("", "a", "bc"),
            known("a", "B", "c"),
        ];
        for (index, one) in all.iter().enumerate() {
            assert_eq!(one, &one.clone());
            for other in &all[index + 1..] {
                assert_ne!(one, other);
                assert_ne!(one.bytes(), other.bytes());
            }
        }
    }

    #[test]
    fn bounds() {
        let long = |bytes: usize| {
            Principal::new("i".repeat(100), "s".repeat(bytes - 200), "c".repeat(100))
        };
        assert!(long(512).is_ok());
        assert_eq!(long(513), Err(PrincipalError::TooLong { bytes: 513 }));
        assert_eq!(
            Principal::new("issuer", "", "client"),
            Err(PrincipalError::NoSubject)
        );
        assert!(Principal::new("", "s", "").is_ok());
    }

    #[test]
    fn debug_shows_no_person() {
        let shown = format!(
            "{:?}",
            Principal::new("https://id.example.com", "ada@example.com", "desktop").unwrap()
        );
        assert!(
            shown.starts_with("Principal(\"https://id.example.com\", #"),
            "{shown}"
        );
        assert!(
            !shown.contains("ada") && !shown.contains("desktop"),
            "{shown}"
        );
        assert_eq!(format!("{:?}", Principal::local()), "Principal::local");
    }

    #[test]
    fn parts_come_back() {
        let ada = Principal::new("i", "s", "c").unwrap();
        assert_eq!(
            (ada.issuer(), ada.subject(), ada.client()),
            (Some("i"), Some("s"), Some("c"))
        );
        assert!(!ada.is_local() && !ada.is_anonymous());
        assert!(Principal::local().is_local() && Principal::anonymous().is_anonymous());
        assert_eq!(Principal::anonymous().subject(), None);
    }
}
