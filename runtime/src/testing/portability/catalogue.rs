//! What is known: the clients, and what each does badly.

use std::fmt;

/// A client whose behaviour is known, in the version that [`Client::version`] gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Client {
    /// `@modelcontextprotocol/client`, from npm.
    TypeScript,
    /// `mcp`, from PyPI.
    Python,
    /// `fastmcp`, from PyPI, with handlers that answer by the type that it makes from the form.
    FastMcp,
    /// `rmcp`, from crates.io.
    Rmcp,
    /// `@modelcontextprotocol/inspector`, from npm: its command `mcpdo`.
    Inspector,
}

impl Client {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::TypeScript,
        Self::Python,
        Self::FastMcp,
        Self::Rmcp,
        Self::Inspector,
    ];

    /// The version that was looked at.
    #[must_use]
    pub const fn version(self) -> &'static str {
        match self {
            Self::TypeScript => "2.4.0",
            Self::Python => "2.3.0",
            Self::FastMcp => "4.2.3",
            Self::Rmcp => "3.11.0",
            Self::Inspector => "2.12.0",
        }
    }
}

/// Its name in prose.
impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TypeScript => "TypeScript",
            Self::Python => "Python",
            Self::FastMcp => "FastMCP",
            Self::Rmcp => "rmcp",
            Self::Inspector => "Inspector",
        })
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// It looks bad, or takes another round: what arrives is checked, and asked again.
    Note,
    /// The call fails in the client, or the answer is lost or changed on its way.
    Harm,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Harm => "harm",
        })
    }
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Lint {
    /// A wire name that is no name in Python: a keyword (`class`), no identifier of ASCII (`due-date`, `2nd`, `größe`), or
    /// with underscores in a row. FastMCP's typed handlers send it under another name.
    Renamed,
    /// A wire name that JavaScript takes for something else: `__proto__`.
    Dropped,
    /// A field that need not be answered and has no default. FastMCP's typed handlers send null for it, which FastMCP
    /// refuses. (Null from Python and rmcp is read as absent; TypeScript and the Inspector refuse it, and do not send it by
    /// themselves.)
    Unset,
    /// A whole number of which JavaScript knows only the neighbour: no bounds, or beyond ±(2^53 − 1).
    Rounded,
    /// A choice whose value reads as JSON (`1`, `true`): the Inspector sends a number or a boolean.
    Literal,
    /// A default. Some clients fill it in, others leave the field out.
    Default,
    /// A number that has to be answered and has no default.
    Number,
    /// A list of choices.
    List,
    /// A string format. FastMCP's typed handlers have their own idea of three of them, and the others check none.
    Format,
    /// Titles of a single choice. FastMCP's typed handlers get a plain string.
    Titles,
    /// Titles that go out as `enumNames`.
    Legacy,
    /// A form of which nothing has to be answered.
    Blank,
    /// A form without fields.
    Empty,
}

impl Lint {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Renamed,
        Self::Dropped,
        Self::Unset,
        Self::Rounded,
        Self::Literal,
        Self::Default,
        Self::Number,
        Self::List,
        Self::Format,
        Self::Titles,
        Self::Legacy,
        Self::Blank,
        Self::Empty,
    ];

    /// How bad it is.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::Renamed | Self::Dropped | Self::Unset | Self::Rounded => Severity::Harm,
            _ => Severity::Note,
        }
    }

    /// The clients in which it was seen.
    #[must_use]
    pub const fn clients(self) -> &'static [Client] {
        match self {
            Self::Renamed | Self::Unset | Self::Titles => &[Client::FastMcp],
            Self::Dropped | Self::Rounded => &[Client::TypeScript, Client::Inspector],
            Self::Literal | Self::List => &[Client::Inspector],
            Self::Legacy | Self::Blank | Self::Empty => &[Client::FastMcp, Client::Inspector],
            Self::Default | Self::Number | Self::Format => &Client::ALL,
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::Renamed | Self::Dropped => {
                "name it otherwise on the wire, in ASCII letters, digits and single underscores, and no keyword of Python \
                 (the title is what the person reads)"
            }
            Self::Unset => {
                "let it be required, ask for it in a question of its own that may be declined, or give it a default that fits its format"
            }
            Self::Rounded => "bound it within ±9007199254740991, or ask for digits in a string",
            Self::Literal => "give the choice a word as its value",
            Self::Default => "leave it out where an answer that nobody gave must not count",
            Self::Number => {
                "say in the message or the description what is wanted, or give it a default"
            }
            Self::List => "ask for one choice, or yes or no for each",
            Self::Format => {
                "say in the description how it is written, and do not count on the spelling"
            }
            Self::Titles => {
                "name the choices in the message or the description, or use values that need no title"
            }
            Self::Legacy => "leave `legacy` out: clients of 2025-06-18 get `enumNames` anyway",
            Self::Blank => {
                "let a field be required, or ask for a confirmation where an accept alone must not count"
            }
            Self::Empty => "ask for a confirmation instead, or for a field",
        }
    }

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Renamed => "Renamed",
            Self::Dropped => "Dropped",
            Self::Unset => "Unset",
            Self::Rounded => "Rounded",
            Self::Literal => "Literal",
            Self::Default => "Default",
            Self::Number => "Number",
            Self::List => "List",
            Self::Format => "Format",
            Self::Titles => "Titles",
            Self::Legacy => "Legacy",
            Self::Blank => "Blank",
            Self::Empty => "Empty",
        }
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
