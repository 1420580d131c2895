//! An `async fn` wants the lifetimes of its parameters written out. Ours are put in where the author left them out.

use syn::{
    GenericArgument, Path, PathArguments, PathSegment, Type,
    visit_mut::{self, VisitMut},
};

/// The type with `'_` in every `Confirmed` and `Ask` that has no lifetime. Under any other name the compiler asks for it.
pub(super) fn written_out(ty: &Type) -> Type {
    let mut ty = ty.clone();
    WriteOut.visit_type_mut(&mut ty);
    ty
}

struct WriteOut;

impl VisitMut for WriteOut {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        if let Some(last) = path.segments.last_mut() {
            write_out(last);
        }
    }
}

fn write_out(segment: &mut PathSegment) {
    if segment.ident != "Confirmed" && segment.ident != "Ask" {
        return;
    }
    match &mut segment.arguments {
        PathArguments::None => {
            segment.arguments = PathArguments::AngleBracketed(syn::parse_quote!(<'_>))
        }
        PathArguments::AngleBracketed(arguments) => {
            if !arguments
                .args
                .iter()
                .any(|argument| matches!(argument, GenericArgument::Lifetime(_)))
            {
                arguments.args.insert(0, syn::parse_quote!('_));
            }
        }
        PathArguments::Parenthesized(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    #[test]
    fn lifetimes_are_written_out_once() {
        for (written, out) in [
            ("Confirmed", "Confirmed < '_ >"),
            (
                "askback :: Confirmed < Purge >",
                "askback :: Confirmed < '_ , Purge >",
            ),
            (
                "Option < Answer < Confirmed > >",
                "Option < Answer < Confirmed < '_ > > >",
            ),
            ("Confirmed < 'a >", "Confirmed < 'a >"),
            ("& mut Ask", "& mut Ask < '_ >"),
            ("Deletion", "Deletion"),
        ] {
            let ty: Type = syn::parse_str(written).unwrap();
            assert_eq!(written_out(&ty).to_token_stream().to_string(), out);
        }
    }
}
