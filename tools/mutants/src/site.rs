//! A place in a source text that can be changed, and the code that holds all its changes.

use std::ops::Range;

/// What the sides of an operator are called in the code with changes: names that nothing else has.
const LEFT: &str = "mutants_left";
const RIGHT: &str = "mutants_right";

/// Part of a source text, in bytes.
pub type Extent = Range<usize>;

/// An expression that faults can be put into.
#[derive(Clone, Debug)]
pub struct Site {
    /// All of the expression.
    pub extent: Extent,
    /// Where its operator or its name begins, from 1 on.
    pub line: usize,
    /// What kind of expression it is.
    pub form: Form,
    /// What its operator, its method or its literal may become.
    pub others: Vec<String>,
}

/// An expression that faults can be put into, by its parts.
#[derive(Clone, Debug)]
pub enum Form {
    /// `left operator right`, whose sides are taken first.
    Arithmetic(Extent, &'static str, Extent),
    /// `left operator right`, whose sides are only looked at.
    Comparison(Extent, &'static str, Extent),
    /// `left && right`, or `left || right`: the right side is evaluated only if it matters.
    Logic(Extent, &'static str, Extent),
    /// `left operator right;`.
    Assignment(Extent, &'static str, Extent),
    /// `operator operand`; the change drops the operator.
    Negation(&'static str, Extent),
    /// `receiver.method(argument)`.
    Call(Extent, &'static str, Extent),
    /// A number or a truth value.
    Literal(String),
}

impl Site {
    /// The parts of the expression that are expressions themselves, in their order.
    pub fn parts(&self) -> Vec<Extent> {
        match &self.form {
            Form::Arithmetic(left, _, right)
            | Form::Comparison(left, _, right)
            | Form::Logic(left, _, right)
            | Form::Assignment(left, _, right)
            | Form::Call(left, _, right) => vec![left.clone(), right.clone()],
            Form::Negation(_, operand) => vec![operand.clone()],
            Form::Literal(_) => Vec::new(),
        }
    }

    /// What a change is called in the report.
    pub fn change(&self, other: &str) -> String {
        match &self.form {
            Form::Arithmetic(_, was, _)
            | Form::Comparison(_, was, _)
            | Form::Logic(_, was, _)
            | Form::Assignment(_, was, _)
            | Form::Call(_, was, _) => format!("{was} -> {other}"),
            Form::Negation(was, _) => format!("{was} dropped"),
            Form::Literal(was) => format!("{was} -> {other}"),
        }
    }

    /// The kind of a change, by which the report counts.
    pub fn kind(&self, other: &str) -> &'static str {
        match &self.form {
            Form::Arithmetic(..) | Form::Assignment(..) => "arithmetic",
            // They differ only where both sides are equal.
            Form::Comparison(_, was, _)
                if was.trim_end_matches('=') == other.trim_end_matches('=') =>
            {
                "boundary"
            }
            Form::Comparison(..) => "comparison",
            Form::Logic(..) => "logic",
            Form::Negation(..) => "negation",
            Form::Call(..) => "min and max",
            Form::Literal(_) => "literal",
        }
    }

    /// The code with all chosen changes in it, each behind its number. `parts` are the codes of
    /// [`parts`](Self::parts); each appears once, but for what is assigned to, so that nested
    /// changes don't multiply. No line is added.
    pub fn code(&self, parts: &[String], chosen: &[(u32, String)]) -> String {
        let choose = |plain: String, with: &dyn Fn(&str) -> String| {
            let mut code = String::new();
            for (number, other) in chosen {
                code += &format!("if crate::mutation({number}) {{ {} }} else ", with(other));
            }
            code + &format!("{{ {plain} }}")
        };
        match &self.form {
            Form::Arithmetic(_, was, _) => {
                let [left, right] = [&parts[0], &parts[1]];
                let code = choose(format!("{LEFT} {was} {RIGHT}"), &|other| {
                    format!("{LEFT} {other} {RIGHT}")
                });
                format!("(match ({left}, {right}) {{ ({LEFT}, {RIGHT}) => {code} }})")
            }
            Form::Comparison(_, was, _) => {
                let [left, right] = [&parts[0], &parts[1]];
                let code = choose(format!("{LEFT} {was} {RIGHT}"), &|other| {
                    format!("{LEFT} {other} {RIGHT}")
                });
                format!("(match (&({left}), &({right})) {{ ({LEFT}, {RIGHT}) => {code} }})")
            }
            Form::Logic(_, was, _) => {
                let [left, right] = [&parts[0], &parts[1]];
                let number = chosen[0].0;
                // Whether the right side matters is the other way round with the fault.
                let goes_on = if *was == "&&" { "!=" } else { "==" };
                format!(
                    "(match {left} {{ {LEFT} => if {LEFT} {goes_on} crate::mutation({number}) {{ {right} }} else {{ {LEFT} }} }})"
                )
            }
            Form::Assignment(_, was, _) => {
                let [left, right] = [&parts[0], &parts[1]];
                let code = choose(format!("{left} {was} {RIGHT}"), &|other| {
                    format!("{left} {other} {RIGHT}")
                });
                format!("(match {right} {{ {RIGHT} => {code} }})")
            }
            Form::Negation(was, _) => {
                let operand = &parts[0];
                let code = choose(format!("{was}{LEFT}"), &|_| LEFT.to_owned());
                format!("(match {operand} {{ {LEFT} => {code} }})")
            }
            Form::Call(_, was, _) => {
                let [left, right] = [&parts[0], &parts[1]];
                let code = choose(format!("{LEFT}.{was}({RIGHT})"), &|other| {
                    format!("{LEFT}.{other}({RIGHT})")
                });
                format!("(match ({left}, {right}) {{ ({LEFT}, {RIGHT}) => {code} }})")
            }
            Form::Literal(was) => format!("({})", choose(was.clone(), &str::to_owned)),
        }
    }
}
