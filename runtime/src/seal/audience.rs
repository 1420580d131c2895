//! What a deployment is called.

use std::fmt;
use std::sync::Arc;

/// The name of a deployment, 1 to 512 bytes. It is bound into every token, so that a token of one service is worth nothing
/// at another that shares its keys.
///
/// ```
/// use askback::seal::Audience;
///
/// let audience = Audience::new("https://admin.example.com/mcp")?;
/// assert_eq!(audience.as_str(), "https://admin.example.com/mcp");
/// assert!(Audience::new("").is_err());
/// # Ok::<(), askback::seal::AudienceError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Audience(Arc<str>);

impl Audience {
    /// The most bytes of a name.
    pub const MAX_BYTES: usize = 512;

    /// Takes a name, compared byte for byte.
    ///
    /// # Errors
    /// The name is empty or longer than 512 bytes.
    pub fn new(name: impl Into<String>) -> Result<Self, AudienceError> {
        let name = name.into();
        match name.len() {
            1..=Self::MAX_BYTES => Ok(Self(name.into())),
            bytes => Err(AudienceError { bytes }),
        }
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An audience is empty or too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AudienceError {
    /// How many bytes it has.
    pub bytes: usize,
}

impl fmt::Display for AudienceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the audience has {} bytes; name the deployment in 1 to {}",
            self.bytes,
            Audience::MAX_BYTES
        )
    }
}

impl std::error::Error for AudienceError {}
