//! XML elements as the reader of test cases sees them: by name, each able to say where it stands.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use glam::DVec3;
use roxmltree::Node;

use super::test_case::{Bounds, Place};
use crate::import::Fault;
use crate::import::fault::{did_you_mean, is_slip_of, quoted};

/// Coordinates and lengths may not be further from zero than this (m).
const FARTHEST: f64 = 1e6;
/// Most remarks kept about a file.
const MOST_REMARKS: usize = 100;

/// What is shared by all elements of a file.
pub(super) struct Source<'a> {
    /// The file, as the caller named it.
    pub name: &'a str,
    /// What was passed over or put right.
    pub remarks: RefCell<Vec<Fault>>,
}

/// An element.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    node: Node<'a, 'a>,
    source: &'a Source<'a>,
}

impl<'a> Element<'a> {
    pub fn new(node: Node<'a, 'a>, source: &'a Source<'a>) -> Self {
        Self { node, source }
    }

    /// Its name, less any namespace: the format's own reader ignores namespaces too.
    pub fn name(self) -> &'a str {
        self.node.tag_name().name()
    }

    /// A fault at this element.
    pub fn fault(self, what: impl Into<String>, mend: impl Into<String>) -> Fault {
        let position = self.node.document().text_pos_at(self.node.range().start);
        Fault::of_file(self.source.name, what, mend)
            .at(position.row as usize, Some(position.col as usize))
    }

    /// Notes something that was passed over or put right.
    pub fn remark(self, what: impl Into<String>, mend: impl Into<String>) {
        let mut remarks = self.source.remarks.borrow_mut();
        if remarks.len() < MOST_REMARKS {
            remarks.push(self.fault(what, mend));
        }
    }

    /// The elements within, in order.
    pub fn children(self) -> impl Iterator<Item = Element<'a>> {
        let source = self.source;
        self.node
            .children()
            .filter(Node::is_element)
            .map(move |node| Self { node, source })
    }

    /// The elements of one name.
    pub fn children_named(self, name: &'a str) -> impl Iterator<Item = Element<'a>> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The element of this name, if there is one.
    ///
    /// # Errors
    /// A fault at the second of that name.
    pub fn optional(self, name: &'static str) -> Result<Option<Self>, Fault> {
        let mut found = self.children_named(name);
        let first = found.next();
        match found.next() {
            Some(second) => Err(second.fault(
                format!("`{}` has a second `{name}`", self.name()),
                "take one of them out",
            )),
            None => Ok(first),
        }
    }

    /// The element of this name.
    ///
    /// # Errors
    /// A fault when it is missing or there are two.
    pub fn required(self, name: &'static str) -> Result<Self, Fault> {
        self.optional(name)?.ok_or_else(|| {
            let slip = self.children().find(|child| is_slip_of(child.name(), name));
            match slip {
                Some(child) => child.fault(
                    format!("`{}` has no `{name}`", self.name()),
                    format!("did you mean `{name}` instead of {}?", quoted(child.name())),
                ),
                None => self.fault(
                    format!("`{}` has no `{name}`", self.name()),
                    format!("add `<{name}>...</{name}>` to it"),
                ),
            }
        })
    }

    /// Refuses any element within that isn't one of `known`.
    pub fn only(self, known: &[&str]) -> Result<(), Fault> {
        match self.children().find(|child| !known.contains(&child.name())) {
            None => Ok(()),
            Some(stranger) => Err(stranger.unknown_in(self, known)),
        }
    }

    /// The fault of being unknown to `parent`, which knows `known`.
    pub fn unknown_in(self, parent: Self, known: &[&str]) -> Fault {
        self.fault(
            format!("`{}` has no element {}", parent.name(), quoted(self.name())),
            did_you_mean(self.name(), known)
                .unwrap_or_else(|| format!("take it out; known are {}", known.join(", "))),
        )
    }

    /// Notes any element within that isn't one of `known` and so has no effect.
    pub fn others_have_no_effect(self, known: &[&str]) {
        for stranger in self
            .children()
            .filter(|child| !known.contains(&child.name()))
        {
            stranger.remark(
                format!(
                    "{} has no effect in `{}`",
                    quoted(stranger.name()),
                    self.name()
                ),
                did_you_mean(stranger.name(), known)
                    .unwrap_or_else(|| "it may be taken out".to_owned()),
            );
        }
    }

    /// Its text without space at the ends; comments within don't count.
    pub fn text(self) -> String {
        let parts = self
            .node
            .children()
            .filter(Node::is_text)
            .filter_map(|text| text.text());
        parts.collect::<String>().trim().to_owned()
    }

    /// Its text as a finite number of any size.
    pub fn number(self) -> Result<f64, Fault> {
        let text = self.text();
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            Ok(_) => Err(self.fault(
                format!(
                    "`{}` is {}, which is no finite number",
                    self.name(),
                    quoted(&text)
                ),
                "write a number that can be reckoned with",
            )),
            Err(_) => Err(self.fault(
                format!("`{}` is {}, which is no number", self.name(), quoted(&text)),
                "write a number such as 1.5",
            )),
        }
    }

    /// Its text as a number within a range; `unit` is for the message.
    pub fn number_in(self, range: RangeInclusive<f64>, unit: &str) -> Result<f64, Fault> {
        let number = self.number()?;
        if range.contains(&number) {
            return Ok(number);
        }
        Err(self.fault(
            format!("`{}` is {number}, which is out of range", self.name()),
            format!(
                "write a number from {} to {}{unit}",
                range.start(),
                range.end()
            ),
        ))
    }

    /// Its text as a coordinate (m).
    pub fn coordinate(self) -> Result<f64, Fault> {
        self.number_in(-FARTHEST..=FARTHEST, " metres")
    }

    /// Its text as a length that isn't zero (m).
    pub fn length(self) -> Result<f64, Fault> {
        self.number_in(0.0001..=FARTHEST, " metres")
    }

    /// Its text as a distance that may be zero (m).
    pub fn distance(self) -> Result<f64, Fault> {
        self.number_in(0.0..=FARTHEST, " metres")
    }

    /// Its text as a speed that can't be zero (m/s).
    pub fn pace(self) -> Result<f64, Fault> {
        self.number_in(0.0001..=10_000.0, " metres a second")
    }

    /// Its text as a speed (m/s).
    pub fn speed(self) -> Result<f64, Fault> {
        self.number_in(0.0..=10_000.0, " metres a second")
    }

    /// Its text as a whole number up to `most`.
    pub fn count(self, most: u32) -> Result<u32, Fault> {
        let text = self.text();
        let all_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse::<u32>() {
            Ok(count) if count <= most => Ok(count),
            _ if all_digits => Err(self.fault(
                format!("`{}` is {}, which is too many", self.name(), quoted(&text)),
                format!("{most} is the most that one file may hold in all its regions"),
            )),
            _ => Err(self.fault(
                format!(
                    "`{}` is {}, which is no whole number",
                    self.name(),
                    quoted(&text)
                ),
                format!("write a whole number from 0 to {most}, in digits alone"),
            )),
        }
    }

    /// Whether it holds `<random>true</random>`, or is such an element itself.
    pub fn is_true(self) -> bool {
        self.text() == "true"
    }

    /// Three coordinates, or `random`.
    pub fn place(self) -> Result<Place, Fault> {
        self.only(&["x", "y", "z", "random"])?;
        match self.optional("random")? {
            None => self.point().map(Place::Fixed),
            Some(_) if self.children().nth(1).is_some() => Err(self.fault(
                format!("`{}` has both coordinates and `random`", self.name()),
                "take one of the two out",
            )),
            Some(random) if random.is_true() => Ok(Place::Random),
            Some(random) => Err(random.fault(
                format!(
                    "`{}` has neither coordinates nor a `random` that is `true`",
                    self.name()
                ),
                "write `<random>true</random>`, or `<x>`, `<y>` and `<z>` in its place",
            )),
        }
    }

    /// Three coordinates, where chance isn't allowed.
    pub fn point(self) -> Result<DVec3, Fault> {
        self.only(&["x", "y", "z"])?;
        let coordinate = |name| self.required(name)?.coordinate();
        Ok(DVec3::new(
            coordinate("x")?,
            coordinate("y")?,
            coordinate("z")?,
        ))
    }

    /// Six bounds. Bounds the wrong way round, which exist in published files, are swapped.
    pub fn bounds(self) -> Result<Bounds, Fault> {
        self.only(&["xmin", "xmax", "ymin", "ymax", "zmin", "zmax"])?;
        let bound = |name| self.required(name)?.coordinate();
        let first = DVec3::new(bound("xmin")?, bound("ymin")?, bound("zmin")?);
        let second = DVec3::new(bound("xmax")?, bound("ymax")?, bound("zmax")?);
        if first.cmpgt(second).any() {
            self.remark(
                format!(
                    "`{}` has a smallest bound above the largest; they were swapped",
                    self.name()
                ),
                "swap them in the file",
            );
        }
        Ok(Bounds {
            min: first.min(second),
            max: first.max(second),
        })
    }
}
