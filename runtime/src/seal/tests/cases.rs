//! The collected cases about `requestState`, by their ids.

use super::*;

struct Case {
    id: &'static str,
    /// Seals, presents, and says what came of it.
    run: fn() -> Result<(), Cause>,
    expected: Result<(), Cause>,
}

/// Seals for one call, presents at another.
fn presented(sealed_for: &Call, retry: &Call) -> Result<(), Cause> {
    let deployment = Deployment::new(&[1]);
    let token = deployment.token(sealed_for);
    opened(&deployment.seal, &token, retry)
}

fn opened(seal: &Seal, token: &str, retry: &Call) -> Result<(), Cause> {
    seal.open(token, &retry.binding())
        .map(|_| ())
        .map_err(|error| error.cause())
}

fn raw(arguments: &str) -> Call {
    deploy().with_arguments(&canonical::parse_raw(arguments).unwrap())
}

const CASES: &[Case] = &[
    Case {
        id: "state-tampered",
        run: || {
            let deployment = Deployment::new(&[1]);
            let token = deployment.token(&deploy()) + "-TAMPERED";
            opened(&deployment.seal, &token, &deploy()).map_err(|cause| match cause {
                // Which of the two depends on whether the length still is one of base64.
                Cause::Encoding => Cause::Open,
                other => other,
            })
        },
        expected: Err(Cause::Open),
    },
    Case {
        id: "state-expired",
        run: || {
            let deployment = Deployment::new(&[1]);
            let seal = deployment.seal.with_ttl(Duration::from_secs(300)).unwrap();
            let token = seal
                .seal(&deployment.envelope(), &deploy().binding())
                .unwrap();
            deployment.clock.advance(Duration::from_secs(301));
            opened(&seal, &token, &deploy())
        },
        expected: Err(Cause::Expired),
    },
    Case {
        id: "state-other-arguments",
        run: || presented(&raw(r#"{"env":"staging"}"#), &raw(r#"{"env":"prod"}"#)),
        expected: Err(Cause::Open),
    },
    Case {
        id: "state-other-tool",
        run: || {
            presented(
                &Call {
                    name: "list",
                    ..deploy()
                },
                &deploy(),
            )
        },
        expected: Err(Cause::Open),
    },
    Case {
        id: "state-other-method",
        run: || {
            presented(
                &Call {
                    method: "prompts/get",
                    ..deploy()
                },
                &deploy(),
            )
        },
        expected: Err(Cause::Open),
    },
    Case {
        id: "state-argument-digest-ignores-key-order",
        run: || {
            presented(
                &raw(r#"{"a":1,"b":{"x":1,"y":2}}"#),
                &raw(r#"{ "b":{"y":2,"x":1}, "a":1 }"#),
            )
        },
        expected: Ok(()),
    },
    Case {
        id: "state-argument-digest-number-spelling",
        run: || presented(&raw(r#"{"n":1}"#), &raw(r#"{"n":1.0}"#)),
        expected: Ok(()),
    },
    Case {
        id: "state-absent-vs-null-arguments",
        run: || {
            let absent = Call {
                arguments: canonical::digest_object(None),
                ..deploy()
            };
            presented(&absent, &raw("{}"))
        },
        expected: Ok(()),
    },
    Case {
        id: "state-from-other-service",
        run: || {
            let deployment = Deployment::new(&[1]);
            let other = Audience::new("service B").unwrap();
            let other = seal_with(&deployment.clock, &[1], other, TTL);
            opened(&other, &deployment.token(&deploy()), &deploy())
        },
        expected: Err(Cause::Open),
    },
    Case {
        id: "state-noncanonical-base64",
        run: || {
            let deployment = Deployment::new(&[1]);
            opened(
                &deployment.seal,
                &(deployment.token(&deploy()) + "="),
                &deploy(),
            )
        },
        expected: Err(Cause::Encoding),
    },
    Case {
        id: "state-oversized",
        run: || {
            opened(
                &Deployment::new(&[1]).seal,
                &"Az09-_".repeat(5 * 1024 * 1024 / 6),
                &deploy(),
            )
        },
        expected: Err(Cause::Length),
    },
    Case {
        id: "state-retired-key-within-ttl",
        run: || {
            let deployment = Deployment::new(&[1]);
            let rotated = seal_with(&deployment.clock, &[2, 1], audience(), TTL);
            opened(&rotated, &deployment.token(&deploy()), &deploy())
        },
        expected: Ok(()),
    },
];

#[test]
fn every_case_comes_out_as_it_should() {
    for case in CASES {
        assert_eq!((case.run)(), case.expected, "{}", case.id);
    }
}
