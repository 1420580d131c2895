//! `check`: a rule of the author's.

use super::*;

/// Reasons that begin with `good` pass. Counts how often it is asked.
async fn rule(world: &World, form: Reason) -> Result<(), &'static str> {
    world.counted.fetch_add(1, SeqCst);
    tokio::task::yield_now().await;
    match form.reason.starts_with("good") {
        true => Ok(()),
        false => Err("say a good one"),
    }
}

/// A form with a rule, then a gate.
async fn guarded(world: &World, ask: &mut Ask<'_>) -> Result<String, Pause> {
    let Reason { reason } = ask
        .form("details", "Why?")
        .check(|form: Reason| rule(world, form))
        .await?;
    let confirmed: Confirmed<'_> = ask.confirm("confirmed", "Sure?").await?;
    world.truncate(confirmed);
    Ok(reason)
}

fn reason(text: &str) -> Value {
    accept(json!({ "reason": text }))
}

#[tokio::test]
async fn an_answer_that_breaks_the_rule_is_asked_again_with_the_reason_and_what_was_filled_in() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| guarded(&world, ask).await;
    let first = world.asks(Retry::default(), body).await;
    assert_eq!(first.messages, ["Why?"]);
    assert_eq!(world.counted.load(SeqCst), 0, "nothing to check yet");

    let again = world
        .asks(
            retry(&first.state, json!({ "details": reason("bad") })),
            body,
        )
        .await;
    assert_eq!(
        again.messages,
        ["Why?\n\nPlease correct:\n- say a good one"]
    );
    assert_eq!(again.defaults, [json!("bad")]);

    let gate = world
        .asks(
            retry(&again.state, json!({ "details": reason("good") })),
            body,
        )
        .await;
    assert_eq!(gate.messages, ["Sure?"]);
    assert_eq!(world.counted.load(SeqCst), 2);

    let done = world.comes(retry(&gate.state, yes()), body).await;
    assert_eq!(done, Came::Done("good".into()));
    assert_eq!(world.counted.load(SeqCst), 2, "once for each answer");
}

#[tokio::test]
async fn three_answers_that_break_the_rule_end_the_call_in_both_eras() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| guarded(&world, ask).await;
    let mut state = world.asks(Retry::default(), body).await.state;
    // A broken rule and an invalid answer count alike.
    for bad in ["bad", "x"] {
        let answer = json!({ "details": reason(bad) });
        state = world.asks(retry(&state, answer), body).await.state;
    }
    let answer = json!({ "details": reason("bad") });
    assert_eq!(
        world.comes(retry(&state, answer), body).await,
        Came::Stopped("invalid")
    );

    let (came, asked) = world
        .in_place(vec![reason("bad"), reason("x"), reason("bad")], body)
        .await;
    assert_eq!(came, Came::Stopped("invalid"));
    assert_eq!(asked.len(), 3);
    assert_eq!(world.effects(), 0);
}

#[tokio::test]
async fn in_place_the_rule_is_asked_before_the_gate() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| guarded(&world, ask).await;
    let answers = vec![reason("bad"), reason("good"), yes()["confirmed"].clone()];
    let (came, asked) = world.in_place(answers, body).await;
    assert_eq!(came, Came::Done("good".into()));
    assert_eq!(
        asked,
        ["Why?", "Why?\n\nPlease correct:\n- say a good one", "Sure?"]
    );
    assert_eq!((world.counted.load(SeqCst), world.effects()), (2, 1));
}

#[tokio::test]
async fn a_gate_answered_along_with_an_unchecked_form_stays_closed() {
    for text in ["bad", "good"] {
        let world = World::new();
        let body = async |ask: &mut Ask<'_>| guarded(&world, ask).await;
        let first = world.asks(Retry::default(), body).await;
        let mut both = yes();
        both["details"] = reason(text);
        let came = world.comes(retry(&first.state, both), body).await;
        let asked = if text == "good" {
            "confirmed"
        } else {
            "details"
        };
        assert_eq!(came.keys(), [asked], "{text}");
        assert_eq!(world.effects(), 0);
    }
}

#[tokio::test]
async fn a_state_from_before_the_check_is_checked_again() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| guarded(&world, ask).await;
    let first = world.asks(Retry::default(), body).await;
    let good = json!({ "details": reason("good") });
    let gate = world.asks(retry(&first.state, good), body).await;

    // The state in which the form was pending, with another answer and one for the gate.
    let mut both = yes();
    both["details"] = reason("bad");
    let came = world.comes(retry(&first.state, both), body).await;
    assert_eq!(came.keys(), ["details"]);
    // In the state in which the gate is pending, the form's answer is fixed.
    let mut both = yes();
    both["details"] = reason("bad");
    let came = world.comes(retry(&gate.state, both), body).await;
    assert_eq!(came, Came::Done("good".into()));
    assert_eq!(world.effects(), 1);
}

#[tokio::test]
async fn a_changed_question_is_checked_anew_before_a_pending_gate_opens() {
    let world = World::new();
    let text = Mutex::new("Why?");
    let body = async |ask: &mut Ask<'_>| {
        let message = *text.lock().unwrap();
        let Reason { reason } = ask
            .form("details", message)
            .check(|form: Reason| rule(&world, form))
            .await?;
        let confirmed: Confirmed<'_> = ask.confirm("confirmed", "Sure?").await?;
        world.truncate(confirmed);
        Ok(reason)
    };
    let first = world.asks(Retry::default(), body).await;
    let good = json!({ "details": reason("good") });
    let gate = world.asks(retry(&first.state, good), body).await;
    *text.lock().unwrap() = "Why really?";
    // The gate is still pending in this state, and the form is again.
    let again = world.asks(retry(&gate.state, yes()), body).await;
    assert_eq!(again.messages, ["Why really?"]);
    let mut both = yes();
    both["details"] = reason("bad");
    let came = world.comes(retry(&again.state, both), body).await;
    assert_eq!(came.keys(), ["details"]);
    assert_eq!(world.effects(), 0);
}

#[tokio::test]
async fn a_check_that_ends_the_call_leaves_the_answer_unchecked() {
    let world = World::new();
    // As the plan does it: the author's `?` leaves between the answer and its verdict.
    let broken = async |ask: &mut Ask<'_>| {
        let (asking, unchecked) = check(form::<Reason>("details", "Why?"));
        ask.put(asking).await?;
        match ask.unchecked(Some(&unchecked)).await? {
            Some(_) => Ok("the database is gone".to_owned()),
            None => Err(ask.take::<Reason>("details").await.err().unwrap()),
        }
    };
    let body = async |ask: &mut Ask<'_>| guarded(&world, ask).await;
    let first = world.asks(Retry::default(), broken).await;
    let mut both = yes();
    both["details"] = reason("good");
    let came = world.comes(retry(&first.state, both.clone()), broken).await;
    assert_eq!(came, Came::Done("the database is gone".into()));
    // The client sends the same again.
    let came = world.comes(retry(&first.state, both), body).await;
    assert_eq!(came.keys(), ["confirmed"]);
    assert_eq!(world.counted.load(SeqCst), 1);
}

/// Two forms with rules and one without, in one round.
async fn neighbours(world: &World, ask: &mut Ask<'_>) -> Result<String, Pause> {
    let (first, unchecked_first) = check(form::<Reason>("first", "First?"));
    let (second, unchecked_second) = check(form::<Answer<Reason>>("second", "Second?"));
    ask.put(first).await?;
    ask.put(form::<Reason>("third", "Third?")).await?;
    ask.put(second).await?;
    for (key, unchecked) in [("first", unchecked_first), ("second", unchecked_second)] {
        while let Some(form) = ask.unchecked(Some(&unchecked)).await? {
            let verdict = rule(world, form).await;
            ask.judge(key, ruling(verdict)).await?;
        }
    }
    let third: Reason = ask.take("third").await?;
    let first: Reason = ask.take("first").await?;
    let second: Answer<Reason> = ask.take("second").await?;
    let second = second.accepted().map(|it| it.reason);
    Ok(format!("{} {second:?} {}", first.reason, third.reason))
}

#[tokio::test]
async fn neighbours_are_checked_while_another_answer_is_missing() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| neighbours(&world, ask).await;
    let asked = world.asks(Retry::default(), body).await;
    assert_eq!(asked.messages, ["First?", "Third?", "Second?"]);
    let answers = json!({ "first": reason("good"), "second": reason("bad") });
    let asked = world.asks(retry(&asked.state, answers), body).await;
    assert_eq!(
        asked.messages,
        ["Third?", "Second?\n\nPlease correct:\n- say a good one"]
    );
    assert_eq!(world.counted.load(SeqCst), 2);
    let answers = json!({ "second": reason("good too"), "third": reason("any") });
    let came = world.comes(retry(&asked.state, answers), body).await;
    assert_eq!(came, Came::Done("good Some(\"good too\") any".into()));
    assert_eq!(world.counted.load(SeqCst), 3, "the first was checked once");
}

#[tokio::test]
async fn what_is_declined_is_not_checked() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| neighbours(&world, ask).await;
    let asked = world.asks(Retry::default(), body).await;
    world.later(5);
    let answers = json!({
        "first": reason("good"),
        "second": { "action": "decline" },
        "third": reason("any"),
    });
    let came = world.comes(retry(&asked.state, answers), body).await;
    assert_eq!(came, Came::Done("good None any".into()));
    assert_eq!(world.counted.load(SeqCst), 1);

    let answers = vec![
        reason("good"),
        reason("any"),
        json!({ "action": "decline" }),
    ];
    let (came, _) = world.in_place(answers, body).await;
    assert_eq!(came, Came::Done("good None any".into()));
}

#[tokio::test]
async fn all_answers_that_were_given_up_are_named() {
    let world = World::with(|builder| builder.attempts(1));
    let body = async |ask: &mut Ask<'_>| neighbours(&world, ask).await;
    let asked = world.asks(Retry::default(), body).await;
    let answers = json!({ "first": reason("bad"), "second": reason("bad") });
    let site = world.site("me", &json!({}));
    let open = world.askback.host.open(
        &HANDLER,
        site,
        retry(&asked.state, answers),
        Delivery::Suspend,
    );
    let scope = ();
    let mut ask = Ask::new(open.await.ok().unwrap(), &scope);
    let returned = body(&mut ask).await;
    match ask.conversation.finish(returned.is_err()).await {
        Ending::Stopped(Stop::Invalid(questions)) => {
            let keys: Vec<_> = questions.iter().map(|(key, _)| key.as_str()).collect();
            assert_eq!(keys, ["first", "second"]);
        }
        _ => panic!("it went on"),
    }
}

#[tokio::test]
async fn a_gate_put_before_the_check_is_misuse() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| {
        let (asking, _) = check(form::<Reason>("details", "Why?"));
        ask.put(asking).await?;
        // As a plan puts it that does not know the gate by its spelling.
        ask.put(spec::<Confirmed<'_>>("confirmed").message("Sure?"))
            .await?;
        let confirmed: Confirmed<'_> = ask.take("confirmed").await?;
        world.truncate(confirmed);
        Ok(String::new())
    };
    assert_eq!(
        world.comes(Retry::default(), body).await,
        Came::Stopped("misuse")
    );
    let answers = vec![reason("good"), yes()["confirmed"].clone()];
    let (came, asked) = world.in_place(answers, body).await;
    assert_eq!(came, Came::Stopped("misuse"));
    assert_eq!((asked.len(), world.effects()), (0, 0));
}

#[tokio::test]
async fn a_verdict_without_an_answer_is_misuse() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| {
        ask.judge("details", ruling(Ok::<(), String>(()))).await?;
        Ok(String::new())
    };
    assert_eq!(
        world.comes(Retry::default(), body).await,
        Came::Stopped("misuse")
    );
}

#[tokio::test]
async fn the_answer_to_a_schema_of_the_call_is_checked_too() {
    let world = World::new();
    let schema = json!({
        "type": "object",
        "properties": { "reason": { "type": "string" } },
        "required": ["reason"],
    });
    let body = async |ask: &mut Ask<'_>| {
        let fields: serde_json::Map<String, Value> = ask
            .form("details", "Why?")
            .check(|fields: serde_json::Map<String, Value>| {
                let reason = fields["reason"].as_str().unwrap().to_owned();
                rule(&world, Reason { reason })
            })
            .schema(schema.clone())
            .await?;
        Ok(fields["reason"].to_string())
    };
    let (came, asked) = world
        .in_place(vec![reason("bad"), reason("good")], body)
        .await;
    assert_eq!(came, Came::Done("\"good\"".into()));
    assert_eq!((asked.len(), world.counted.load(SeqCst)), (2, 2));
}
