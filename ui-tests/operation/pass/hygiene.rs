//! Names of the author's that are like those that are generated.
#![no_implicit_prelude]

use ::askback::{Form, operation};

#[allow(non_camel_case_types, dead_code)]
struct Result;
#[allow(dead_code)]
struct Option;
#[allow(dead_code)]
struct Box;
#[allow(dead_code)]
struct String;
#[allow(dead_code)]
struct Value;
#[allow(dead_code)]
struct Operation;
#[allow(dead_code)]
trait Send {}
#[allow(dead_code)]
trait Sized {}
#[derive(Form)]
struct Details {
    reason: ::std::string::String,
}

type Args = ::std::collections::BTreeMap<::std::string::String, u64>;

struct Db;

// Case: parameters that are called like what is generated might be.
#[operation]
async fn call(
    state: &Db,
    arguments: Args,
    #[step(arguments.len())] pause: usize,
    #[ask("{pause} {}?", arguments.len())] returns: Details,
    run: &mut ::askback::Ask,
) -> ::std::result::Result<::std::string::String, ::askback::Error> {
    let _ = (state, pause, run);
    ::std::result::Result::Ok(returns.reason)
}

fn main() {
    let operation: &dyn ::askback::Operation<Db> = &call;
    ::std::assert_eq!(operation.name(), "call");
}
