//! From text to an XML tree, also where the text is not quite XML.

use roxmltree::{Document, Error, ParsingOptions};

use crate::import::Fault;

/// Most elements, texts and comments in a file. Ten times what the largest known test case holds.
const MOST_NODES: u32 = 4_000_000;

/// Puts right what is ill-formed in files that exist, without moving anything: a line and a column
/// in the result is the same line and column in `text`.
///
/// Seven published test cases have a comment before the XML declaration, which XML forbids.
/// Whatever stands before the declaration, and the declaration itself, becomes blank.
pub(super) fn well_formed(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let declaration_end = late_declaration(text).and_then(|start| {
        text[start..]
            .find("?>")
            .map(|length| start + length + "?>".len())
    });
    match declaration_end {
        None => text.to_owned(),
        Some(end) => text[..end]
            .chars()
            .map(|character| {
                if matches!(character, '\n' | '\r') {
                    character
                } else {
                    ' '
                }
            })
            .chain(text[end..].chars())
            .collect(),
    }
}

/// Where an XML declaration starts that is not the first thing in the text but still before the
/// root element.
fn late_declaration(text: &str) -> Option<usize> {
    let start = text.find("<?xml ").or_else(|| text.find("<?xml\t"))?;
    let mut before = &text[..start];
    // Skip comments, so that a root element that is commented out doesn't count as one.
    while let Some(opened) = before.find('<') {
        let comment = before[opened..].strip_prefix("<!--")?;
        // A comment that ends behind the declaration means that the declaration is commented out.
        let closed = comment.find("-->")?;
        before = &comment[closed + "-->".len()..];
    }
    (start > 0).then_some(start)
}

/// Parses text that has gone through [`well_formed`].
pub(super) fn parse<'text>(text: &'text str, source_name: &str) -> Result<Document<'text>, Fault> {
    refuse_floods(text, source_name)?;
    let options = ParsingOptions {
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(|error| fault(&error, text, source_name))
}

/// Refuses what would make the parser slow or large far beyond the size of the text: it compares
/// each attribute with all others of its element, and copies all namespaces into each element that
/// declares one.
fn refuse_floods(text: &str, source_name: &str) -> Result<(), Fault> {
    const MOST_NAMESPACES: usize = 100;
    const MOST_ATTRIBUTES: usize = 1000;
    if let Some((offset, _)) = text.match_indices("xmlns").nth(MOST_NAMESPACES) {
        let what = format!("the file has more than {MOST_NAMESPACES} namespaces");
        return Err(at_offset(
            Fault::of_file(source_name, what, "take them out; none is needed"),
            text,
            offset,
        ));
    }
    // An attribute takes two quotation marks and holds no `<`.
    let mut start = 0;
    for piece in text.split_inclusive('<') {
        let quotation_marks = piece.bytes().filter(|byte| matches!(byte, b'"' | b'\''));
        if quotation_marks.count() > 2 * MOST_ATTRIBUTES {
            let what = format!("an element has more than {MOST_ATTRIBUTES} attributes");
            return Err(at_offset(
                Fault::of_file(source_name, what, "take them out; none is needed"),
                text,
                start,
            ));
        }
        start += piece.len();
    }
    Ok(())
}

fn fault(error: &Error, text: &str, source_name: &str) -> Fault {
    let (what, mend) = match error {
        Error::DtdDetected => (
            "the file defines a document type, which SteerBench doesn't use".to_owned(),
            "take the `<!DOCTYPE ...>` out".to_owned(),
        ),
        Error::NodesLimitReached
        | Error::AttributesLimitReached
        | Error::NamespacesLimitReached => (
            format!("the file holds more than {MOST_NODES} elements and texts"),
            "split it into several test cases".to_owned(),
        ),
        Error::NoRootNode => (
            "the file holds no element".to_owned(),
            "a test case is one `<SteerBenchTestCase>` element".to_owned(),
        ),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => (
            "the file ends in the middle of an element".to_owned(),
            "close what is open, or get the rest of the file".to_owned(),
        ),
        Error::UnknownNamespace(prefix, _) => (
            format!("the prefix `{prefix}` has no namespace"),
            format!("declare it with `xmlns:{prefix}=\"...\"` on the root element, or take it out"),
        ),
        other => (
            format!("this is not XML: {}", without_position(other)),
            "mend the XML here".to_owned(),
        ),
    };
    let fault = Fault::of_file(source_name, what, mend);
    match error {
        Error::NoRootNode
        | Error::NodesLimitReached
        | Error::AttributesLimitReached
        | Error::NamespacesLimitReached => fault,
        Error::DtdDetected => match text.find("<!DOCTYPE") {
            Some(offset) => at_offset(fault, text, offset),
            None => fault,
        },
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            at_offset(fault, text, text.len())
        }
        other => {
            let position = other.pos();
            fault.at(position.row as usize, Some(position.col as usize))
        }
    }
}

fn at_offset(fault: Fault, text: &str, offset: usize) -> Fault {
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    fault.at(line, Some(before[line_start..].chars().count() + 1))
}

/// The parser's own words, less the `at line:column` that our message has in front.
fn without_position(error: &Error) -> String {
    let mut message = error.to_string();
    let position = error.pos();
    let suffix = format!(" at {}:{}", position.row, position.col);
    if message.ends_with(&suffix) {
        message.truncate(message.len() - suffix.len());
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root_of(text: &str) -> Result<String, Fault> {
        let mended = well_formed(text);
        parse(&mended, "x.xml").map(|document| document.root_element().tag_name().name().to_owned())
    }

    #[test]
    fn a_declaration_may_come_late() {
        for text in [
            "<?xml version='1.0'?><r/>",
            "<!-- licence <r> -->\n<?xml version='1.0'?>\r\n<r/>",
            "\n  \u{feff}text that strayed\n<?xml version='1.0'?><r/>",
            "\u{feff}<!-- a --><!-- b --><?xml version=\"1.0\" ?><r/>",
        ] {
            assert_eq!(root_of(text).as_deref(), Ok("r"), "{text}");
        }
    }

    #[test]
    fn a_declaration_in_a_comment_or_behind_the_root_is_left_alone() {
        for text in [
            "<!-- <?xml version='1.0'?> --><r/>",
            "<r><!-- <?xml version='1.0'?> --></r>",
        ] {
            assert_eq!(well_formed(text), text);
            assert_eq!(root_of(text).as_deref(), Ok("r"));
        }
        assert!(root_of("<r/><?xml version='1.0'?>").is_err());
    }

    #[test]
    fn mending_keeps_lines_and_columns() {
        let text = "<!-- é\n--><?xml version='1.0'?><r>\n  </q></r>";
        let fault = root_of(text).expect_err("the close tag doesn't match");
        assert_eq!((fault.line, fault.column), (Some(3), Some(3)), "{fault}");
    }

    #[test]
    fn entity_bombs_are_refused_and_deep_nesting_is_survived() {
        let bomb = "<!DOCTYPE r [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>\n<r>&b;</r>";
        let fault = root_of(bomb).expect_err("document types are refused");
        assert!(
            fault
                .to_string()
                .starts_with("x.xml:1:1: the file defines a document type"),
            "{fault}"
        );
        let deep = format!("{}{}", "<a>".repeat(200_000), "</a>".repeat(200_000));
        assert_eq!(root_of(&deep).as_deref(), Ok("a"));
    }

    #[test]
    fn a_file_cut_short_is_said_to_be() {
        let fault = root_of("<r>\n<a>").expect_err("nothing is closed");
        assert!(
            fault.to_string().starts_with("x.xml:2:4: the file ends"),
            "{fault}"
        );
        let empty = root_of("").expect_err("nothing is there");
        assert_eq!(empty.source_name, "x.xml");
    }
}
