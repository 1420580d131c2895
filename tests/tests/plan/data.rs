//! A plan as data: what it says of questions and steps, as a list and as a diagram.

use askback::{Plan, PlannedQuestion, QuestionKind};

use crate::shapes::Shapes;

fn question<'a>(plan: &'a Plan, key: &str) -> &'a PlannedQuestion {
    let mut questions = plan.rounds().iter().flat_map(|round| round.questions());
    questions.find(|question| question.key() == key).unwrap()
}

#[test]
fn a_confirmation_covers_what_stands_above_it() {
    for (plan, gate, covers, does_not_cover) in [
        (Shapes::gate_last_plan(), "sure", &["a", "b"][..], &[][..]),
        (Shapes::gate_first_plan(), "sure", &[], &["a", "b"]),
        (Shapes::gate_in_the_middle_plan(), "sure", &["a"], &["b"]),
        (Shapes::two_gates_plan(), "sure", &["a"], &["b", "really"]),
        (Shapes::two_gates_plan(), "really", &["a", "sure", "b"], &[]),
    ] {
        let question = question(&plan, gate);
        assert_eq!(question.kind(), QuestionKind::Gate);
        assert_eq!(question.covers(), covers, "{plan}");
        assert_eq!(question.does_not_cover(), does_not_cover, "{plan}");
    }
    let plan = Shapes::gate_last_plan();
    let form = question(&plan, "a");
    assert_eq!(form.kind(), QuestionKind::Form);
    assert!(form.covers().is_empty() && form.does_not_cover().is_empty());
}

#[test]
fn a_plan_knows_what_may_not_be_asked_and_what_may_be_declined() {
    let plan = Shapes::decided_plan();
    let told = ["a", "b"].map(|key| {
        let question = question(&plan, key);
        (question.is_conditional(), question.may_be_declined())
    });
    assert_eq!(told, [(false, true), (true, true)]);
    assert_eq!(
        question(&Shapes::visit_beside_form_plan(), "link").kind(),
        QuestionKind::Url
    );
    let plan = Shapes::visit_until_plan();
    let told = ["a", "link"].map(|key| question(&plan, key).is_until_finished());
    assert_eq!(told, [false, true]);
}

#[test]
fn steps_stand_where_they_run() {
    let keys = |plan: &Plan| -> Vec<Vec<(&str, bool)>> {
        let rounds = plan.rounds().iter().map(|round| round.steps());
        let all = rounds.chain([plan.last_steps()]);
        all.map(|steps| {
            steps
                .iter()
                .map(|step| (step.key(), step.runs_in_every_round()))
                .collect()
        })
        .collect()
    };
    assert_eq!(
        keys(&Shapes::step_chain_plan()),
        [
            vec![("one", false), ("two", false)],
            vec![("three", false), ("four", false)],
            vec![],
        ]
    );
    let plan = Shapes::last_step_plan();
    assert_eq!(
        keys(&plan),
        [vec![("precondition.1", true)], vec![("kept", false)]]
    );
    assert!(plan.may_ask_more() && !Shapes::pair_plan().may_ask_more());
}

#[test]
fn a_plan_is_a_short_list() {
    for (plan, list) in [
        (
            Shapes::step_chain_plan(),
            "1. runs `one`, runs `two`, then asks `a` (form)\n\
             2. runs `three`, runs `four`, then asks `b` (form), `c` (form)",
        ),
        (
            Shapes::decided_plan(),
            "1. asks `a` (form, may be declined)\n\
             2. asks `b` (form, on a condition, may be declined)",
        ),
        (
            Shapes::gate_first_plan(),
            "1. asks `sure` (confirmation; does not cover `a`, `b`)\n\
             2. asks `a` (form), `b` (form)",
        ),
        (
            Shapes::visit_beside_form_plan(),
            "1. asks `a` (form), `link` (URL)",
        ),
        (
            Shapes::visit_until_plan(),
            "1. asks `a` (form)\n\
             2. asks `link` (URL, unless it is finished), `b` (form)\n\
             3. asks `c` (form)",
        ),
        (
            Shapes::last_step_plan(),
            "1. checks a precondition (in every round), then asks `a` (form)\n\
             2. runs `kept`, then the handler, which may ask more; no confirmation above covers that",
        ),
    ] {
        assert_eq!(plan.to_string(), list);
    }
}

#[test]
fn a_plan_is_a_diagram() {
    assert_eq!(
        Shapes::step_between_plan().mermaid(),
        "\
sequenceDiagram
    actor person as Person
    participant client as Client
    participant server as Server
    client->>server: step_between
    server-->>client: input_required
    client->>person: a (form)
    person-->>client: answers
    client->>server: step_between, with the answers
    Note over server: runs next
    server-->>client: input_required
    client->>person: b (form)
    person-->>client: answers
    client->>server: step_between, with the answers
    Note over server: step_between runs
    server-->>client: result"
    );
}

#[test]
fn what_may_not_be_asked_stands_in_an_opt() {
    // Beside another question it is the question alone; a round of its own is there as a whole or not at all.
    let plan = Shapes::condition_plan();
    let beside = "
    server-->>client: input_required
    opt on a condition
        client->>person: b (form)
    end
    client->>person: c (form)
    person-->>client: answers
    client->>server: condition, with the answers
    Note over";
    assert!(plan.mermaid().contains(beside), "{}", plan.mermaid());
    let plan = Shapes::decided_plan();
    let alone = "
    client->>server: decided, with the answers
    opt on a condition
        server-->>client: input_required
        client->>person: b (form, may be declined)
        person-->>client: answers
        client->>server: decided, with the answers
    end
    Note over";
    assert!(plan.mermaid().contains(alone), "{}", plan.mermaid());
}
