//! What the quickstart promises.

/// The promise of a short handler: with every guarantee, at most 45 lines.
#[test]
fn the_authors_code_is_short() {
    let source = include_str!("../quickstart.rs");
    let code = source
        .split_once("// author's code begins")
        .and_then(|(_, rest)| rest.split_once("// author's code ends"));
    let lines = code.map(|(code, _)| {
        let lines = code.lines().map(str::trim);
        lines
            .filter(|line| !line.is_empty() && !line.starts_with("//"))
            .count()
    });
    assert!(matches!(lines, Some(1..=45)), "{lines:?}");
}
