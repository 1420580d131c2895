//! Every shape of what depends on what, as acts and as rounds. The same shapes run end to end in `tests/tests/plan`.

use proc_macro2::TokenStream;

use super::{
    document,
    model::Handler,
    plan::{Act, acts},
    rounds::Round,
};
use crate::{
    faults::Faults,
    interactive::{check, input},
};

fn handler(parameters: &str) -> Handler {
    let parameters: TokenStream = parameters.parse().unwrap();
    let method = syn::parse_quote!(#[tool] async fn x(&self, #parameters) -> R {});
    let mut faults = Faults::default();
    let input = input::read(TokenStream::new(), method, &mut faults);
    check::check(input, faults)
        .unwrap_or_else(|rejected| panic!("{parameters}: {:?}", rejected.faults.messages()))
        .handler
}

/// `0 1 v1 t0 2 | t1`: what is done, seen to and taken in a pass, and what is taken after it.
fn planned(handler: &Handler) -> String {
    let (acts, after) = acts(&handler.items);
    let acts = acts.iter().map(|act| match act {
        Act::Do(at) => format!("{at} "),
        Act::Take(at) => format!("t{at} "),
        Act::Verify(at) => format!("v{at} "),
    });
    let after = after.iter().map(|at| format!(" t{at}"));
    format!("{}|{}", acts.collect::<String>(), after.collect::<String>())
}

/// `0s 1 2/3`: what every round asks, with the steps before it marked.
fn rounds(handler: &Handler) -> String {
    let rounds = document::rounds(handler);
    let last = Round {
        steps: rounds.last,
        questions: Vec::new(),
    };
    let all = rounds.rounds.iter().chain([&last]);
    let texts = all.map(|round| {
        let steps = round.steps.iter().map(|at| format!("{at}s"));
        let questions = round.questions.iter().map(|at| at.to_string());
        steps.chain(questions).collect::<Vec<_>>().join(" ")
    });
    let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(" / ")
}

#[rustfmt::skip]
const SHAPES: &[(&str, &str, &str, &str)] = &[
    ("pair", r#"#[ask("a")] a: A, #[ask("b")] b: B"#, "0 1 | t0 t1", "0 1"),
    ("chain", r#"#[ask("a")] a: A, #[ask("{a:?}")] b: B, #[ask("{}", b.x)] c: C"#, "0 t0 1 t1 2 | t2", "0 / 1 / 2"),
    ("diamond", r#"#[ask("a")] a: A, #[ask("{a}")] b: B, #[ask("{a}")] c: C, #[ask("{b} {c}")] d: D"#, "0 t0 1 2 t1 t2 3 | t3", "0 / 1 2 / 3"),
    ("step between", r#"#[ask("a")] a: A, #[step(f(&a))] s: S, #[ask("{s}")] b: B"#, "0 t0 1 2 | t2", "0 / 1s 2"),
    ("step of two", r#"#[ask("a")] a: A, #[ask("b")] b: B, #[step(a.x + b.x)] s: S, #[ask("c")] c: C"#, "0 1 t0 t1 2 3 | t3", "0 1 / 2s 3"),
    ("step of one of two", r#"#[ask("a")] a: A, #[ask("b")] b: B, #[step(a.x)] s: S, #[ask("c")] c: C, #[ask("{}", b)] d: D"#, "0 1 t0 2 3 t1 4 | t3 t4", "0 1 / 2s 3 4"),
    ("step chain", r#"#[step(1)] s: S, #[step(s + 1)] t: S, #[ask("{t}")] a: A, #[step(a.x)] u: S, #[step(u)] v: S, #[ask("{v}")] b: B"#, "0 1 2 t2 3 4 5 | t5", "0s 1s 2 / 3s 4s 5"),
    ("step that waits for nothing", r#"#[ask("a")] a: A, #[step(1)] s: S, #[ask("{s}")] b: B"#, "0 1 2 | t0 t2", "1s 0 2"),
    ("condition", r#"#[ask("a")] a: A, #[ask("b", when = a.x > 0)] b: Option<B>, #[ask("c")] c: C"#, "0 t0 1 2 | t1 t2", "0 / 1 2"),
    ("condition on a condition", r#"#[ask("a")] a: A, #[ask("b", when = a.x)] b: Option<B>, #[ask("c", when = b.is_some())] c: Option<C>"#, "0 t0 1 t1 2 | t2", "0 / 1 / 2"),
    ("gate last", r#"#[ask("a")] a: A, #[ask("b")] b: B, #[ask("g")] g: Confirmed"#, "0 1 2 | t0 t1 t2", "0 1 / 2"),
    ("gate first", r#"#[ask("g")] g: Confirmed, #[ask("a")] a: A, #[ask("b")] b: B"#, "0 1 2 | t0 t1 t2", "0 / 1 2"),
    ("gate in the middle", r#"#[ask("a")] a: A, #[ask("g")] g: Confirmed, #[ask("b")] b: B"#, "0 1 2 | t0 t1 t2", "0 / 1 / 2"),
    ("two gates", r#"#[ask("a")] a: A, #[ask("g")] g: Confirmed, #[ask("b")] b: B, #[ask("h")] h: Confirmed<H>"#, "0 1 2 3 | t0 t1 t2 t3", "0 / 1 / 2 / 3"),
    ("gate that may be declined", r#"#[ask("a")] a: A, #[ask("g", when = true)] g: Option<Answer<Confirmed<'_>>>, #[ask("b")] b: B"#, "0 1 2 | t0 t1 t2", "0 / 1 / 2"),
    ("covers", r#"#[ask("a")] a: A, #[ask("b", covers = (a.x, 1))] b: B"#, "0 t0 1 | t1", "0 / 1"),
    ("choices", r#"#[ask("a")] a: A, #[ask("b", choices(pick = a.all()))] b: B"#, "0 t0 1 | t1", "0 / 1"),
    ("default", r#"#[ask("a")] a: A, #[ask("b", default(x = a.x))] b: B"#, "0 t0 1 | t1", "0 / 1"),
    ("typed", r#"#[ask("a")] a: A, #[ask("g", typed = a.x)] g: Confirmed"#, "0 t0 1 | t1", "0 / 1"),
    ("label", r#"#[ask("a")] a: A, #[ask("g", label = a.x)] g: Confirmed"#, "0 t0 1 | t1", "0 / 1"),
    ("visit beside a form", r#"#[ask("a")] a: A, #[ask(url = "https://a.example/{id}", message = "u")] u: Consent"#, "0 1 | t0 t1", "0 1"),
    ("visit that depends", r#"#[ask("a")] a: A, #[ask(url = "https://a.example/{a}", message = "u")] u: Consent"#, "0 t0 1 | t1", "0 / 1"),
    ("literal of a macro", r#"#[ask("a")] a: A, #[step(format!("{a:?}"))] s: S, #[ask("b")] b: B"#, "0 t0 1 2 | t2", "0 / 1s 2"),
    ("macro", r#"#[ask("a")] a: A, #[ask("b", when = matches!(a.x, 1..))] b: Option<B>"#, "0 t0 1 | t1", "0 / 1"),
    ("pattern of a macro", r#"#[ask("a")] a: A, #[step(matches!(x(), X { a }))] s: bool, #[ask("{s}")] b: B"#, "0 1 2 | t0 t2", "1s 0 2"),
    ("parameter of a closure", r#"#[ask("a")] a: A, #[step(x().map(|a| a + 1))] s: S, #[ask("{s}")] b: B"#, "0 1 2 | t0 t2", "1s 0 2"),
    ("destructured arguments", r#"Parameters(P { a, b }): Parameters<P>, #[ask("{a}")] c: C, #[ask("{b}")] d: D"#, "0 1 | t0 t1", "0 1"),
    ("destructured arguments below", r#"#[ask("{a}")] c: C, Parameters(P { a, .. }): Parameters<P>"#, "0 | t0", "0"),
    ("shorthand", r#"#[ask("a")] a: A, #[ask("{}", X { a }.y)] b: B"#, "0 t0 1 | t1", "0 / 1"),
    ("raw names", r#"#[ask("a")] r#type: A, #[ask("{type} {}", r#type)] r#loop: B, #[step(r#loop.x)] r#move: S"#, "0 t0 1 t1 2 |", "0 / 1 / 2s"),
    ("shadowed by a let", r#"#[ask("a")] a: A, #[step({ let a = 2; a })] s: S, #[ask("{s}")] b: B"#, "0 1 2 | t0 t2", "1s 0 2"),
    ("shadowed by its own let", r#"#[ask("a")] a: A, #[step({ let a = a.x; a })] s: S"#, "0 t0 1 |", "0 / 1s"),
    ("rule", r#"#[ask("a", check = r(&a))] a: A, #[ask("b")] b: B"#, "0 1 v0 | t0 t1", "0 1"),
    ("rule before a mention", r#"#[ask("a", check = r(&a))] a: A, #[ask("b")] b: B, #[ask("{b}")] c: C"#, "0 1 v0 t1 2 | t0 t2", "0 1 / 2"),
    ("rule before a gate", r#"#[ask("a", check = r(&a))] a: A, #[ask("g")] g: Confirmed"#, "0 v0 1 | t0 t1", "0 / 1"),
    ("rule that depends", r#"#[ask("a")] a: A, #[ask("b", check = r(&a, &b))] b: B"#, "0 t0 1 v1 | t1", "0 / 1"),
    ("visit that is finished", r#"#[ask(url = "https://a.example/", message = "u", until = f())] u: Consent, #[ask("a", check = r(&a))] a: A"#, "0 1 v1 v0 | t0 t1", "0 1"),
    ("visit that is finished depending", r#"#[ask("a")] a: A, #[ask(url = "https://a.example/", message = "u", until = f(&a))] u: Consent"#, "0 t0 1 v1 | t1", "0 / 1"),
    ("preconditions", r#"#[step(f()?)] _: (), #[ask("a")] a: A, #[step(g(&a)?)] _: (), #[ask("b")] b: B"#, "0 1 t1 2 3 | t3", "0s 1 / 2s 3"),
];

#[test]
fn every_shape_has_its_acts_and_its_rounds() {
    for (name, parameters, acts, asked) in SHAPES {
        let handler = handler(parameters);
        assert_eq!(planned(&handler), *acts, "{name}");
        assert_eq!(rounds(&handler), *asked, "{name}");
    }
}

#[test]
fn a_round_has_sixteen_questions() {
    let names = (0..35).map(|at| format!(r#"#[ask("q")] q{at}: Q, "#));
    let rounds = document::rounds(&handler(&names.collect::<String>()));
    let lengths: Vec<_> = rounds
        .rounds
        .iter()
        .map(|round| round.questions.len())
        .collect();
    assert_eq!(lengths, [16, 16, 3]);
}

#[test]
fn a_documentation_has_the_list_and_the_diagram() {
    let handler = handler(
        r#"#[ask("a")] a: A, #[ask("g")] g: Confirmed, #[ask("b", when = a.x)] b: Option<Answer<B>>, ask: &mut Ask"#,
    );
    let text = document::text(&handler).unwrap();
    let (heading, rest) = text.split_once("\n\n").unwrap();
    let (list, diagram) = rest.split_once("\n\n").unwrap();
    assert_eq!(heading, "# What the person is asked");
    assert_eq!(
        list,
        "1. asks `a` (form)\n\
         2. asks `g` (confirmation; covers `a`; does not cover `b`)\n\
         3. asks `b` (form, on a condition, may be declined)\n\
         4. the handler, which may ask more; no confirmation above covers that"
    );
    assert!(
        diagram.starts_with("```mermaid\nsequenceDiagram\n"),
        "{diagram}"
    );
    assert!(
        diagram.ends_with("\n    server-->>client: result\n```"),
        "{diagram}"
    );
}

#[test]
fn what_declares_nothing_has_no_plan() {
    assert_eq!(document::text(&handler("")), None);
    assert_eq!(document::text(&handler("ask: &mut Ask")), None);
}
