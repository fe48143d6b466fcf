//! Finds what can be changed in a source text.

use anyhow::Result;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, UnOp};

use crate::site::{Extent, Form, Site};

/// All that can be changed in a file, by where it begins. Left out are tests, macros, patterns,
/// types, attributes, and what is evaluated while compiling.
pub fn sites(text: &str) -> Result<Vec<Site>> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder { found: Vec::new() };
    finder.visit_file(&file);
    // Whatever holds others comes before them.
    finder
        .found
        .sort_by_key(|site| (site.extent.start, usize::MAX - site.extent.end));
    Ok(finder.found)
}

struct Finder {
    found: Vec<Site>,
}

impl Finder {
    fn add(&mut self, whole: &dyn Spanned, named: Span, form: Form, others: &[&str]) {
        self.found.push(Site {
            extent: extent(whole),
            line: named.start().line,
            form,
            others: others.iter().map(|it| (*it).to_owned()).collect(),
        });
    }

    fn binary(&mut self, node: &syn::ExprBinary) {
        let (left, right) = (extent(&node.left), extent(&node.right));
        let named = node.op.span();
        let (form, others): (_, &[&str]) = match node.op {
            BinOp::Add(_) => (Form::Arithmetic(left, "+", right), &["-"]),
            BinOp::Sub(_) => (Form::Arithmetic(left, "-", right), &["+"]),
            BinOp::Mul(_) => (Form::Arithmetic(left, "*", right), &["/"]),
            BinOp::Div(_) => (Form::Arithmetic(left, "/", right), &["*"]),
            BinOp::Lt(_) => (Form::Comparison(left, "<", right), &["<=", ">="]),
            BinOp::Le(_) => (Form::Comparison(left, "<=", right), &["<", ">"]),
            BinOp::Gt(_) => (Form::Comparison(left, ">", right), &[">=", "<="]),
            BinOp::Ge(_) => (Form::Comparison(left, ">=", right), &[">", "<"]),
            BinOp::Eq(_) => (Form::Comparison(left, "==", right), &["!="]),
            BinOp::Ne(_) => (Form::Comparison(left, "!=", right), &["=="]),
            BinOp::And(_) if !binds(&node.left) && !binds(&node.right) => {
                (Form::Logic(left, "&&", right), &["||"])
            }
            BinOp::Or(_) => (Form::Logic(left, "||", right), &["&&"]),
            BinOp::AddAssign(_) => (Form::Assignment(left, "+=", right), &["-="]),
            BinOp::SubAssign(_) => (Form::Assignment(left, "-=", right), &["+="]),
            BinOp::MulAssign(_) => (Form::Assignment(left, "*=", right), &["/="]),
            BinOp::DivAssign(_) => (Form::Assignment(left, "/=", right), &["*="]),
            _ => return,
        };
        self.add(node, named, form, others);
    }
}

/// The bytes that something takes.
fn extent(of: &(impl Spanned + ?Sized)) -> Extent {
    of.span().byte_range()
}

/// Whether a condition binds names by `let`, which can't stand in an expression of its own.
fn binds(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(node) => binds(&node.left) || binds(&node.right),
        _ => false,
    }
}

/// Whether something is there only for tests, by its attributes.
fn for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let condition = match &attribute.meta {
            syn::Meta::List(list) if path.is_ident("cfg") => list.tokens.to_string(),
            _ => String::new(),
        };
        path.is_ident("test") || condition == "test" || condition.contains("(test")
    })
}

/// What a number becomes: twice as much, or one more for integers; zero becomes one.
fn other_literal(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Float(it) => {
            let value: f64 = it.base10_digits().parse().ok()?;
            let other = if value == 0.0 { 1.0 } else { 2.0 * value };
            Some(format!("{other:?}{}", it.suffix()))
        }
        Lit::Int(it) => {
            let value: u128 = it.base10_digits().parse().ok()?;
            Some(format!("{}{}", value.checked_add(1)?, it.suffix()))
        }
        Lit::Bool(it) => Some((!it.value).to_string()),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        self.binary(node);
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        let operand = extent(&node.expr);
        match node.op {
            UnOp::Neg(_) => self.add(node, node.op.span(), Form::Negation("-", operand), &[""]),
            UnOp::Not(_) => self.add(node, node.op.span(), Form::Negation("!", operand), &[""]),
            _ => {}
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_method_call(&mut self, node: &'ast syn::ExprMethodCall) {
        if let Some(argument) = node.args.first().filter(|_| node.args.len() == 1) {
            let (receiver, argument) = (extent(&node.receiver), extent(argument));
            let named = node.method.span();
            if node.method == "min" {
                self.add(node, named, Form::Call(receiver, "min", argument), &["max"]);
            } else if node.method == "max" {
                self.add(node, named, Form::Call(receiver, "max", argument), &["min"]);
            }
        }
        visit::visit_expr_method_call(self, node);
    }

    fn visit_expr_lit(&mut self, node: &'ast syn::ExprLit) {
        if let Some(other) = other_literal(&node.lit) {
            let was = node.lit.span().source_text().unwrap_or_default();
            self.add(node, node.span(), Form::Literal(was), &[&other]);
        }
    }

    fn visit_item(&mut self, node: &'ast syn::Item) {
        let attributes = match node {
            syn::Item::Fn(it) if it.sig.constness.is_none() => &it.attrs,
            syn::Item::Mod(it) => &it.attrs,
            syn::Item::Impl(it) => &it.attrs,
            syn::Item::Trait(it) => &it.attrs,
            // Constants, and what holds no expressions.
            _ => return,
        };
        if !for_tests(attributes) {
            visit::visit_item(self, node);
        }
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        if node.sig.constness.is_none() && !for_tests(&node.attrs) {
            visit::visit_impl_item_fn(self, node);
        }
    }

    fn visit_expr_repeat(&mut self, node: &'ast syn::ExprRepeat) {
        // Not the length.
        self.visit_expr(&node.expr);
    }

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_path(&mut self, _: &'ast syn::Path) {}
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}
    fn visit_angle_bracketed_generic_arguments(
        &mut self,
        _: &'ast syn::AngleBracketedGenericArguments,
    ) {
    }
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
}

#[cfg(test)]
mod tests {
    use super::sites;

    fn changes(text: &str) -> Vec<String> {
        let found = sites(text).expect("it is Rust");
        found
            .iter()
            .flat_map(|site| site.others.iter().map(|other| site.change(other)))
            .collect()
    }

    #[test]
    fn each_operator_and_number_has_its_changes() {
        let text =
            "fn f(a: f32) -> bool { let mut b = -a * 0.5; b += a.min(1e-3); b < a && !(b == a) }";
        assert_eq!(
            changes(text),
            [
                "* -> /",
                "- dropped",
                "0.5 -> 1.0",
                "+= -> -=",
                "min -> max",
                "1e-3 -> 0.002",
                "&& -> ||",
                "< -> <=",
                "< -> >=",
                "! dropped",
                "== -> !="
            ]
        );
    }

    #[test]
    fn what_is_no_code_of_the_running_program_has_none() {
        for text in [
            "const A: f32 = 1.0 + 2.0;",
            "const fn f() -> usize { 1 + 2 }",
            "fn f() { const A: usize = 3; static B: i32 = -1; }",
            "fn f(a: [f32; 3]) { match a { [-1.0, ..] => {} _ => {} } }",
            "#[cfg(test)] mod tests { fn f() -> i32 { 1 } }",
            "#[cfg(all(test, feature = \"nav\"))] fn f() -> i32 { 1 }",
            "struct S; impl S { const A: i32 = 1; #[doc = \"1 + 1\"] fn f() {} }",
            "fn f() { println!(\"{}\", 1 + 2); }",
            "fn f() { g::<3>(); h.i::<{ 1 + 2 }>(); }",
        ] {
            assert_eq!(changes(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn conditions_that_bind_names_stay_whole() {
        assert_eq!(
            changes("fn f() { if let Some(a) = b && c && a < d {} }"),
            ["< -> <=", "< -> >="]
        );
    }
}
