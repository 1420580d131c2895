//! Fields whose choices the call gives.

use super::*;

#[test]
fn open_choices() {
    struct Pick {
        offer: String,
        extras: Vec<String>,
        seat: Option<String>,
    }
    impl Form for Pick {
        fn schema() -> &'static Schema {
            Box::leak(Box::new(Schema::new(vec![
                FieldSchema::open::<String>("offer"),
                FieldSchema::open::<Vec<String>>("extras"),
                FieldSchema::open::<Option<String>>("seat"),
            ])))
        }
        fn decode(reader: &mut Reader<'_>) -> Option<Self> {
            let (offer, extras, seat) = (reader.open(0), reader.open(1), reader.open(2));
            Some(Self {
                offer: offer?,
                extras: extras?,
                seat: seat?,
            })
        }
    }
    let given = Given::new()
        .choices("offer", ["x", "y"])
        .choices("extras", ["m", "n"])
        .choices("seat", [("1A", "Window")]);
    let schema = Pick::schema().with(given).unwrap();
    let pick: Pick = decode(
        Some(&json!({"offer": "y", "extras": ["n", "m"]})),
        &schema,
        Policy::Strict,
    )
    .unwrap();
    assert_eq!(
        (pick.offer.as_str(), pick.extras, pick.seat),
        ("y", vec!["n".to_owned(), "m".to_owned()], None)
    );
    let bad = json!({"offer": "z", "extras": ["n", "z"], "seat": "Window"});
    let errors = decode::<Pick>(Some(&bad), &schema, Policy::Portable)
        .err()
        .unwrap();
    assert!(errors.iter().all(|error| error.rule() == Rule::Enum));
    assert_eq!(errors.len(), 3);
    // While nothing was offered, nothing is accepted.
    assert_eq!(
        decode::<Pick>(Some(&bad), Pick::schema(), Policy::Portable)
            .err()
            .unwrap()
            .len(),
        3
    );
}
