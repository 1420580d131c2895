//! What the macros cost at compile time: forms against structs that derive `Deserialize` and `JsonSchema`, and interactive
//! handlers against plain tools.

#[path = "../kit/rounds.rs"]
mod rounds;
#[path = "../kit/watch.rs"]
mod watch;

mod compiler;
mod corpus;

use std::error::Error;

use compiler::{Compiler, Made};
use corpus::{Derived, Use, structs, tools};
use rounds::Rounds;
use watch::scaled;

type Failed = Box<dyn Error + Send + Sync>;

/// A crate, which an edit changes in one place.
struct Measured<'a> {
    name: &'a str,
    source: &'a dyn Fn(usize) -> String,
}

/// From nothing, and after an edit.
const STATES: [&str; 2] = ["clean", "after an edit"];

fn main() -> Result<(), Failed> {
    watch::say_if_quick();
    let compiler = Compiler::new()?;
    let forms = scaled(100, 3);
    for (used, what) in [(Use::Read, "read"), (Use::Declared, "only declared")] {
        println!("\n## {forms} structs of 6 fields, {what}");
        compare(
            &compiler,
            [
                Measured {
                    name: "derive(Form)",
                    source: &|edit| structs(forms, Derived::Form, used, edit),
                },
                Measured {
                    name: "derive(Deserialize, JsonSchema)",
                    source: &|edit| structs(forms, Derived::Serde, used, edit),
                },
                Measured {
                    name: "nothing derived",
                    source: &|edit| structs(forms, Derived::Nothing, used, edit),
                },
            ],
        )?;
    }
    let handlers = scaled(20, 2);
    println!("\n## {handlers} tools");
    compare(
        &compiler,
        [
            Measured {
                name: "#[interactive]: a step, a form, a gate",
                source: &|edit| tools(handlers, true, edit),
            },
            Measured {
                name: "#[tool] alone",
                source: &|edit| tools(handlers, false, edit),
            },
            Measured {
                name: "no tool",
                source: &|edit| tools(0, false, edit),
            },
        ],
    )
}

/// Ours, theirs, and what both have beside what is measured.
fn compare(compiler: &Compiler, crates: [Measured<'_>; 3]) -> Result<(), Failed> {
    compare_sizes(compiler, &crates)?;
    for (made, what) in [(Made::Check, "check"), (Made::Build, "debug build")] {
        compare_times(compiler, &crates, made, what)?;
    }
    Ok(())
}

fn compare_sizes(compiler: &Compiler, crates: &[Measured<'_>; 3]) -> Result<(), Failed> {
    let mut sizes = [(0.0, 0.0); 3];
    for (measured, size) in crates.iter().zip(&mut sizes) {
        let expanded = compiler.expand(&(measured.source)(0))?;
        *size = (expanded.len() as f64, items(&expanded) as f64);
        let (bytes, items) = size;
        println!(
            "{:<44} expanded: {bytes} bytes, {items} items",
            measured.name
        );
    }
    let [ours, theirs, base] = sizes;
    println!(
        "ours by theirs, without what both have: bytes {:.2}, items {:.2}",
        (ours.0 - base.0) / (theirs.0 - base.0),
        (ours.1 - base.1) / (theirs.1 - base.1)
    );
    Ok(())
}

/// The crates take turns, whoever is first being another one each round.
fn compare_times(
    compiler: &Compiler,
    crates: &[Measured<'_>; 3],
    made: Made,
    what: &str,
) -> Result<(), Failed> {
    let mut wall = [const { [const { Rounds::new() }; 3] }; STATES.len()];
    let mut processor = wall.clone();
    for round in 0..scaled(11, 1) {
        for turn in 0..crates.len() {
            let at = (round + turn) % crates.len();
            let Some(measured) = crates.get(at) else {
                continue;
            };
            compiler.forget()?;
            for (state, (wall, processor)) in wall.iter_mut().zip(&mut processor).enumerate() {
                let source = (measured.source)(STATES.len() * round + state);
                let spent = compiler.compile(&source, made)?;
                if let (Some(wall), Some(processor)) = (wall.get_mut(at), processor.get_mut(at)) {
                    wall.add(spent.wall);
                    processor.add(spent.processor);
                }
            }
        }
    }
    for (state, (wall, processor)) in STATES.iter().zip(wall.iter().zip(&processor)) {
        println!("\n{what}, {state}");
        for (measured, (wall, processor)) in crates.iter().zip(wall.iter().zip(processor)) {
            println!("{:<44} {wall} s, processors {processor} s", measured.name);
        }
        for (name, [ours, theirs, base]) in [("time", wall), ("processors", processor)] {
            println!(
                "{name}: ours by theirs {}, without what both have {}",
                ours.by(theirs),
                ours.over(base).by(&theirs.over(base))
            );
        }
    }
    Ok(())
}

/// How many items, members of impls included, begin a line.
fn items(expanded: &str) -> usize {
    const BEGINNINGS: [&str; 12] = [
        "impl",
        "fn ",
        "async fn ",
        "const ",
        "static ",
        "struct ",
        "enum ",
        "type ",
        "use ",
        "mod ",
        "extern ",
        "trait ",
    ];
    expanded
        .lines()
        .map(|line| {
            line.trim_start()
                .trim_start_matches("pub ")
                .trim_start_matches("unsafe ")
        })
        .filter(|line| !line.starts_with("const {"))
        .filter(|line| {
            BEGINNINGS
                .iter()
                .any(|beginning| line.starts_with(beginning))
        })
        .count()
}
