//! Lines of a text file, each able to say where it stands.

use std::str::FromStr;

use super::Fault;
use super::fault::quoted;

/// A line without its end.
#[derive(Clone, Copy)]
pub(in crate::import) struct Line<'a> {
    /// The file, as the caller named it.
    pub source_name: &'a str,
    /// Counted from 1.
    pub number: usize,
    /// Its text without space at its end.
    pub text: &'a str,
}

impl<'a> Line<'a> {
    /// All lines of a text, which may begin with a byte order mark and end its lines either way.
    pub fn all(text: &'a str, source_name: &'a str) -> impl Iterator<Item = Line<'a>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.lines().enumerate().map(move |(index, line)| Line {
            source_name,
            number: index + 1,
            text: line.trim_end(),
        })
    }

    /// A fault of the whole line.
    pub fn fault(self, what: impl Into<String>, mend: impl Into<String>) -> Fault {
        Fault::of_file(self.source_name, what, mend).at(self.number, None)
    }

    /// A fault at a character of the line, its index counted from 0.
    pub fn fault_at(self, index: usize, what: impl Into<String>, mend: impl Into<String>) -> Fault {
        self.fault(what, mend).at(self.number, Some(index + 1))
    }

    /// The fields between commas, empty ones too, each with the index of its first character.
    pub fn comma_fields(self) -> Vec<Field<'a>> {
        let mut index = 0;
        let fields = self.text.split(',').map(|text| {
            let blanks = text.chars().take_while(|it| it.is_whitespace()).count();
            let field = Field {
                line: self,
                index: index + blanks,
                text: text.trim(),
            };
            index += text.chars().count() + 1;
            field
        });
        fields.collect()
    }

    /// The fields between tabs if there are any, else those between spaces, each with the index of
    /// its first character.
    pub fn fields(self) -> Vec<Field<'a>> {
        let at_tabs = self.text.contains('\t');
        let is_between = |character: char| {
            if at_tabs {
                character == '\t'
            } else {
                character.is_whitespace()
            }
        };
        let mut fields = Vec::new();
        let mut start = None;
        for (index, (offset, character)) in self.text.char_indices().enumerate() {
            if is_between(character) {
                if let Some((first, from)) = start.take() {
                    fields.push(Field {
                        line: self,
                        index: first,
                        text: self.text[from..offset].trim(),
                    });
                }
            } else if start.is_none() {
                start = Some((index, offset));
            }
        }
        if let Some((first, from)) = start {
            fields.push(Field {
                line: self,
                index: first,
                text: self.text[from..].trim(),
            });
        }
        fields
    }
}

/// A field of a line.
#[derive(Clone, Copy)]
pub(in crate::import) struct Field<'a> {
    line: Line<'a>,
    index: usize,
    /// Its text without space around.
    pub text: &'a str,
}

impl Field<'_> {
    /// A fault at this field.
    pub fn fault(self, what: impl Into<String>, mend: impl Into<String>) -> Fault {
        self.line.fault_at(self.index, what, mend)
    }

    /// The field as a number; `what` says what it stands for.
    pub fn number<T: FromStr>(self, what: &str) -> Result<T, Fault> {
        self.text.parse().map_err(|_| {
            self.fault(
                format!("the {what} is {}", quoted(self.text)),
                "write a number in digits",
            )
        })
    }
}
