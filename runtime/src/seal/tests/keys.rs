//! Keys, their rotation, and audiences.

use super::*;

#[test]
fn rotation_interrupts_nobody() {
    let old = Deployment::new(&[1]);
    let ring = |keys: &[u8]| seal_with(&old.clock, keys, audience(), TTL);
    // Add last, move first, drop.
    let (added, moved, dropped) = (ring(&[1, 2]), ring(&[2, 1]), ring(&[2]));
    let seal = |seal: &Seal| seal.seal(&old.envelope(), &deploy().binding()).unwrap();
    let opens = |seal: &Seal, token: &str| seal.open(token, &deploy().binding()).is_ok();
    let from_old = old.token(&deploy());
    let (from_added, from_moved, from_dropped) = (seal(&added), seal(&moved), seal(&dropped));

    // While keys are added, instances of both kinds open each other's tokens.
    for token in [&from_old, &from_added] {
        assert!(opens(&old.seal, token) && opens(&added, token) && opens(&moved, token));
        assert_eq!(cause(&dropped, token, &deploy()), Cause::KeyId);
    }
    // While the new one is moved first, likewise.
    for token in [&from_moved, &from_dropped] {
        assert!(opens(&added, token) && opens(&moved, token) && opens(&dropped, token));
        assert_eq!(cause(&old.seal, token, &deploy()), Cause::KeyId);
    }
}

#[test]
fn a_key_id_does_not_choose_another_key() {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    let deployment = Deployment::new(&[1, 2]);
    let second = seal_with(&deployment.clock, &[2], audience(), TTL);
    let one = URL_SAFE_NO_PAD.decode(deployment.token(&deploy())).unwrap();
    let other = second
        .seal(&deployment.envelope(), &deploy().binding())
        .unwrap();
    let other = URL_SAFE_NO_PAD.decode(other).unwrap();
    let exchanged = [&one[..1], &other[1..9], &one[9..]].concat();
    assert_eq!(
        deployment.cause(&URL_SAFE_NO_PAD.encode(exchanged), &deploy()),
        Cause::Open
    );
}

#[test]
fn every_key_of_a_full_ring_opens() {
    let deployment = Deployment::new(&[1, 2, 3, 4, 5, 6, 7, 8]);
    for seed in 1..=8 {
        let single = seal_with(&deployment.clock, &[seed], audience(), TTL);
        let token = single
            .seal(&deployment.envelope(), &deploy().binding())
            .unwrap();
        assert!(
            deployment.seal.open(&token, &deploy().binding()).is_ok(),
            "{seed}"
        );
    }
}

#[test]
fn bounds_of_a_keyring() {
    let none: [&[u8]; 0] = [];
    assert_eq!(Keyring::new(none).unwrap_err(), KeyringError::Empty);
    for (bytes, accepted) in [
        (0, false),
        (31, false),
        (32, true),
        (33, true),
        (128, true),
        (129, false),
    ] {
        let ring = Keyring::new([key(1).to_vec(), vec![9; bytes]]);
        let error = KeyringError::Length { position: 1, bytes };
        assert_eq!(ring.err(), (!accepted).then_some(error), "{bytes}");
    }
    assert!(Keyring::new((0..8).map(key)).is_ok());
    assert_eq!(
        Keyring::new((0..9).map(key)).unwrap_err(),
        KeyringError::TooMany
    );
    assert_eq!(
        Keyring::new([key(1), key(2), key(1)]).unwrap_err(),
        KeyringError::Twice { position: 2 }
    );
    assert_eq!(
        Keyring::new([b"hunter2"]).unwrap_err().to_string(),
        "key 0 has 7 bytes; give 32 to 128 random bytes"
    );
}

#[test]
fn key_ids_depend_on_the_whole_key_and_show_none_of_it() {
    let id = |material: &[u8]| Keyring::new([material]).unwrap().sealing().id.0;
    let long = [5; 128];
    let mut changed = long;
    changed[127] ^= 1;
    assert_ne!(id(&long), id(&changed));
    assert_ne!(id(&long), id(&long[..127]));
    assert_ne!(id(&key(1)), key(1)[..8]);
    assert_eq!(id(&key(1)), id(&key(1)));
}

#[test]
fn the_ephemeral_key_is_one_in_the_process() {
    let (one, other) = (Keyring::ephemeral().unwrap(), Keyring::ephemeral().unwrap());
    assert!(Arc::ptr_eq(&one, &other));
    let clock = Arc::new(ManualClock::default());
    let seal = Seal::new(one, audience(), TTL, clock.clone()).unwrap();
    let twin = Seal::new(other, audience(), TTL, clock.clone()).unwrap();
    let token = seal
        .seal(&Deployment::new(&[1]).envelope(), &deploy().binding())
        .unwrap();
    assert!(twin.open(&token, &deploy().binding()).is_ok());
    assert_eq!(
        cause(&seal_with(&clock, &[1], audience(), TTL), &token, &deploy()),
        Cause::KeyId
    );
}

#[test]
fn bounds_of_an_audience() {
    assert_eq!(Audience::new("").unwrap_err(), AudienceError { bytes: 0 });
    assert!(Audience::new("a").is_ok());
    assert!(Audience::new("é".repeat(256)).is_ok());
    assert_eq!(
        Audience::new("a".repeat(513)).unwrap_err(),
        AudienceError { bytes: 513 }
    );
}

/// The cipher holds nothing but one of these.
#[test]
fn the_keys_that_a_ring_holds_are_wiped() {
    fn wiped<T: zeroize::ZeroizeOnDrop>() {}
    wiped::<aes::Aes256Enc>();
    assert_eq!(
        size_of::<super::super::keyring::Cipher>(),
        size_of::<aes::Aes256Enc>()
    );
}
