use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::*;
use crate::{handler::model::Role, operation::input};

fn checked(keys: TokenStream, function: TokenStream) -> Result<Operation, Vec<String>> {
    let mut faults = Faults::default();
    let input = input::read(keys, syn::parse2(function).unwrap(), &mut faults);
    check(input, faults).map_err(|rejected| rejected.faults.messages())
}

fn operation(function: TokenStream) -> Operation {
    checked(TokenStream::new(), function).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn parameters_without_attributes_are_told_apart() {
    let operation = operation(quote! {
        async fn x(
            Args { name }: Args,
            db: &Db,
            #[step(db.count(&name)?)] count: u64,
            user: askback::Principal,
            ask: &mut askback::Ask<'_>,
        ) -> R {}
    });
    let (at, ty) = operation.state.unwrap();
    assert_eq!((at, ty.to_token_stream().to_string().as_str()), (1, "Db"));
    let roles: Vec<_> = operation
        .handler
        .parameters
        .iter()
        .map(|own| own.role)
        .collect();
    assert_eq!(
        roles,
        [
            Role::Given { planned: true },
            Role::Given { planned: true },
            Role::Item(0),
            Role::Given { planned: false },
            Role::Ask,
        ]
    );
}

#[test]
fn a_state_is_any_type_behind_a_reference() {
    for (ty, state) in [
        ("&Db", "Db"),
        ("&'a Db", "Db"),
        ("&dyn Store", "dyn Store"),
        ("&str", "str"),
        ("&(dyn Store + Send)", "(dyn Store + Send)"),
        ("&Cow<'static, str>", "Cow < 'static , str >"),
    ] {
        let ty: TokenStream = ty.parse().unwrap();
        let operation = operation(quote!(async fn x<'a>(db: #ty) -> R {}));
        let (_, ty) = operation.state.unwrap();
        assert_eq!(ty.to_token_stream().to_string(), state);
    }
    assert!(
        operation(quote!(
            async fn x(args: Args) -> R {}
        ))
        .state
        .is_none()
    );
}

#[test]
fn a_name_is_the_functions_unless_it_is_given() {
    assert_eq!(
        operation(quote!(
            async fn r#move() -> R {}
        ))
        .name,
        "move"
    );
    let named = checked(
        quote!(name = "backups.purge"),
        quote!(
            async fn x() -> R {}
        ),
    );
    assert_eq!(named.unwrap().name, "backups.purge");
    for keys in [quote!(name = "a b"), quote!(name = ""), quote!(name = 3)] {
        let faults = checked(
            keys,
            quote!(
                async fn x() -> R {}
            ),
        )
        .unwrap_err();
        assert_eq!(faults.len(), 1, "{faults:?}");
    }
    let faults = checked(
        quote!(),
        quote!(
            async fn löschen() -> R {}
        ),
    )
    .unwrap_err();
    assert_eq!(faults, [say::OWN_NAME]);
}

#[test]
fn faults_come_together_and_once() {
    for (function, count) in [
        (
            quote!(
                fn x(self, a: A, b: B, db: &Db, other: &Db) -> R {}
            ),
            4,
        ),
        (
            quote!(
                async fn x<T, const N: usize>(db: &mut Db, ask: &mut Ask) -> R {}
            ),
            3,
        ),
        (
            quote!(
                async fn x<'a>(db: &Db<'a>, args: Args<'a>) -> R<'a> {}
            ),
            3,
        ),
        (
            quote!(
                async fn x(db: &impl Store, args: impl Args) -> R {}
            ),
            2,
        ),
        (
            quote!(
                #[tool]
                #[interactive]
                #[operation]
                async fn x() -> R {}
            ),
            3,
        ),
        (
            quote!(
                async fn x(x: Args, #[state] s: &mut S) -> R {}
            ),
            1,
        ),
        (
            quote!(
                unsafe extern "C" fn x() -> R {}
            ),
            3,
        ),
        (
            quote!(
                fn x() -> Pin<Box<dyn Future>> {}
            ),
            1,
        ),
        (
            quote!(
                async fn x(Parameters(args): Parameters<Args>) -> R {}
            ),
            1,
        ),
        (
            quote!(
                async fn x(#[ask("Go?", plain)] go: Confirmed) -> R {}
            ),
            1,
        ),
    ] {
        let faults = checked(TokenStream::new(), function.clone()).unwrap_err();
        assert_eq!(faults.len(), count, "{function}: {faults:?}");
    }
}

#[test]
fn keys_say_what_they_take() {
    let function = quote!(
        async fn x(#[ask("Go?", plain)] go: Confirmed) -> R {}
    );
    let keys = quote!(
        non_destructive,
        ttl = 86_400,
        rounds = 3,
        once,
        recover = <T>::found,
        guidance = "Call"
    );
    let settings = checked(keys, function).unwrap().handler.settings;
    assert!(settings.plain && settings.once && settings.recover.is_some());
    assert_eq!((settings.ttl, settings.rounds), (Some(86_400), Some(3)));
    for keys in [
        quote!(ttl = 86_401),
        quote!(once = true),
        quote!(recover),
        quote!(recover = find()),
        quote!(recovery = find),
        quote!(read_only),
        quote!(unsealed),
        quote!(non_destructive = true),
    ] {
        let faults = checked(
            keys.clone(),
            quote!(
                async fn x() -> R {}
            ),
        )
        .unwrap_err();
        assert_eq!(faults.len(), 1, "{keys}: {faults:?}");
    }
}
