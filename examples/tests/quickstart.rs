//! What the quickstart promises about itself.

/// What stands before the author's code, the author's code, and what stands after it.
fn parts() -> Option<(&'static str, &'static str, &'static str)> {
    let source = include_str!("../quickstart.rs");
    let (before, rest) = source.split_once("\n// author's code begins\n")?;
    let (code, after) = rest.split_once("\n// author's code ends\n")?;
    Some((before, code, after))
}

/// The promise of a short handler: with every guarantee, at most 45 lines.
#[test]
fn the_authors_code_is_short() {
    let (_, code, _) = parts().unwrap();
    let lines = code.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(matches!(lines.count(), 1..=45), "{code}");
}

/// Nothing of the server stands where it is not counted.
#[test]
fn the_authors_code_is_the_whole_server() {
    let (before, code, after) = parts().unwrap();
    for part in ["#[derive(", "#[interactive]", "impl ServerHandler for"] {
        assert!(code.contains(part), "{part}");
        assert!(!before.contains(part) && !after.contains(part), "{part}");
    }
}
