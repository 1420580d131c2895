//! The lines that one text has and another has not.

/// How many lines stand around a change.
const CONTEXT: usize = 2;

/// What has to be done to `before` so that it becomes `after`: a sign before each line, and what is far from a change left out.
pub(super) fn difference(before: &str, after: &str) -> String {
    let before: Vec<&str> = before.lines().collect();
    let after: Vec<&str> = after.lines().collect();
    let lines = aligned(&before, &after);
    let near = |at: usize| {
        let window = at.saturating_sub(CONTEXT)..=at.saturating_add(CONTEXT);
        window
            .filter_map(|at| lines.get(at))
            .any(|(sign, _)| *sign != ' ')
    };
    let mut text = String::new();
    let mut left_out = false;
    for (at, (sign, line)) in lines.iter().enumerate() {
        if near(at) {
            if left_out {
                text.push_str("…\n");
            }
            text.push_str(format!("{sign}{line}").trim_end());
            text.push('\n');
        }
        left_out = !near(at);
    }
    if left_out && text.is_empty() {
        text.push_str("nothing\n");
    }
    text
}

/// Both texts as one: the longest common subsequence of their lines, with the others in between.
fn aligned<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<(char, &'a str)> {
    let width = after.len() + 1;
    // How many lines the rests from a pair of places have in common.
    let mut common = vec![0_u32; (before.len() + 1) * width];
    let rest = |common: &[u32], left: usize, right: usize| {
        common
            .get(left * width + right)
            .copied()
            .unwrap_or_default()
    };
    for (left, line) in before.iter().enumerate().rev() {
        for (right, other) in after.iter().enumerate().rev() {
            let best = match line == other {
                true => rest(&common, left + 1, right + 1) + 1,
                false => rest(&common, left + 1, right).max(rest(&common, left, right + 1)),
            };
            common.splice(left * width + right..=left * width + right, [best]);
        }
    }
    let (mut left, mut right, mut lines) = (0, 0, Vec::new());
    loop {
        match (before.get(left), after.get(right)) {
            (None, None) => return lines,
            (Some(line), Some(other)) if line == other => {
                lines.push((' ', *line));
                (left, right) = (left + 1, right + 1);
            }
            (Some(line), other)
                if other.is_none()
                    || rest(&common, left + 1, right) >= rest(&common, left, right + 1) =>
            {
                lines.push(('-', *line));
                left += 1;
            }
            (_, Some(other)) => {
                lines.push(('+', *other));
                right += 1;
            }
            (Some(_), None) => return lines,
        }
    }
}

#[test]
fn what_changes_is_shown_with_what_stands_around_it() {
    let before = "a\nb\nc\nd\ne\nf\ng\nh\ni";
    let after = "a\nb\nc\nd\nx\nf\ng\nh\ni\nj";
    assert_eq!(
        difference(before, after),
        "…\n c\n d\n-e\n+x\n f\n g\n h\n i\n+j\n"
    );
    assert_eq!(difference(before, before), "nothing\n");
}
