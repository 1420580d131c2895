//! What `#[interactive]`, `#[ask]` and `#[step]` say.

use std::fmt::Display;

// The function.

pub(crate) const NO_BODY: &str =
    "there is no body, which runs when everything is answered; write it here: `{ … }`";
pub(crate) const NOT_A_METHOD: &str = "an interactive handler is a method of the server; put `#[interactive]` on that `async fn`, above `#[tool]` or `#[prompt]`";
pub(crate) const UNDER_ROUTER: &str = "`#[interactive]` stands under `#[tool]` or `#[prompt]`, which has changed the function already; put it above";
pub(crate) const NOT_ASYNC: &str =
    "an interactive handler waits for answers; make it an `async fn`";
pub(crate) const CONST: &str = "what waits for answers is computed at no compile; drop `const`";
pub(crate) const UNSAFE: &str = "rmcp calls a handler like any other; drop `unsafe`";
pub(crate) const ABI: &str = "rmcp calls a handler, and nobody else; drop `extern`";
pub(crate) const TWICE: &str =
    "`#[interactive]` stands here twice; keep one, with the keys of both";
pub(crate) const NO_SELF: &str =
    "an interactive handler is a method of the server; give it `&self`";
pub(crate) const SELF_BY_VALUE: &str = "an interactive handler borrows the server; take `&self`";
pub(crate) const NO_ROUTER: &str = "`#[interactive]` needs `#[tool]` or `#[prompt]` below it; for a raw method use `askback.drive(…)`";
pub(crate) const TWO_ROUTERS: &str =
    "this handler is a tool and a prompt; keep one of `#[tool]` and `#[prompt]`";
pub(crate) const WITH_OPERATION: &str = "`#[operation]` makes a free function callable by a registry, which serves itself over rmcp; keep it alone there, or keep `#[interactive]` on a method of your own server";
pub(crate) const TYPE_GENERICS: &str = "a handler has no type parameters of its own, since rmcp could not name them; put them on the server";

// Parameters.

pub(crate) const CFG_ON_PARAMETER: &str =
    "`cfg` on a parameter would change the plan; put it on the whole handler";
pub(crate) const TWO_ROLES: &str =
    "a parameter is one step, one question or the state; keep one of these attributes";
pub(crate) const STEP_WITHOUT_EXPRESSION: &str =
    "`step` has no expression; write `#[step(count().await?)]`";
pub(crate) const ASK_WITHOUT_MESSAGE: &str = "`ask` has no message; write `#[ask(\"What is …?\")]`";
pub(crate) const PATTERN: &str =
    "an answer or a step has a plain name, which is its key; take it apart in the body";
pub(crate) const WILDCARD_STEP: &str =
    "a step without a name is a precondition of type `()`; name it, so that its value has a key";
pub(crate) const WILDCARD_QUESTION: &str = "a question without a name has no key; name it, with a leading underscore if the body does not need it";
pub(crate) const TWO_ASKS: &str = "`ask: &mut Ask` stands here twice; keep one";
pub(crate) const BORROWED: &str =
    "a handler takes its parameters by value, and only `ask: &mut Ask` by reference; drop the `&`";
pub(crate) const IMPL_TRAIT: &str = "`impl Trait` is a type parameter, which a handler cannot have of its own; write the type out, or put the parameter on the server";
pub(crate) const ITEM_IMPL_TRAIT: &str =
    "`impl Trait` is a type parameter, which an answer or a step cannot have; write the type out";
pub(crate) const CONFIRMED_LIFETIME: &str = "a confirmation lives as long as its call, and that lifetime has no name; drop this one, or write `'_`";

pub(crate) fn not_a_key(key: &str) -> String {
    format!(
        "`{key}` cannot be a key; name the parameter with 1 to 64 of the letters a to z, digits and `_`, beginning with a letter"
    )
}

pub(crate) fn reserved(name: &impl Display) -> String {
    format!("`{name}` begins like a generated name; call it otherwise than `__askback…`")
}

pub(crate) fn key_taken(key: &str, other: &impl Display) -> String {
    format!(
        "the key `{key}` is already used by `{other}`; a key is the name without leading underscores, so give one of the two another name"
    )
}

// `#[state]`.

pub(crate) const STATE_WITH_VALUE: &str = "`state` takes no value; write `#[state]` alone";
pub(crate) const TWO_STATES: &str =
    "a handler has one state; keep one `#[state]`, and put everything into its type";
pub(crate) const STATE_NOT_LENT: &str =
    "the state is lent to the body, which changes it; make the parameter `&mut S`";
pub(crate) const STATE_WITH_QUESTION: &str = "a handler with `#[state]` asks by its own result, and its state would not know of this question; drop `#[state]`, or ask for this in the result";
pub(crate) const STATE_WITH_ASK: &str = "a handler with `#[state]` asks by its own result; drop `#[state]` and let `ask` keep values with `ask.step(…)`, or drop `ask`";
pub(crate) const STATE_WITH_STEP: &str = "a step is carried with declared questions, which a handler with `#[state]` has none of; keep the value in the state, or make this a precondition of type `()`";

pub(crate) fn state_kept(key: &impl Display) -> String {
    format!(
        "`{key}` is about answers to declared questions, and a handler with `#[state]` reads its responses itself; drop one of the two"
    )
}

pub(crate) fn state_early(name: &str) -> String {
    format!("`{name}` is the state, which belongs to the body; use it there")
}

// What mentions what.

pub(crate) fn later(name: &str) -> String {
    format!(
        "`{name}` is not known yet here; move this parameter below `{name}`, or rename what is called the same in this expression"
    )
}

pub(crate) fn itself(name: &str) -> String {
    format!("`{name}` is mentioned by what makes it; give the other value another name")
}

pub(crate) fn asks_early(name: &str) -> String {
    format!("`{name}` asks from the body only; use it there, or declare the question with `#[ask]`")
}

// Keys of `#[interactive]`.

pub(crate) const TTL: &str = "`ttl` is a number of seconds; write 30 to 3600, like `ttl = 600`, and up to 86400 beside `once` or `recover`";
pub(crate) const TTL_IN_LEDGER: &str =
    "`ttl` is a number of seconds; write 30 to 86400, like `ttl = 600`";
pub(crate) const ROUNDS: &str = "`rounds` is a number of rounds; write 1 to 100, like `rounds = 5`";
pub(crate) const UNSEALED_ROUNDS: &str =
    "`unsealed` is one round, and `rounds` allows more; drop one of the two";

pub(crate) fn unsealed(what: &str) -> String {
    format!("{what} needs sealed state, which `unsealed` does without; drop `unsealed`")
}

pub(crate) fn unsealed_kept(key: &impl Display) -> String {
    format!(
        "`{key}` needs a conversation that is kept, and `unsealed` keeps none; drop one of the two"
    )
}

pub(crate) const UNSEALED_ROUND: &str = "this mentions an answer, so it comes a round later, and `unsealed` has one round only; drop `unsealed`";

pub(crate) const FOREIGN_HANDLER: &[(&str, &str)] = &[
    (
        "timeout",
        "is called `ttl` here; write `ttl = 600`, in seconds",
    ),
    ("name", "stands on `#[tool]` or `#[prompt]`; move it there"),
    (
        "description",
        "stands on `#[tool]` or `#[prompt]`; move it there",
    ),
];

// Keys of `#[ask]`.

pub(crate) const VALUE_AFTER_KEY: &str =
    "a value shown in the message stands right after it; move it before the named keys";
pub(crate) const VALUES_WITHOUT_LITERAL: &str = "values are shown by a literal message only; make it a string literal, or use `format!(…)` for all of it";
pub(crate) const MESSAGE_BLANK: &str = "the message is blank; say what the person is asked";
pub(crate) const MESSAGE_TOO_LONG: &str = "the message has more than 2000 characters; shorten it";
pub(crate) const MESSAGE_MISSING: &str = "the question has no message; begin with it: `#[ask(\"What is …?\")]`, or with `url` write `message = \"…\"`";
pub(crate) const MESSAGE_TWICE: &str = "the question has two messages; keep one";
pub(crate) const MESSAGE_NAMED: &str =
    "`message` goes with `url`; write the message first and without a name";
pub(crate) const OPTION_WITHOUT_WHEN: &str = "an `Option` is for a question that is not always asked, and needs `when = …`; one that the person may decline is an `Answer<_>`";
pub(crate) const TYPED_PLAIN: &str =
    "`plain` asks without a field, and `typed` needs one; drop one of the two";
pub(crate) const LABEL_PLAIN: &str =
    "`plain` asks without a field, so there is nothing to label; drop one of the two";
pub(crate) const TYPED_TEXT: &str =
    "`typed` is 1 to 64 visible characters; give the person something to type";
pub(crate) const PLAIN_DESTRUCTIVE: &str = "`plain` opens on accept alone, which destructive tools must not; drop it, or write `annotations(read_only_hint = true)` or `annotations(destructive_hint = false)` in `#[tool(…)]`";
pub(crate) const PLAIN_PROMPT: &str = "`plain` belongs to a tool that says that it is not destructive, which a prompt cannot say; drop it";
pub(crate) const CONSENT_WITHOUT_URL: &str =
    "`Consent` is to a visit; say to which URL: `#[ask(url = \"https://…\", message = \"…\")]`";
pub(crate) const URL_HOST: &str = "a URL says its scheme and host in full; begin it like \"https://app.example.com/\" and put placeholders after that";
pub(crate) const URL_SCHEME: &str =
    "a person is sent to https only; begin the URL with \"https://\"";
pub(crate) const URL_PLACEHOLDER: &str = "a placeholder of a URL is `{name}`, which is percent-encoded; compute what it shows in a `#[step(…)]`";

pub(crate) const URL_OWN_PLACEHOLDER: &str = "a URL has `{ask.ticket}`, and nothing else of `ask`; write it like this, or compute the value in a `#[step(…)]`";
pub(crate) const TICKET_TWICE: &str =
    "`{ask.ticket}` stands in the URL twice, and it is good for one place; keep one";
pub(crate) const OWN_IN_MESSAGE: &str = "a message shows values, and nothing of `ask`; a ticket stands in a URL: `#[ask(url = \"https://…/{ask.ticket}\", …)]`";
pub(crate) const UNTIL_WITHOUT_URL: &str = "`until` says whether what a visit is for is finished; ask for one with `url = \"https://…\"`, or drop it";
pub(crate) const WAIT_WITHOUT_UNTIL: &str =
    "`wait` says how long `until` is waited for; add `until = …`, or drop it";
pub(crate) const WAIT: &str = "`wait` is a number of seconds; write 0 to 300, like `wait = 20`";
pub(crate) const CHECK_ON_VISIT: &str = "`check` is a rule about what was filled in, and a visit has nothing to fill in; drop it, or say with `until` when the visit is finished";

pub(crate) const NO_LITERAL: &str = "a message begins with a string literal, `message!(\"Delete `{table}`?\")`; a text made elsewhere is passed as it is, without `message!`";

pub(crate) fn spec(spec: &str) -> String {
    format!(
        "`{{:{spec}}}` is not among a message's forms, which are `{{}}`, `{{:?}}` and `{{:.2}}`; use one of these, or format the value in a `#[step(…)]`"
    )
}

pub(crate) fn no_fields(key: &impl Display) -> String {
    format!("`{key}` names fields of the form; write `{key}(field = value)`")
}

pub(crate) fn field_without_value(field: &impl Display) -> String {
    format!("`{field}` is given no value; write `{field} = value`")
}

pub(crate) const SENSITIVE_WITHOUT_FORM: &str =
    "`sensitive` is about a form, which could collect secrets, and this question has none; drop it";

pub(crate) fn field_twice(key: &impl Display, field: &impl Display) -> String {
    format!("`{key}` names `{field}` twice; keep one")
}

pub(crate) fn secret(word: &str) -> String {
    format!(
        "the message says \"{word}\", and form mode must not collect secrets; ask in URL mode (`#[ask(url = …)]`), or say why it is none: `sensitive = \"reason\"`"
    )
}

pub(crate) const FOREIGN_ASK: &[(&str, &str)] = &[
    (
        "msg",
        "is what stands first, without a name; begin with it: `#[ask(\"What is …?\")]`",
    ),
    ("if", "is called `when` here; write `when = …`"),
    ("key", "is the parameter's name; rename the parameter"),
    ("name", "is the parameter's name; rename the parameter"),
    (
        "title",
        "has no place in a question; put it into the message",
    ),
    ("cover", "is called `covers` here; write `covers = (a, b)`"),
    (
        "options",
        "is called `choices` here; write `choices(field = …)`",
    ),
    ("confirm", "is the parameter's type; make it `Confirmed`"),
    (
        "validate",
        "is called `check` here; write `check = rule(&x)`",
    ),
    (
        "timeout",
        "is called `wait` here; write `wait = 20`, in seconds, beside `until`",
    ),
];
