use serde_json::json;

use super::*;

fn options(titled: bool, legacy: bool) -> Options {
    let option = |value: &str, title: &str| match titled {
        true => ChoiceOption::titled(value.to_owned(), title.to_owned()),
        false => ChoiceOption::new(value.to_owned()),
    };
    Options::new(vec![option("low", "Low"), option("high", "High")], legacy)
}

/// A field of every kind, in an order that is not the alphabet's.
fn every_kind() -> Schema {
    let single = |titled, legacy| Kind::Single {
        options: options(titled, legacy),
    };
    let multi = |titled| Kind::Multi {
        options: options(titled, false),
        min_items: Some(1),
        max_items: Some(2),
    };
    Schema::new(vec![
        FieldSchema::new("z", Kind::text())
            .with_title("Zed")
            .with_description("Why?")
            .with_default("no reason"),
        FieldSchema::new("y", Kind::formatted(Format::DateTime)).with_required(false),
        FieldSchema::new(
            "x",
            Kind::Integer {
                minimum: Some(-3),
                maximum: Some(7),
            },
        )
        .with_default(5),
        FieldSchema::new(
            "w",
            Kind::Number {
                minimum: Some(0.5),
                maximum: None,
            },
        )
        .with_default(1.5),
        FieldSchema::new("v", Kind::Boolean).with_default(true),
        FieldSchema::new("u", single(false, false)).with_default("low"),
        FieldSchema::new("t", single(true, false)).with_title("Severity"),
        FieldSchema::new("s", single(true, true)),
        FieldSchema::new("r", multi(false)).with_default(["low"]),
        FieldSchema::new("a", multi(true)).with_description("Teams"),
    ])
}

#[test]
fn a_form_is_on_the_wire_what_its_schema_says() {
    let schema = every_kind();
    let params = serde_json::to_value(form_params("Well?", &schema).unwrap()).unwrap();
    assert_eq!(params["mode"], "form");
    assert_eq!(params["message"], "Well?");
    assert_eq!(params["requestedSchema"], schema.to_json());
}

#[test]
fn fields_keep_their_order_through_the_whole_request() {
    let delivered = Delivered {
        gate: false,
        key: "details".to_owned(),
        message: "Well?".to_owned(),
        content: Content::Form(every_kind()),
    };
    let (key, request) = input_request(&delivered).unwrap();
    assert_eq!(key, "details");
    let value = serde_json::to_value(&request).unwrap();
    let properties = value["params"]["requestedSchema"]["properties"]
        .as_object()
        .unwrap();
    let names: Vec<_> = properties.keys().map(String::as_str).collect();
    assert_eq!(names, ["z", "y", "x", "w", "v", "u", "t", "s", "r", "a"]);
}

#[test]
fn a_form_without_fields_has_properties() {
    let params = form_params("Go on?", &Schema::new(Vec::new())).unwrap();
    assert_eq!(
        serde_json::to_value(params).unwrap()["requestedSchema"],
        json!({"type": "object", "properties": {}})
    );
}

#[test]
fn what_rmcp_cannot_carry_is_refused() {
    let one = |field| form_params("?", &Schema::new(vec![field]));
    let wide = Kind::Integer {
        minimum: None,
        maximum: Some(i128::from(i64::MAX) + 1),
    };
    let field = || "n".to_owned();
    assert_eq!(
        one(FieldSchema::new("n", wide)),
        Err(Unsendable::Beyond64Bits { field: field() })
    );
    assert_eq!(
        one(FieldSchema::new("n", Kind::Boolean).with_default("yes")),
        Err(Unsendable::Default { field: field() })
    );
    let open = Kind::Single {
        options: Options::none(),
    };
    assert_eq!(
        one(FieldSchema::new("n", open)),
        Err(Unsendable::Open { field: field() })
    );
}

#[test]
fn a_url_question_of_the_modern_era_has_an_empty_id() {
    let delivered = Delivered {
        gate: false,
        key: "connect".to_owned(),
        message: "Connect your account".to_owned(),
        content: Content::Url("https://app.example.com/x".to_owned()),
    };
    let (_, request) = input_request(&delivered).unwrap();
    assert_eq!(
        serde_json::to_value(&request).unwrap(),
        json!({"method": "elicitation/create", "params": {
            "mode": "url", "message": "Connect your account", "url": "https://app.example.com/x",
            "elicitationId": "",
        }})
    );
}

#[test]
fn sampling_and_roots_are_carried_and_nothing_else() {
    use crate::question::InputRequest as Foreign;

    let sampling = json!({
        "messages": [{"role": "user", "content": {"type": "text", "text": "Capital of France?"}}],
        "maxTokens": 100,
    });
    let request =
        foreign_request(&Foreign::new("sampling/createMessage", sampling.clone())).unwrap();
    assert_eq!(
        serde_json::to_value(&request).unwrap(),
        json!({"method": "sampling/createMessage", "params": sampling})
    );
    let roots = foreign_request(&Foreign::roots()).unwrap();
    assert_eq!(
        serde_json::to_value(&roots).unwrap()["method"],
        "roots/list"
    );
    assert!(foreign_request(&Foreign::new("roots/list", json!({}))).is_ok());

    assert_eq!(
        foreign_request(&Foreign::new(
            "sampling/createMessage",
            json!({"maxTokens": -1})
        )),
        Err(Unsendable::Params {
            method: "sampling/createMessage"
        })
    );
    assert_eq!(
        foreign_request(&Foreign::new("roots/list", json!({"x": 1}))),
        Err(Unsendable::Params {
            method: "roots/list"
        })
    );
    assert_eq!(
        foreign_request(&Foreign::new("elicitation/create", json!({}))),
        Err(Unsendable::Method {
            method: "elicitation/create".to_owned()
        })
    );
}
