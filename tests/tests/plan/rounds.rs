//! Every shape: the plan, what the documentation says of it, and what really goes out.

use askback::Plan;
use askback_tests::wire::Wire;
use rmcp::ServerHandler;
use serde_json::json;

use crate::names::Names;
use crate::shapes::Shapes;
use crate::walk::walk;

type Rounds = &'static [&'static [&'static str]];

/// A shape: its tool, its plan, the rounds of the plan, and those that go out when they are others.
struct Shape(&'static str, fn() -> Plan, Rounds, Option<Rounds>);

#[rustfmt::skip]
const SHAPES: &[Shape] = &[
    Shape("pair", Shapes::pair_plan, &[&["a", "b"]], None),
    Shape("chain", Shapes::chain_plan, &[&["a"], &["b"], &["c"]], None),
    Shape("diamond", Shapes::diamond_plan, &[&["a"], &["b", "c"], &["d"]], None),
    Shape("step_between", Shapes::step_between_plan, &[&["a"], &["b"]], None),
    Shape("step_of_two", Shapes::step_of_two_plan, &[&["a", "b"], &["c"]], None),
    Shape("step_chain", Shapes::step_chain_plan, &[&["a"], &["b", "c"]], None),
    Shape("condition", Shapes::condition_plan, &[&["a"], &["b", "c"]], None),
    // Nobody is asked for `b`, so that nothing has to wait for it.
    Shape("condition_false", Shapes::condition_false_plan, &[&["a"], &["b"], &["c"]], Some(&[&["a"], &["c"]])),
    Shape("gate_last", Shapes::gate_last_plan, &[&["a", "b"], &["sure"]], None),
    Shape("gate_first", Shapes::gate_first_plan, &[&["sure"], &["a", "b"]], None),
    Shape("gate_in_the_middle", Shapes::gate_in_the_middle_plan, &[&["a"], &["sure"], &["b"]], None),
    Shape("two_gates", Shapes::two_gates_plan, &[&["a"], &["sure"], &["b"], &["really"]], None),
    Shape("covering", Shapes::covering_plan, &[&["a"], &["b"]], None),
    Shape("choosing", Shapes::choosing_plan, &[&["a"], &["b"]], None),
    Shape("preset", Shapes::preset_plan, &[&["a"], &["b"]], None),
    Shape("visit_beside_form", Shapes::visit_beside_form_plan, &[&["a", "link"]], None),
    // The visit is finished, so that nobody is sent there and the forms share a round.
    Shape("visit_until", Shapes::visit_until_plan, &[&["a"], &["b", "link"], &["c"]], Some(&[&["a"], &["b"], &["c"]])),
    Shape("rules_beside", Shapes::rules_beside_plan, &[&["a", "b"], &["c"]], None),
    Shape("decided", Shapes::decided_plan, &[&["a"], &["b"]], None),
    Shape("last_step", Shapes::last_step_plan, &[&["a"]], Some(&[&["a"], &["more"]])),
    Shape("eighteen", Shapes::eighteen_plan, &[&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"], &["q", "r"]], None),
];

#[rustfmt::skip]
const NAMES: &[Shape] = &[
    Shape("in_a_literal", Names::in_a_literal_plan, &[&["a"], &["b"]], None),
    Shape("in_a_macro", Names::in_a_macro_plan, &[&["a"], &["b"]], None),
    Shape("in_a_closure_of_its_own", Names::in_a_closure_of_its_own_plan, &[&["a", "b"]], None),
    Shape("destructured", Names::destructured_plan, &[&["a", "b"]], None),
    Shape("destructured_below", Names::destructured_below_plan, &[&["a", "b"]], None),
    Shape("shorthand", Names::shorthand_plan, &[&["a"], &["b"]], None),
    Shape("raw", Names::raw_plan, &[&["match", "type"], &["loop"]], None),
    Shape("shadowed", Names::shadowed_plan, &[&["a", "b"]], None),
    Shape("shadowed_by_itself", Names::shadowed_by_itself_plan, &[&["a"], &["b"]], None),
];

fn keys(plan: &Plan) -> Vec<Vec<&'static str>> {
    let rounds = plan.rounds().iter().map(|round| {
        let mut keys: Vec<_> = round
            .questions()
            .iter()
            .map(|question| question.key())
            .collect();
        // As they go out: rmcp sorts the requests of a round.
        keys.sort_unstable();
        keys
    });
    rounds.collect()
}

#[tokio::test]
async fn questions_go_out_in_the_rounds_of_the_plan() {
    go_out(SHAPES, Shapes).await;
    go_out(NAMES, Names).await;
}

async fn go_out<S: ServerHandler + Copy>(shapes: &[Shape], server: S) {
    for Shape(tool, plan, planned, asked) in shapes {
        assert_eq!(keys(&plan()), *planned, "{tool}");
        let served = askback::wrap(server);
        let arguments = json!({ "left": 1, "right": 2 });
        let (rounds, _) = walk(served, tool, &arguments).await;
        assert_eq!(rounds, asked.unwrap_or(planned), "{tool}");
    }
}

#[test]
fn the_documentation_says_what_the_plan_says() {
    for Shape(tool, plan, ..) in SHAPES.iter().chain(NAMES) {
        let plan = plan();
        assert_eq!(plan.documented(), plan.to_string(), "{tool}");
        assert_eq!(plan.handler(), *tool);
    }
}

#[test]
fn no_shape_is_left_out() {
    let routed = Shapes::tool_router().list_all().into_iter();
    let mut tools: Vec<_> = routed
        .chain(Names::tool_router().list_all())
        .map(|tool| tool.name)
        .collect();
    tools.retain(|tool| tool != "aliased");
    let mut shapes: Vec<_> = SHAPES.iter().chain(NAMES).map(|shape| shape.0).collect();
    shapes.sort_unstable();
    tools.sort_unstable();
    assert_eq!(tools, shapes);
}

#[tokio::test]
async fn the_model_reads_nothing_of_it() {
    let mut wire = Wire::to(askback::wrap(Shapes));
    let list = wire.request("tools/list", json!({})).await;
    assert!(
        list["result"]["tools"].as_array().unwrap().len() > 20,
        "{list}"
    );
    let list = list.to_string();
    for word in [
        "mermaid",
        "sequenceDiagram",
        "What the person is asked",
        "1. asks",
        "covers `",
    ] {
        assert!(!list.contains(word), "{word} in {list}");
    }
}

#[tokio::test]
async fn what_spelling_hides_the_plan_knows() {
    let plan = Shapes::aliased_plan();
    assert_eq!(keys(&plan), [vec!["a"], vec!["sure"], vec!["b"]]);
    assert_eq!(
        plan.to_string(),
        "1. checks `allowed` (in every round), then asks `a` (form)\n\
         2. asks `sure` (confirmation; covers `a`; does not cover `b`)\n\
         3. asks `b` (form, may be declined)"
    );
    assert_eq!(
        plan.documented(),
        "1. runs `allowed`, then asks `a` (form), `sure` (form), `b` (form)"
    );
    let (rounds, _) = walk(askback::wrap(Shapes), "aliased", &json!({})).await;
    assert_eq!(rounds, [["a"], ["sure"], ["b"]]);
}
