//! Tokens that were changed, or are presented where they do not belong.

use super::*;

#[test]
fn every_changed_bit_is_noticed() {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    let deployment = Deployment::new(&[1]);
    let sealed = URL_SAFE_NO_PAD.decode(deployment.token(&deploy())).unwrap();
    for position in 0..sealed.len() {
        for bit in 0..8 {
            let mut changed = sealed.clone();
            changed[position] ^= 1 << bit;
            let expected = match position {
                0 => Cause::Version,
                1..=8 => Cause::KeyId,
                _ => Cause::Open,
            };
            let cause = deployment.cause(&URL_SAFE_NO_PAD.encode(changed), &deploy());
            assert_eq!(cause, expected, "bit {bit} of byte {position}");
        }
    }
}

#[test]
fn every_changed_character_is_noticed() {
    let deployment = Deployment::new(&[1]);
    let token = deployment.token(&deploy());
    for position in 0..token.len() {
        for other in [
            "A", "B", "-", "_", "9", "+", "/", "=", " ", "\n", "\0", "é", ".",
        ] {
            let mut changed = token.clone();
            changed.replace_range(position..=position, other);
            if changed != token {
                assert!(
                    deployment.seal.open(&changed, &deploy().binding()).is_err(),
                    "{other:?} at {position}"
                );
            }
        }
    }
}

#[test]
fn no_part_of_a_token_opens() {
    let deployment = Deployment::new(&[1]);
    let token = deployment.token(&deploy());
    for length in 0..token.len() {
        let cause = deployment.cause(&token[..length], &deploy());
        assert!(
            matches!(
                cause,
                Cause::Encoding | Cause::Version | Cause::KeyId | Cause::Open
            ),
            "{cause:?} at {length}"
        );
        assert!(
            deployment
                .seal
                .open(&token[length + 1..], &deploy().binding())
                .is_err(),
            "{length}"
        );
    }
    assert_eq!(deployment.cause("", &deploy()), Cause::Version);
    assert_eq!(deployment.cause("AQ", &deploy()), Cause::KeyId);
    for more in ["A", "AA", "AAA", "AAAA", &token] {
        assert!(
            deployment
                .seal
                .open(&format!("{token}{more}"), &deploy().binding())
                .is_err(),
            "{more}"
        );
        assert!(
            deployment
                .seal
                .open(&format!("{more}{token}"), &deploy().binding())
                .is_err(),
            "{more}"
        );
    }
}

#[test]
fn a_token_belongs_to_one_call() {
    let deployment = Deployment::new(&[1]);
    let call = deploy();
    let token = deployment.token(&call);
    let principal = |issuer: &str, subject: &str, client: &str| Call {
        principal: Principal::new(issuer, subject, client).unwrap(),
        ..deploy()
    };
    let others = [
        principal("https://id.example.com", "bob", "desktop"),
        principal("https://id.example.com", "ada", "phone"),
        principal("https://other.example.com", "ada", "desktop"),
        principal("https://id.example.com", "adadesktop", ""),
        Call {
            principal: Principal::local(),
            ..deploy()
        },
        Call {
            principal: Principal::anonymous(),
            ..deploy()
        },
        Call {
            method: "prompts/get",
            ..deploy()
        },
        Call {
            name: "list",
            ..deploy()
        },
        Call {
            name: "Deploy",
            ..deploy()
        },
        // The same bytes in a row, divided otherwise.
        Call {
            method: "tools/calld",
            name: "eploy",
            ..deploy()
        },
        Call {
            bind: b"tenant 2",
            ..deploy()
        },
        Call {
            bind: b"",
            ..deploy()
        },
        call.with_arguments(&json!({"env": "staging"})),
        call.with_arguments(&json!({"env": "prod", "force": true})),
        call.with_arguments(&json!({})),
        call.with_arguments(&json!({"env": ["prod"]})),
    ];
    for other in &others {
        assert_eq!(deployment.cause(&token, other), Cause::Open);
        // And the other way round.
        let theirs = deployment.token(other);
        assert_eq!(deployment.cause(&theirs, &call), Cause::Open);
        assert!(deployment.seal.open(&theirs, &other.binding()).is_ok());
    }
    assert!(deployment.seal.open(&token, &call.binding()).is_ok());
}

#[test]
fn two_accounts_beyond_the_integers_of_a_double_are_two() {
    let deployment = Deployment::new(&[1]);
    let account = |number: &str| {
        let arguments = canonical::parse_raw(&format!(r#"{{"account":{number}}}"#)).unwrap();
        deploy().with_arguments(&arguments)
    };
    let token = deployment.token(&account("9007199254740992"));
    assert_eq!(
        deployment.cause(&token, &account("9007199254740993")),
        Cause::Open
    );
    assert_eq!(
        deployment.cause(&token, &account("9007199254740991")),
        Cause::Open
    );
    assert!(
        deployment
            .seal
            .open(&token, &account("9007199254740992.0").binding())
            .is_ok()
    );
    let token = deployment.token(&account("18446744073709551615"));
    assert_eq!(
        deployment.cause(&token, &account("18446744073709551614")),
        Cause::Open
    );
}

#[test]
fn a_token_of_another_service_with_the_same_keys_is_foreign() {
    let deployment = Deployment::new(&[1]);
    let token = deployment.token(&deploy());
    for name in [
        "https://admin.example.com/mcp2",
        "https://admin.example.com/mc",
        "HTTPS://admin.example.com/mcp",
    ] {
        let other = seal_with(&deployment.clock, &[1], Audience::new(name).unwrap(), TTL);
        assert_eq!(cause(&other, &token, &deploy()), Cause::Open, "{name}");
    }
    let twin = seal_with(&deployment.clock, &[1], audience(), TTL);
    assert!(twin.open(&token, &deploy().binding()).is_ok());
}

#[test]
fn only_one_spelling_of_a_token_opens() {
    use base64::Engine as _;
    use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};

    let deployment = Deployment::new(&[1]);
    // Lengths that leave two and four bits over in the last character, and that use both characters peculiar to an alphabet.
    for extra in 0..3 {
        let envelope = Envelope {
            body: vec![0; 100 + extra],
            ..deployment.envelope()
        };
        let token = loop {
            let token = deployment
                .seal
                .seal(&envelope, &deploy().binding())
                .unwrap();
            if token.contains('-') && token.contains('_') {
                break token;
            }
        };
        let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        let (start, end) = token.split_at(20);
        let mut spellings = vec![
            STANDARD.encode(&bytes),
            STANDARD_NO_PAD.encode(&bytes),
            token.replace('-', "+"),
            token.replace('_', "/"),
            format!("{token}="),
            format!("{token}=="),
            format!("{token}."),
            format!("{token}\n"),
            format!("{token} "),
            format!(" {token}"),
            format!("\t{token}"),
            format!("\u{feff}{token}"),
            format!("{start}\n{end}"),
            format!("{start}\r\n{end}"),
            format!("{start} {end}"),
            format!("{start}={end}"),
            format!("{start}\0{end}"),
        ];
        if URL_SAFE.encode(&bytes) != token {
            spellings.push(URL_SAFE.encode(&bytes));
        }
        // The unused bits of the last character.
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let unused = [0, 4, 2][bytes.len() % 3];
        let last = alphabet.find(&token[token.len() - 1..]).unwrap();
        for bits in 1..(1 << unused) {
            let changed = &alphabet[last | bits..=last | bits];
            spellings.push(format!("{}{changed}", &token[..token.len() - 1]));
        }
        for spelling in spellings {
            assert_eq!(
                deployment.cause(&spelling, &deploy()),
                Cause::Encoding,
                "{spelling:?}"
            );
        }
        assert!(deployment.seal.open(&token, &deploy().binding()).is_ok());
    }
}

#[test]
fn length_is_looked_at_before_anything_else() {
    let deployment = Deployment::new(&[1]);
    let long = "A".repeat(5 * 1024 * 1024);
    assert_eq!(deployment.cause(&long, &deploy()), Cause::Length);
    assert_eq!(
        deployment.cause(&"=".repeat(MAX_TOKEN_CHARACTERS + 1), &deploy()),
        Cause::Length
    );
    assert_eq!(
        deployment.cause(&"=".repeat(MAX_TOKEN_CHARACTERS), &deploy()),
        Cause::Encoding
    );
    // A token with something behind it that makes it too long.
    let padded = format!(
        "{}{}",
        deployment.token(&deploy()),
        "A".repeat(MAX_TOKEN_CHARACTERS)
    );
    assert_eq!(deployment.cause(&padded, &deploy()), Cause::Length);
}

#[test]
fn what_opens_without_a_head_has_no_shape() {
    use aes_gcm_siv::aead::AeadInOut as _;
    use base64::Engine as _;

    let deployment = Deployment::new(&[1]);
    let keyring = Keyring::new([key(1)]).unwrap();
    let key = keyring.sealing();
    for length in [0, 1, 31] {
        let call = deploy();
        let mut sealed = vec![0; length];
        let associated = call.binding().associated_data(1, key.id, &audience());
        let tag = key
            .envelope
            .encrypt_inout_detached(&[0; 12].into(), &associated, sealed.as_mut_slice().into())
            .unwrap();
        let token = [&[1], key.id.0.as_slice(), &[0; 12], &sealed, &tag].concat();
        let token = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(token);
        assert_eq!(deployment.cause(&token, &call), Cause::Shape, "{length}");
    }
}
