//! Turns what the TOML reader says into words for people.

use crate::suggestion::unknown_word;

/// The message for an error of the TOML reader, and whether it is about a key that can't be there
/// (then the place of the value would only confuse).
pub(super) fn in_plain_words(message: &str) -> (String, bool) {
    let message = message.trim();
    if let Some((unknown, known)) = unknown_of(message, "unknown field `") {
        return (unknown_word("key", unknown, &known), true);
    }
    if let Some((unknown, known)) = unknown_of(message, "unknown variant `") {
        return (unknown_word("value", unknown, &known), false);
    }
    if let Some(key) = message
        .strip_prefix("missing field `")
        .and_then(|rest| rest.strip_suffix('`'))
    {
        return (format!("key `{key}` is missing here; add it"), false);
    }
    (message.to_owned(), false)
}

/// Splits `unknown field `x`, expected one of `a`, `b`` into `x` and `[a, b]`.
fn unknown_of<'a>(message: &'a str, beginning: &str) -> Option<(&'a str, Vec<&'a str>)> {
    let rest = message.strip_prefix(beginning)?;
    let (unknown, expected) = rest
        .split_once("`, expected ")
        .or_else(|| rest.split_once("`, there are no "))?;
    // Between backticks: every second piece.
    let known = expected.split('`').skip(1).step_by(2).collect();
    Some((unknown, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_names_the_nearest_and_all_known_ones() {
        let (message, about_key) =
            in_plain_words("unknown field `radus`, expected one of `radius`, `speed`");
        assert!(about_key);
        assert_eq!(
            message,
            "unknown key `radus`; did you mean `radius`? (known: radius, speed)"
        );
        let (message, _) = in_plain_words("unknown field `x`, expected `min` or `max`");
        assert_eq!(message, "unknown key `x` (known: min, max)");
    }
}
