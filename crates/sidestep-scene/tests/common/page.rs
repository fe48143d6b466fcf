//! What a page says in numbers, read out of its text: a test holds them against a run, so that a
//! number which has become wrong fails where it is written.

use std::path::Path;

/// A page of documentation in Markdown.
pub struct Page {
    name: String,
    /// With one space for whatever stands between two words.
    text: String,
    lines: Vec<String>,
}

impl Page {
    /// Reads a page; `path` leads to it from the root of the repository.
    pub fn read(path: &str) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(path);
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
        Self {
            name: path.to_owned(),
            text: one_spaced(&text),
            lines: text.lines().map(str::to_owned).collect(),
        }
    }

    /// Fails unless the page says a sentence with what was measured in the place of its `{}`.
    pub fn tells(&self, sentence: &str, measured: impl Measured) {
        let [said] = self.says(sentence);
        said.is(measured);
    }

    /// The numbers that the page says in a sentence, given with `{}` in the place of each. Small
    /// ones may be words.
    pub fn says<const N: usize>(&self, sentence: &str) -> [Said<'_>; N] {
        let sentence = one_spaced(sentence);
        let parts: Vec<&str> = sentence.split("{}").collect();
        assert_eq!(parts.len(), N + 1, "{N} numbers in: {sentence}");
        let found = (self.text.match_indices(parts[0]))
            .find_map(|(at, _)| numbers_between(&self.text[at..], &parts));
        let numbers = found.unwrap_or_else(|| panic!("{} doesn't say: {sentence}", self.name));
        std::array::from_fn(|index| self.said(&sentence, numbers[index]))
    }

    /// The numbers of the row of a table that begins with this cell, in the table that follows the
    /// first line which begins with `after`.
    pub fn row<const N: usize>(&self, after: &str, first: &str) -> [Said<'_>; N] {
        let row = (self.lines.iter())
            .skip_while(|line| !line.starts_with(after))
            .find_map(|line| {
                line.strip_prefix("| ")?
                    .strip_prefix(first)?
                    .strip_prefix(" |")
            })
            .unwrap_or_else(|| panic!("{} has no row {first:?} after {after:?}", self.name));
        let cells: Vec<&str> = row
            .trim_end_matches('|')
            .split('|')
            .map(str::trim)
            .collect();
        assert_eq!(cells.len(), N, "{}: {row}", self.name);
        std::array::from_fn(|index| {
            let word = cells[index].split(' ').next().unwrap_or_default();
            let number = number(word).unwrap_or_else(|| panic!("{}: {word:?}", self.name));
            self.said(first, number)
        })
    }

    /// All numbers of each cell of the row of a table that begins so, in the table that follows the
    /// first line which begins with `after`. Words between them count for nothing.
    pub fn cells<const N: usize>(&self, after: &str, begins: &str) -> [Vec<Said<'_>>; N] {
        let row = (self.lines.iter())
            .skip_while(|line| !line.starts_with(after))
            .find_map(|line| {
                line.strip_prefix("| ")
                    .filter(|row| row.starts_with(begins))
            })
            .unwrap_or_else(|| panic!("{} has no row {begins:?} after {after:?}", self.name));
        let cells: Vec<&str> = row.trim_end_matches('|').split('|').collect();
        assert_eq!(cells.len(), N, "{}: {row}", self.name);
        std::array::from_fn(|index| {
            let words = cells[index].split_whitespace();
            words
                .filter_map(|word| number(word.trim_end_matches([',', '.', ':'])))
                .map(|number| self.said(begins, number))
                .collect()
        })
    }

    fn said(&self, what: &str, (number, step): (f64, f64)) -> Said<'_> {
        Said {
            page: &self.name,
            what: what.to_owned(),
            number,
            step,
        }
    }
}

/// A number on a page.
#[derive(Debug)]
pub struct Said<'p> {
    page: &'p str,
    what: String,
    /// What is said.
    pub number: f64,
    /// One more in its last digit.
    step: f64,
}

impl Said<'_> {
    /// Fails unless it is what was measured, as it is rounded on the page.
    pub fn is(&self, measured: impl Measured) {
        self.is_about(measured, 0.0);
    }

    /// Fails unless it is off by no more than this share of what was measured.
    pub fn is_about(&self, measured: impl Measured, share: f64) {
        let measured = measured.number();
        self.is_within(measured, share * measured.abs());
    }

    /// Fails unless it is off by no more than so much.
    pub fn is_within(&self, measured: impl Measured, most: f64) {
        let measured = measured.number();
        let off = (self.number - measured).abs();
        assert!(off <= most + 0.501 * self.step, "{}", self.wrong(measured));
    }

    /// Fails unless what was measured is less.
    pub fn is_above(&self, measured: impl Measured) {
        let measured = measured.number();
        assert!(measured < self.number, "{}", self.wrong(measured));
    }

    /// Fails unless what was measured is as much or more.
    pub fn is_least(&self, measured: impl Measured) {
        let measured = measured.number();
        assert!(measured >= self.number, "{}", self.wrong(measured));
    }

    fn wrong(&self, measured: f64) -> String {
        let Self {
            page, what, number, ..
        } = self;
        format!("{page} says {number} in {what:?}, and the run has {measured}")
    }
}

/// What a run has measured.
pub trait Measured {
    fn number(self) -> f64;
}

impl Measured for f64 {
    fn number(self) -> f64 {
        self
    }
}

impl Measured for f32 {
    fn number(self) -> f64 {
        f64::from(self)
    }
}

impl Measured for u64 {
    fn number(self) -> f64 {
        self as f64
    }
}

impl Measured for usize {
    fn number(self) -> f64 {
        self as f64
    }
}

/// A figure that a run may not have, as nobody arrived.
impl<T: Measured> Measured for Option<T> {
    fn number(self) -> f64 {
        self.expect("a figure").number()
    }
}

fn one_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The numbers between the parts of a sentence with which a text begins, each with its last digit's
/// worth.
fn numbers_between(text: &str, parts: &[&str]) -> Option<Vec<(f64, f64)>> {
    let mut rest = text.strip_prefix(parts[0])?;
    let mut numbers = Vec::new();
    for part in &parts[1..] {
        let end = rest
            .find(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '.' | ',' | '-'));
        // A full stop or a comma that ends it is none of its digits.
        let word = rest[..end.unwrap_or(rest.len())].trim_end_matches(['.', ',']);
        numbers.push(number(word)?);
        rest = rest[word.len()..].strip_prefix(part)?;
    }
    Some(numbers)
}

/// A number in digits or in a word, and one more in its last digit.
fn number(word: &str) -> Option<(f64, f64)> {
    const WORDS: [&str; 13] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let small = word.to_lowercase();
    let small = if small == "nobody" { "none" } else { &small };
    if let Some(number) = WORDS.iter().position(|it| *it == small) {
        return Some((number as f64, 1.0));
    }
    let digits = word.replace(',', "");
    let after_point = digits.split_once('.').map_or(0, |(_, after)| after.len());
    Some((digits.parse().ok()?, 0.1_f64.powi(after_point as i32)))
}
