//! What `#[operation]` says, beside what `#[ask]` and `#[step]` say everywhere.

// The function.

pub(crate) const NOT_A_FUNCTION: &str =
    "an operation is a free function; put `#[operation]` on an `async fn`";
pub(crate) const NOT_ASYNC: &str = "an operation waits for answers; make it an `async fn`";
pub(crate) const UNSAFE: &str = "a registry calls an operation like any other; drop `unsafe`";
pub(crate) const ABI: &str = "a registry calls an operation, and nobody else; drop `extern`";
pub(crate) const METHOD: &str = "an operation is a free function; move it out of the `impl`, and take what it needs as a state: `server: &Server`, which `Registry::new(server, askback)` is given";
pub(crate) const UNDER_ROUTER: &str = "`#[operation]` stands under `#[tool]` or `#[prompt]`, which has changed the function already; drop that one, since a registry serves itself over rmcp";
pub(crate) const WITH_ROUTER: &str = "an operation is called by a registry, which serves itself over rmcp; drop this, or make it a method of your own server with `#[interactive]` in place of `#[operation]`";
pub(crate) const WITH_INTERACTIVE: &str = "`#[interactive]` is for a method of an rmcp server, and `#[operation]` for a function that a registry calls; keep one of the two";
pub(crate) const TWICE: &str = "`#[operation]` stands here twice; keep one, with the keys of both";
pub(crate) const GENERICS: &str = "a registry calls one operation by one name, so that it has no type parameters; write the types out, or `&dyn Trait` for the state";
pub(crate) const IMPL_TRAIT: &str = "`impl Trait` is a type parameter, which an operation cannot have; write the type out, or `&dyn Trait` for the state";

// Parameters without attributes.

pub(crate) const TWO_STATES: &str = "an operation has one state, which the registry is given; put both into one type, and all arguments into one struct, by value: `Args { name }: Args`";
pub(crate) const TWO_ARGUMENTS: &str = "an operation has one parameter for its arguments; put all of them into one struct with `serde::Deserialize` and `schemars::JsonSchema`. A state is borrowed, `db: &Db`; who calls is `user: Principal`, spelled like this";
pub(crate) const STATE_ATTRIBUTE: &str = "`#[state]` is for a method that returns rmcp's own `InputRequiredResult`; the registry's state is a `&S` without an attribute, and what is kept between rounds is a `#[step(…)]`";
pub(crate) const EXTRACTOR: &str = "`Parameters` is for tools of an rmcp server; take what is in it: `args: Args`, or `Args { name }: Args`";
pub(crate) const BORROWED_STATE: &str =
    "a registry owns its state, which no lifetime of a call fits; drop it, or write `'static`";
pub(crate) const BORROWED_ARGUMENTS: &str = "arguments are read for the call and own what they hold; drop the lifetime, and use `String` for `&str`";
pub(crate) const BORROWED_OUTPUT: &str = "what an operation gives outlives it; drop the lifetime, and give what owns what it holds, like `String` for `&str`";

pub(crate) fn state_to_change(shared: &str) -> String {
    format!(
        "a registry's state is shared by calls that run at the same time; take it as `{shared}`. What asks is `ask: &mut Ask`, spelled like this"
    )
}

// Keys.

pub(crate) const NAME: &str = "an operation's name is 1 to 128 letters, digits, `_`, `.` or `-`; write it like `name = \"backups.purge\"`";
pub(crate) const OWN_NAME: &str = "an operation's name is 1 to 128 of the letters A to Z and a to z, digits, `_`, `.` and `-`; give it one with `name = \"…\"`";
pub(crate) const PLAIN: &str = "`plain` opens on accept alone, which what is destructive must not; drop it, or write `#[operation(non_destructive)]`";

const USE_NON_DESTRUCTIVE: &str =
    "is called `non_destructive` here; write it, without a value, if what it does destroys nothing";
const BY_DOC: &str = "is the doc comment above the function; write it there";

pub(crate) const FOREIGN: &[(&str, &str)] = &[
    (
        "timeout",
        "is called `ttl` here; write `ttl = 600`, in seconds",
    ),
    ("description", BY_DOC),
    ("title", BY_DOC),
    (
        "unsealed",
        "cannot be had: a registry keeps every conversation that asks; drop it",
    ),
    ("read_only", USE_NON_DESTRUCTIVE),
    ("readonly", USE_NON_DESTRUCTIVE),
    ("read_only_hint", USE_NON_DESTRUCTIVE),
    ("destructive", USE_NON_DESTRUCTIVE),
    ("destructive_hint", USE_NON_DESTRUCTIVE),
    ("annotations", USE_NON_DESTRUCTIVE),
    (
        "state",
        "is the parameter `&S`; give its value to `Registry::new(state, askback)`",
    ),
];
