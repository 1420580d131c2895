//! Who calls is told by the parameter's type, under whatever name it goes.

use askback::{Form, Operation, Principal, operation};

type Caller = askback::Principal;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Args {
    days: u32,
}

#[derive(Form)]
struct Details {
    reason: String,
}

#[operation]
async fn beside_arguments(
    user: Principal,
    Args { days }: Args,
    #[step(user.is_local())] local: bool,
    #[ask("Why {days}, {local}?")] details: Details,
) -> Result<String, askback::Error> {
    Ok(format!("{user:?} {}", details.reason))
}

#[operation]
async fn by_path(args: Args, user: askback::Principal) -> Result<u32, askback::Error> {
    drop(user);
    Ok(args.days)
}

// Case: an alias, alone.
#[operation]
async fn by_alias(user: Caller) -> Result<bool, askback::Error> {
    Ok(user.is_local())
}

fn main() {
    let schema = |operation: &dyn Operation<()>| operation.input_schema();
    assert_eq!(schema(&beside_arguments)["required"], serde_json::json!(["days"]));
    assert_eq!(schema(&by_path)["required"], serde_json::json!(["days"]));
    assert_eq!(schema(&by_alias)["additionalProperties"], false);
}
