//! `#[ask(…)]` as it stands in the source: what it says, the values shown in that, then the named keys.

mod stray;

use darling::FromMeta;
use syn::{
    Attribute, Expr, Ident, Meta, MetaNameValue, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token,
};

use super::model::Given;
use crate::{
    entry::{Entry, peel_expr},
    faults::Faults,
    messages,
    vocabulary::Vocabulary,
};

/// Keys of `#[ask(…)]`.
pub(crate) const ASK: Vocabulary = Vocabulary {
    attribute: "ask",
    place: "a parameter",
    keys: &[
        "message",
        "url",
        "until",
        "wait",
        "when",
        "typed",
        "plain",
        "label",
        "covers",
        "choices",
        "default",
        "check",
        "sensitive",
    ],
    foreign: messages::interactive::FOREIGN_ASK,
};

/// A question as read.
#[derive(Debug, Default)]
pub(crate) struct AskInput {
    /// What stands first, without a name.
    pub(crate) message: Option<Expr>,
    /// What stands after it, without names.
    pub(crate) positional: Vec<Expr>,
    /// `message = …`, with the key.
    pub(crate) named_message: Option<(Ident, Expr)>,
    pub(crate) url: Option<(Ident, Expr)>,
    pub(crate) until: Option<(Ident, Expr)>,
    pub(crate) wait: Option<(Ident, Expr)>,
    pub(crate) when: Option<Expr>,
    pub(crate) typed: Option<(Ident, Expr)>,
    pub(crate) plain: Option<Ident>,
    pub(crate) label: Option<(Ident, Expr)>,
    pub(crate) covers: Vec<Expr>,
    pub(crate) choices: Vec<Given>,
    pub(crate) defaults: Vec<Given>,
    pub(crate) check: Option<(Ident, Expr)>,
    pub(crate) sensitive: Option<Entry>,
    /// Whether a key was not understood, which may have been any of these.
    pub(crate) misspelt: bool,
}

/// One thing between the commas.
enum Part {
    Positional(Expr),
    /// `key = value`.
    Named(Ident, Expr),
    /// `key(field = value, …)`.
    Fields(Ident, Punctuated<GivenInput, Token![,]>),
    /// `plain`.
    Flag(Ident),
}

struct GivenInput(Given);

impl Parse for GivenInput {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let field = input.call(Ident::parse_any)?;
        if !input.peek(Token![=]) {
            let message = messages::interactive::field_without_value(&field);
            return Err(syn::Error::new(field.span(), message));
        }
        input.parse::<Token![=]>()?;
        Ok(Self(Given {
            field,
            value: input.parse()?,
        }))
    }
}

impl Parse for Part {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        let Ok(key) = ahead.call(Ident::parse_any) else {
            return input.parse().map(Self::Positional);
        };
        if ahead.peek(Token![=]) && !ahead.peek(Token![==]) && !ahead.peek(Token![=>]) {
            input.call(Ident::parse_any)?;
            input.parse::<Token![=]>()?;
            return Ok(Self::Named(key, input.parse()?));
        }
        if ahead.peek(token::Paren) && (takes_fields(&key) || holds_fields(&ahead)) {
            input.call(Ident::parse_any)?;
            let fields;
            syn::parenthesized!(fields in input);
            return Ok(Self::Fields(
                key,
                fields.parse_terminated(GivenInput::parse, Token![,])?,
            ));
        }
        if key == "plain" && (ahead.is_empty() || ahead.peek(Token![,])) {
            input.call(Ident::parse_any)?;
            return Ok(Self::Flag(key));
        }
        input.parse().map(Self::Positional)
    }
}

fn takes_fields(key: &Ident) -> bool {
    key == "choices" || key == "default"
}

/// Whether the parentheses ahead begin with `name =`, as no call of a function does.
fn holds_fields(ahead: ParseStream<'_>) -> bool {
    let parenthesized = || {
        let fields;
        syn::parenthesized!(fields in ahead.fork());
        fields.call(Ident::parse_any)?;
        Ok::<_, syn::Error>(fields.peek(Token![=]) && !fields.peek(Token![==]))
    };
    parenthesized().unwrap_or(false)
}

/// Reads the attribute; `None` when it cannot be understood at all.
pub(crate) fn read(attr: &Attribute, faults: &mut Faults) -> Option<AskInput> {
    if !matches!(&attr.meta, Meta::List(list) if !list.tokens.is_empty()) {
        faults.on(attr, messages::interactive::ASK_WITHOUT_MESSAGE);
        return None;
    }
    let parts = match attr.parse_args_with(Punctuated::<Part, Token![,]>::parse_terminated) {
        Ok(parts) => parts,
        Err(fault) => {
            faults.add(fault);
            return None;
        }
    };
    let mut ask = AskInput::default();
    let mut seen: Vec<Ident> = Vec::new();
    for part in parts {
        match part {
            Part::Positional(expr) => {
                let beyond = stray::shown(ask.message.as_ref())
                    .map_or(!seen.is_empty(), |shown| ask.positional.len() >= shown);
                if let Some((key, message)) = stray::meant(&expr).filter(|_| beyond) {
                    ask.misspelt = true;
                    faults.on(&key, message);
                    seen.push(key);
                } else if !seen.is_empty() {
                    faults.on(&expr, messages::interactive::VALUE_AFTER_KEY);
                } else if ask.message.is_none() {
                    ask.message = Some(expr);
                } else {
                    ask.positional.push(expr);
                }
            }
            Part::Named(key, value) => {
                if once(&key, &mut seen, faults) {
                    ask.named(key, value, faults);
                }
            }
            Part::Flag(key) => {
                if once(&key, &mut seen, faults) {
                    ask.plain = Some(key);
                }
            }
            Part::Fields(key, fields) => {
                if once(&key, &mut seen, faults) {
                    ask.fields(&key, fields, faults);
                }
            }
        }
    }
    Some(ask)
}

fn once(key: &Ident, seen: &mut Vec<Ident>, faults: &mut Faults) -> bool {
    let twice = seen.contains(key);
    if twice {
        faults.on(key, messages::twice(&key.to_string()));
    }
    seen.push(key.clone());
    !twice
}

impl AskInput {
    fn fields(
        &mut self,
        key: &Ident,
        fields: Punctuated<GivenInput, Token![,]>,
        faults: &mut Faults,
    ) {
        if !takes_fields(key) {
            return self.unknown(key, faults);
        }
        if fields.is_empty() {
            faults.on(key, messages::interactive::no_fields(key));
        }
        let given = match key == "choices" {
            true => &mut self.choices,
            false => &mut self.defaults,
        };
        for GivenInput(field) in fields {
            if given.iter().any(|other| other.field == field.field) {
                faults.on(
                    &field.field,
                    messages::interactive::field_twice(key, &field.field),
                );
            } else {
                given.push(field);
            }
        }
    }

    fn named(&mut self, key: Ident, value: Expr, faults: &mut Faults) {
        match key.to_string().as_str() {
            "message" => self.named_message = Some((key, value)),
            "url" => self.url = Some((key, value)),
            "until" => self.until = Some((key, value)),
            "wait" => self.wait = Some((key, value)),
            "check" => self.check = Some((key, value)),
            "when" => self.when = Some(value),
            "typed" => self.typed = Some((key, value)),
            "label" => self.label = Some((key, value)),
            "covers" => {
                self.covers = match peel_expr(&value) {
                    Expr::Tuple(tuple) => tuple.elems.iter().cloned().collect(),
                    single => vec![single.clone()],
                }
            }
            "sensitive" => {
                let meta: MetaNameValue = syn::parse_quote!(#key = #value);
                self.sensitive = Entry::from_meta(&Meta::NameValue(meta)).ok();
            }
            "plain" => faults.on(&value, messages::takes_no_value(&key)),
            "choices" | "default" => faults.on(&key, messages::interactive::no_fields(&key)),
            _ => self.unknown(&key, faults),
        }
    }

    fn unknown(&mut self, key: &Ident, faults: &mut Faults) {
        self.misspelt = true;
        let written = key.to_string();
        let message = match ASK.keys.contains(&written.as_str()) {
            true => messages::parenthesised(&written),
            false => ASK.refusal(&written),
        };
        faults.on(key, message);
    }

    /// Everything in it that may mention names of parameters above, and only these. What may mention its own too is `check`.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let named = [
            &self.named_message,
            &self.url,
            &self.until,
            &self.typed,
            &self.label,
        ];
        let named = named.into_iter().flatten().map(|(_, value)| value);
        self.message
            .iter()
            .chain(&self.positional)
            .chain(named)
            .chain(&self.when)
            .chain(&self.covers)
            .chain(
                self.choices
                    .iter()
                    .chain(&self.defaults)
                    .map(|given| &given.value),
            )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_attr(attr: Attribute) -> (Option<AskInput>, Vec<String>) {
        let mut faults = Faults::default();
        let ask = read(&attr, &mut faults);
        (ask, faults.messages())
    }

    #[test]
    fn everything_is_read() {
        let (ask, faults) = read_attr(syn::parse_quote!(
            #[ask("{} of {x}", a.b, plain, label = "Yes", covers = (a, b), choices(offer = it.titled()), default(offer = 1), when = a == b, until = c.await?, wait = 5, check = rule(&x))]
        ));
        assert_eq!(faults, Vec::<String>::new());
        let ask = ask.unwrap();
        assert_eq!(ask.positional.len(), 1);
        assert!(
            ask.message.is_some()
                && ask.plain.is_some()
                && ask.label.is_some()
                && ask.when.is_some()
        );
        assert_eq!(
            (ask.covers.len(), ask.choices.len(), ask.defaults.len()),
            (2, 1, 1)
        );
        assert!(ask.until.is_some() && ask.wait.is_some() && ask.check.is_some());
        assert_eq!(ask.expressions().count(), 9);
    }

    #[test]
    fn a_comparison_is_a_value() {
        let (ask, faults) = read_attr(syn::parse_quote!(#[ask("{}", a == b)]));
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(ask.map(|ask| ask.positional.len()), Some(1));
    }

    #[test]
    fn faults_come_together() {
        let (_, faults) = read_attr(syn::parse_quote!(
            #[ask("m", lable = "x", label = "y", label = "z", plain = true, choices = x, more)]
        ));
        assert_eq!(faults.len(), 5, "{faults:?}");
        assert!(
            faults.iter().any(|fault| fault.contains("`label`?")),
            "{faults:?}"
        );
    }
}
