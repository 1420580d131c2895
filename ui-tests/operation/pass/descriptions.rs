//! The doc comment is the description, as it stands there; the plan is in the rustdoc alone.

use askback::{Form, Operation, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

/// Delete old backups.
///
/// - those of the site
///     indented
/**
 and more
*/
#[operation]
async fn lines(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

/// First.
#[doc = concat!("Made ", "by a macro.")]
#[operation]
async fn made() -> Result<u8, askback::Error> {
    Ok(1)
}

#[operation]
/// Below the attribute.
async fn below() -> Result<u8, askback::Error> {
    Ok(1)
}

///
#[operation]
async fn blank() -> Result<u8, askback::Error> {
    Ok(1)
}

#[operation]
#[doc(alias = "no-description")]
#[deprecated(note = "use another")]
#[must_use]
async fn none() -> Result<u8, askback::Error> {
    Ok(1)
}

#[allow(deprecated)]
fn main() {
    let description = |operation: &dyn Operation<()>| operation.description().map(str::to_owned);
    assert_eq!(
        description(&lines).as_deref(),
        Some("Delete old backups.\n\n- those of the site\n    indented\n\nand more")
    );
    assert_eq!(description(&made).as_deref(), Some("First.\nMade by a macro."));
    assert_eq!(description(&below).as_deref(), Some("Below the attribute."));
    assert_eq!(description(&blank), None);
    assert_eq!(description(&none), None);
}
