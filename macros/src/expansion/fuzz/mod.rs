//! Nonsense at every entry: never a panic, and what comes out are items.

mod mutate;
mod noise;
mod random;

use std::{
    iter::repeat_with,
    panic::{AssertUnwindSafe, catch_unwind},
};

use proc_macro2::TokenStream;
use quote::quote;

use self::random::Random;
use super::{Entry, corpus::Case};

/// How many inputs of each kind an entry gets.
const INPUTS: usize = 10_000;

/// Expands it, and says whether it was refused, or what is wrong with the expansion.
fn refused(entry: Entry, arguments: &TokenStream, item: &TokenStream) -> Result<bool, String> {
    let (given, declared) = (arguments.clone(), item.clone());
    let expand = AssertUnwindSafe(|| entry.expand(given, declared));
    let expansion = catch_unwind(expand).map_err(|_| "panics".to_owned())?;
    match entry.program(&expansion) {
        Err(fault) if readable(entry, item) => Err(format!("{fault} in {expansion}")),
        _ => Ok(expansion.to_string().contains("compile_error")),
    }
}

/// Whether the author's part can be read. What cannot be is the compiler's to report, and stays in the expansion of an
/// attribute as it was.
fn readable(entry: Entry, item: &TokenStream) -> bool {
    match entry {
        Entry::Form | Entry::Choice | Entry::Field => true,
        Entry::Message => true,
        Entry::Interactive | Entry::Document => {
            syn::parse2::<syn::ImplItemFn>(item.clone()).is_ok()
        }
        Entry::Operation => syn::parse2::<syn::ItemFn>(item.clone()).is_ok(),
    }
}

/// Goes through inputs, shows those that are not taken well, and says how many are refused.
fn run(entry: Entry, inputs: impl Iterator<Item = (TokenStream, TokenStream)>) -> usize {
    let (mut count, mut faults) = (0, Vec::new());
    for (arguments, item) in inputs.take(INPUTS) {
        match refused(entry, &arguments, &item) {
            Ok(refused) => count += usize::from(refused),
            Err(fault) => faults.push(format!("#[…({arguments})] {item}\n    {fault}")),
        }
    }
    faults.truncate(5);
    assert!(faults.is_empty(), "{entry:?}:\n{}", faults.join("\n\n"));
    count
}

/// Declarations with one to four changes.
fn mutated(entry: Entry) {
    let cases = Case::all();
    let others: Vec<TokenStream> = cases.iter().map(Case::with).collect();
    let own: Vec<_> = cases
        .iter()
        .filter(|case| case.entry == entry)
        .map(|case| entry.split(case.with()).unwrap())
        .collect();
    let mut random = Random::new(1);
    let inputs = repeat_with(|| {
        let (mut arguments, mut item) = random.pick(&own).clone();
        for _ in 0..=random.below(4) {
            if !arguments.is_empty() && random.below(8) == 0 {
                arguments = mutate::mutate(arguments, &others, &mut random);
            } else {
                item = mutate::mutate(item, &others, &mut random);
            }
        }
        (arguments, item)
    });
    let refused = run(entry, inputs);
    // Most changes matter, and some do not: neither all nor none would be a test of much.
    let some = INPUTS / 100..INPUTS - INPUTS / 100;
    assert!(
        entry == Entry::Document || some.contains(&refused),
        "{refused} were refused"
    );
}

/// Noise where everything is looked at, and as all there is.
fn noisy(entry: Entry) {
    let mut random = Random::new(2);
    let inputs = repeat_with(|| {
        let mut noise = |depth| noise::stream(&mut random, depth);
        let (arguments, inside, ty, all) = (noise(3), noise(4), noise(2), noise(5));
        let item = match (entry, random.below(4)) {
            (_, 0) => all,
            (Entry::Form, 1) => quote!(
                #[form(#arguments)]
                struct F {
                    #[form(#inside)]
                    a: String,
                }
            ),
            (Entry::Form, _) => quote!(struct F<#arguments> { #[form #inside] a: #ty, #all }),
            (Entry::Choice, 1) => quote!(
                #[choice(#arguments)]
                enum E {
                    #[choice(#inside)]
                    A,
                    B,
                }
            ),
            (Entry::Choice, _) => quote!(enum E<#arguments> { #[choice #inside] A #ty, #all }),
            (Entry::Field, 1) => quote!(
                #[field(#arguments)]
                struct N(u8);
            ),
            (Entry::Field, _) => quote!(#[field #inside] struct N<#arguments>(#ty);),
            (Entry::Interactive | Entry::Document, 1) => {
                quote!(#[tool] async fn x(&self, #[ask(#inside)] a: A) -> R { #all })
            }
            (Entry::Interactive | Entry::Document, _) => {
                quote!(#[tool(#all)] async fn x(&self, #[step(#inside)] a: #ty, #[ask("{a}")] b: B) -> R {})
            }
            (Entry::Operation, 1) => quote!(async fn x(#[ask(#inside)] a: A) -> R { #all }),
            (Entry::Operation, _) => {
                quote!(async fn x(#[step(#inside)] a: #ty, #[ask("{a}")] b: B) -> R {})
            }
            (Entry::Message, 1) => quote!(::askback, #inside),
            (Entry::Message, _) => quote!(::askback, "{x} {}", #inside),
        };
        (arguments, item)
    });
    run(entry, inputs);
}

macro_rules! entries {
    ($($name:ident: $entry:ident),* $(,)?) => {$(
        mod $name {
            #[test]
            fn declarations_with_changed_tokens() {
                super::mutated(super::Entry::$entry);
            }

            #[test]
            fn noise() {
                super::noisy(super::Entry::$entry);
            }
        }
    )*};
}

entries! {
    form: Form,
    choice: Choice,
    field: Field,
    interactive: Interactive,
    operation: Operation,
    message: Message,
    document: Document,
}
