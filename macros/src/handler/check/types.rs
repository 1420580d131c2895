//! What cannot stand in the type of a parameter.

use syn::{
    GenericArgument, Lifetime, PathArguments, PathSegment, Type, TypeImplTrait,
    visit::{self, Visit},
};

use crate::{faults::Faults, messages::interactive as say};

/// Reports `impl Trait`, which is a type parameter.
pub(crate) fn any_impl(ty: &Type, message: &str, faults: &mut Faults) -> bool {
    struct Find<'a>(Option<&'a TypeImplTrait>);
    impl<'a> Visit<'a> for Find<'a> {
        fn visit_type_impl_trait(&mut self, ty: &'a TypeImplTrait) {
            self.0.get_or_insert(ty);
        }
    }
    let mut find = Find(None);
    find.visit_type(ty);
    if let Some(found) = find.0 {
        faults.on(found, message);
    }
    find.0.is_some()
}

/// Reports the lifetime of a confirmation: that of the call has no name.
pub(super) fn named_lifetimes(ty: &Type, faults: &mut Faults) {
    struct Find<'a>(Vec<&'a Lifetime>);
    impl<'a> Visit<'a> for Find<'a> {
        fn visit_path_segment(&mut self, segment: &'a PathSegment) {
            if let (true, PathArguments::AngleBracketed(arguments)) =
                (segment.ident == "Confirmed", &segment.arguments)
            {
                self.0
                    .extend(arguments.args.iter().filter_map(|argument| match argument {
                        GenericArgument::Lifetime(lifetime) => Some(lifetime),
                        _ => None,
                    }));
            }
            visit::visit_path_segment(self, segment);
        }
    }
    let mut find = Find(Vec::new());
    find.visit_type(ty);
    for lifetime in find.0 {
        if lifetime.ident != "_" {
            faults.on(lifetime, say::CONFIRMED_LIFETIME);
        }
    }
}
