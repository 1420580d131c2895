//! One question: its words, its URL, its keys against each other.

use syn::{Expr, GenericArgument, Ident, PathArguments, Type, ext::IdentExt};

use super::{literal_number, types};
use crate::{
    entry::{peel_type, text_literal},
    faults::Faults,
    handler::{
        ask::AskInput,
        message::{self, Shows},
        model::{Link, Question, Spelled, Verify, Words},
    },
    messages::interactive as say,
    secrets,
};

const MAX_MESSAGE: usize = 2_000;

/// The question; `None` where something that it cannot do without is missing. `known`: the names of all parameters.
pub(super) fn check(
    ask: &AskInput,
    ty: &Type,
    known: &[&Ident],
    faults: &mut Faults,
) -> Option<Question> {
    let spelled = spelled(ty);
    if !types::any_impl(ty, say::ITEM_IMPL_TRAIT, faults) {
        types::named_lifetimes(ty, faults);
    }
    let words = words(ask, ty, known, faults);
    if let (Some(Words::Literal { literal, .. }), Spelled::Other, None) =
        (&words, spelled, &ask.url)
    {
        let secret = secrets::named_in(&literal.value());
        if let (Some(word), None) = (secret, &ask.sensitive) {
            faults.on(literal, say::secret(&word));
        }
    }
    if let Some(entry) = &ask.sensitive {
        entry.text(faults);
        if spelled != Spelled::Other || ask.url.is_some() {
            faults.on(entry.key(), say::SENSITIVE_WITHOUT_FORM);
        }
    }
    if let (Some((key, _)), Some(_)) = (&ask.typed, &ask.plain) {
        faults.on(key, say::TYPED_PLAIN);
    }
    if let (Some((key, _)), Some(_)) = (&ask.label, &ask.plain) {
        faults.on(key, say::LABEL_PLAIN);
    }
    if let Some(text) = ask.typed.as_ref().and_then(|(_, text)| text_literal(text)) {
        let value = text.value();
        if value.trim().is_empty() || value.chars().count() > 64 {
            faults.on(text, say::TYPED_TEXT);
        }
    }
    if spelled == Spelled::Consent && ask.url.is_none() {
        faults.on(ty, say::CONSENT_WITHOUT_URL);
    }
    if is_option(ty) && ask.when.is_none() && !ask.misspelt {
        faults.on(ty, say::OPTION_WITHOUT_WHEN);
    }
    let verify = verify(ask, spelled, faults);
    let url = ask
        .url
        .as_ref()
        .map(|(key, url)| (key.clone(), link(url, known, faults)));
    Some(Question {
        words: words?,
        spelled,
        when: ask.when.clone(),
        url,
        typed: ask.typed.clone(),
        plain: ask.plain.clone(),
        label: ask.label.clone(),
        covers: ask.covers.clone(),
        choices: ask.choices.clone(),
        defaults: ask.defaults.clone(),
        verify,
    })
}

/// What has to be seen to before an answer counts.
fn verify(ask: &AskInput, spelled: Spelled, faults: &mut Faults) -> Option<Verify> {
    let wait = ask
        .wait
        .as_ref()
        .and_then(|(_, value)| literal_number(value, 0..=300, say::WAIT, faults));
    if let (Some((key, _)), None) = (&ask.wait, &ask.until) {
        faults.on(key, say::WAIT_WITHOUT_UNTIL);
    }
    // Of a `Consent` it is said already that the URL is missing.
    if let (Some((key, _)), None) = (&ask.until, &ask.url)
        && spelled != Spelled::Consent
    {
        faults.on(key, say::UNTIL_WITHOUT_URL);
    }
    if let (Some((key, _)), Some(_)) = (&ask.check, &ask.url) {
        faults.on(key, say::CHECK_ON_VISIT);
    }
    match (&ask.check, &ask.until) {
        (_, Some((key, expr))) => Some(Verify::Until(key.clone(), expr.clone(), wait)),
        (Some((key, expr)), None) => Some(Verify::Check(key.clone(), expr.clone())),
        (None, None) => None,
    }
}

fn words(ask: &AskInput, ty: &Type, known: &[&Ident], faults: &mut Faults) -> Option<Words> {
    let expr = match (&ask.message, &ask.named_message, &ask.url) {
        (Some(_), Some((key, _)), _) => {
            faults.on(key, say::MESSAGE_TWICE);
            return None;
        }
        (None, Some((key, _)), None) => {
            faults.on(key, say::MESSAGE_NAMED);
            return None;
        }
        (Some(message), None, _) => message,
        (None, Some((_, message)), Some(_)) => message,
        (None, None, Some((key, _))) => {
            faults.on(key, say::MESSAGE_MISSING);
            return None;
        }
        // It may be what the misspelt key holds.
        (None, None, None) if ask.misspelt => return None,
        (None, None, None) => {
            faults.on(ty, say::MESSAGE_MISSING);
            return None;
        }
    };
    let Some(literal) = text_literal(expr) else {
        if let Some(value) = ask.positional.first() {
            faults.on(value, say::VALUES_WITHOUT_LITERAL);
        }
        return Some(Words::Expression(expr.clone()));
    };
    let text = literal.value();
    if text.trim().is_empty() {
        faults.on(literal, say::MESSAGE_BLANK);
    } else if text.chars().count() > MAX_MESSAGE {
        faults.on(literal, say::MESSAGE_TOO_LONG);
    }
    message::check(literal, faults);
    let (inline, others) = inline(literal, known);
    let constants = others
        .into_iter()
        .filter(|name| name.to_string().starts_with(char::is_uppercase))
        .collect();
    Some(Words::Literal {
        inline,
        constants,
        positional: ask.positional.clone(),
        literal: literal.clone(),
    })
}

/// The names that a literal shows inline, each once: those of parameters, and others.
fn inline(literal: &syn::LitStr, known: &[&Ident]) -> (Vec<Ident>, Vec<Ident>) {
    message::shown(&literal.value())
        .iter()
        .map(|name| message::ident(name, literal.span()))
        .partition(|name| known.iter().any(|known| known.unraw() == name.unraw()))
}

fn link(url: &Expr, known: &[&Ident], faults: &mut Faults) -> Link {
    let Some(literal) = text_literal(url) else {
        return Link::Expression(url.clone());
    };
    let text = literal.value();
    let placeholders = message::placeholders(&text);
    let fixed = placeholders.first().map_or(text.as_str(), |first| {
        text.get(..first.start).unwrap_or_default()
    });
    match fixed.strip_prefix("https://") {
        None if text.starts_with("https://") => faults.on(literal, say::URL_HOST),
        None => faults.on(literal, say::URL_SCHEME),
        Some(rest) => {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            // With placeholders behind it, a host has to have an end of its own.
            let open = !placeholders.is_empty() && host.len() == rest.len();
            if host.is_empty() || open || host.contains(['@', '{', '}']) {
                faults.on(literal, say::URL_HOST);
            }
        }
    }
    let (own, values): (Vec<_>, Vec<_>) = placeholders.iter().partition(|it| it.is_own());
    if values
        .iter()
        .any(|it| !it.spec.is_empty() || !matches!(it.shows, Shows::Name(_)))
    {
        faults.on(literal, say::URL_PLACEHOLDER);
    }
    let tickets: Vec<usize> = own
        .iter()
        .filter(|it| {
            text.get(it.start..)
                .is_some_and(|text| text.starts_with(message::TICKET))
        })
        .map(|it| it.start)
        .collect();
    if tickets.len() != own.len() {
        faults.on(literal, say::URL_OWN_PLACEHOLDER);
    } else if tickets.len() > 1 {
        faults.on(literal, say::TICKET_TWICE);
    }
    let (mut names, others) = inline(literal, known);
    names.extend(others);
    let literal = match tickets.first() {
        Some(at) => syn::LitStr::new(&message::escaped(&text, *at), literal.span()),
        None => literal.clone(),
    };
    Link::Literal { literal, names }
}

/// Whether a type is written as an `Option`.
fn is_option(ty: &Type) -> bool {
    matches!(peel_type(ty), Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
}

/// What a type looks like, through `Option` and `Answer`. Only for what the runtime refuses by the type itself.
pub(crate) fn spelled(ty: &Type) -> Spelled {
    let Type::Path(path) = peel_type(ty) else {
        return Spelled::Other;
    };
    let Some(last) = path.path.segments.last() else {
        return Spelled::Other;
    };
    match last.ident.to_string().as_str() {
        "Confirmed" => Spelled::Confirmed,
        "Consent" => Spelled::Consent,
        "Option" | "Answer" => match &last.arguments {
            PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                Some(GenericArgument::Type(inner)) => spelled(inner),
                _ => Spelled::Other,
            },
            _ => Spelled::Other,
        },
        _ => Spelled::Other,
    }
}
