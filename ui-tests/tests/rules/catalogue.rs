//! The messages of the macros, as their source has them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprLit, ExprMethodCall, ExprPath, ExprTuple, ItemConst, ItemFn, ItemMod, Lit,
    LitStr, Macro, MetaNameValue, Token,
};

/// A message, or a part of one, in the pieces between what is put in.
pub(crate) struct Template(Vec<String>);

impl Template {
    fn text(text: &str) -> Self {
        Self(vec![text.to_owned()])
    }

    /// Of a format string.
    fn format(format: &str) -> Self {
        let (mut pieces, mut piece) = (Vec::new(), String::new());
        let mut chars = format.chars().peekable();
        while let Some(char) = chars.next() {
            match char {
                '{' | '}' if chars.peek() == Some(&char) => piece.extend(chars.next()),
                '{' => {
                    pieces.push(std::mem::take(&mut piece));
                    while chars.next().is_some_and(|char| char != '}') {}
                }
                _ => piece.push(char),
            }
        }
        pieces.push(piece);
        Self(pieces)
    }

    /// Whether all pieces are there, in their order.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let mut rest = Some(text);
        for piece in &self.0 {
            rest = rest.and_then(|rest| Some(rest.split_once(piece.as_str())?.1));
        }
        rest.is_some()
    }

    /// Whether it says enough to be known again in an error.
    pub(crate) fn is_telling(&self) -> bool {
        self.0.iter().map(String::len).sum::<usize>() > 20
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("{}"))
    }
}

/// A constant or a function of the catalogue: its module, and its name.
pub(crate) type Item = (String, String);

/// All messages, each with the item that it stands in, and which items lean on which others.
#[derive(Default)]
pub(crate) struct Catalogue {
    module: String,
    item: String,
    messages: Vec<(Item, Template)>,
    leans_on: BTreeMap<Item, BTreeSet<Item>>,
}

/// The keys of tables are no messages: what stands beside them is.
pub(crate) fn catalogue() -> Catalogue {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../macros/src");
    let mut files = vec![sources.join("messages.rs")];
    let folder = fs::read_dir(sources.join("messages")).unwrap();
    files.extend(folder.map(|entry| entry.unwrap().path()));
    let mut catalogue = Catalogue::default();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        // It is re-exported as a whole.
        let name = if name == "foreign" { "messages" } else { name };
        name.clone_into(&mut catalogue.module);
        let source = fs::read_to_string(file).unwrap();
        catalogue.visit_file(&syn::parse_file(&source).unwrap());
    }
    let count = catalogue.messages.len();
    assert!(count > 200, "the catalogue is larger than that");
    catalogue
}

impl Catalogue {
    pub(crate) fn all(&self) -> impl Iterator<Item = &Template> {
        self.messages.iter().map(|(_, template)| template)
    }

    /// The messages of these items, and of those that they lean on.
    pub(crate) fn of<'a>(
        &'a self,
        items: &BTreeSet<Item>,
    ) -> impl Iterator<Item = &'a Template> + use<'a> {
        let mut reached = BTreeSet::new();
        let mut next: Vec<&Item> = items.iter().collect();
        while let Some(item) = next.pop() {
            if reached.insert(item.clone()) {
                next.extend(self.leans_on.get(item).into_iter().flatten());
            }
        }
        self.messages
            .iter()
            .filter(move |(item, _)| reached.contains(item))
            .map(|(_, template)| template)
    }

    fn here(&self) -> Item {
        (self.module.clone(), self.item.clone())
    }
}

impl<'a> Visit<'a> for Catalogue {
    fn visit_item_fn(&mut self, function: &'a ItemFn) {
        self.item = function.sig.ident.to_string();
        visit::visit_item_fn(self, function);
    }

    fn visit_item_const(&mut self, constant: &'a ItemConst) {
        self.item = constant.ident.to_string();
        visit::visit_item_const(self, constant);
    }

    fn visit_expr_path(&mut self, path: &'a ExprPath) {
        if let Some(name) = path.path.get_ident() {
            let other = (self.module.clone(), name.to_string());
            self.leans_on.entry(self.here()).or_default().insert(other);
        }
    }

    fn visit_lit_str(&mut self, text: &'a LitStr) {
        let template = Template::text(&text.value());
        self.messages.push((self.here(), template));
    }

    fn visit_expr_tuple(&mut self, tuple: &'a ExprTuple) {
        for element in tuple.elems.iter().skip(1) {
            self.visit_expr(element);
        }
    }

    fn visit_macro(&mut self, macro_: &'a Macro) {
        let arguments = macro_.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        for (at, argument) in arguments.unwrap().iter().enumerate() {
            match argument {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(format),
                    ..
                }) if at == 0 => {
                    let template = Template::format(&format.value());
                    self.messages.push((self.here(), template));
                }
                _ => self.visit_expr(argument),
            }
        }
    }

    // Doc comments are no messages.
    fn visit_attribute(&mut self, _: &'a Attribute) {}
}

/// What the runtime has the compiler say: of types that do not fit, and of constants.
pub(crate) fn said_by_the_runtime() -> Vec<Template> {
    let mut said = Said(Vec::new());
    each_file(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src"),
        &mut said,
    );
    assert!(said.0.len() > 50, "there is more than that");
    said.0
}

fn each_file(folder: &Path, said: &mut Said) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            each_file(&path, said);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let source = fs::read_to_string(path).unwrap();
            said.visit_file(&syn::parse_file(&source).unwrap());
        }
    }
}

struct Said(Vec<Template>);

impl<'a> Visit<'a> for Said {
    /// `message` of `#[diagnostic::on_unimplemented(…)]`.
    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        let name = attribute.path().segments.last();
        if name.is_none_or(|name| name.ident != "on_unimplemented") {
            return;
        }
        let keys =
            attribute.parse_args_with(Punctuated::<MetaNameValue, Token![,]>::parse_terminated);
        for key in keys.unwrap() {
            if let (
                true,
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }),
            ) = (key.path.is_ident("message"), &key.value)
            {
                self.0.push(Template::format(&text.value()));
            }
        }
    }

    /// `Message::new().text("…")`, and whatever else is put together so.
    fn visit_expr_method_call(&mut self, call: &'a ExprMethodCall) {
        if let (
            true,
            Some(Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            })),
        ) = (call.method == "text", call.args.first())
            && begins_with_a_message(&call.receiver)
        {
            self.0.push(Template::text(&text.value()));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }
}

fn begins_with_a_message(receiver: &Expr) -> bool {
    match receiver {
        Expr::MethodCall(call) => begins_with_a_message(&call.receiver),
        Expr::Call(call) => {
            matches!(&*call.func, Expr::Path(path) if path.path.segments.first().is_some_and(|first| first.ident == "Message"))
        }
        _ => false,
    }
}

#[test]
fn a_format_is_found_in_what_it_makes() {
    let template = Template::format("`{{:{spec}}}` is not among `{{}}`; use {other:?}, or drop it");
    assert!(template.is_in("`{:>9}` is not among `{}`; use \"x\", or drop it"));
    assert!(!template.is_in("`{:>9}` is not among `{}`; or drop it, use \"x\""));
    assert!(!template.is_in("`:>9` is not among `{}`; use \"x\", or drop it"));
}
