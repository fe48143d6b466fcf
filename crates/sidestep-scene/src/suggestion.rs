//! "Did you mean": the nearest known word to an unknown one.

/// The known word that `unknown` was probably meant to be, if one is near enough.
pub fn nearest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let unknown = unknown.to_lowercase();
    // Comparing a very long word costs the product of both lengths and can't succeed anyway.
    if unknown.len() > 100 {
        return None;
    }
    known
        .into_iter()
        .map(|word| (likeness(&unknown, &word.to_lowercase()), word))
        .filter(|(likeness, _)| *likeness >= 0.65)
        // The first of equals: `max_by` would take the last.
        .fold(None, |best: Option<(f64, &str)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        })
        .map(|(_, word)| word)
}

/// How alike two words are, from 0 to 1. A beginning or an ending of the other word counts as
/// alike.
fn likeness(unknown: &str, word: &str) -> f64 {
    let spelling = strsim::normalized_damerau_levenshtein(unknown, word);
    let part = unknown.len() >= 3 && (word.starts_with(unknown) || word.ends_with(unknown));
    if part { spelling.max(0.7) } else { spelling }
}

/// The sentence for an unknown word: what it is, the nearest known one, and all known ones.
///
/// `what` names the sort of word, such as `key`.
pub fn unknown_word(what: &str, unknown: &str, known: &[&str]) -> String {
    let shown: String = unknown.chars().take(60).collect();
    let mut message = format!("unknown {what} `{shown}`");
    if let Some(word) = nearest(unknown, known.iter().copied()) {
        message += &format!("; did you mean `{word}`?");
    }
    if known.is_empty() {
        message += " (there are none)";
    } else {
        message += &format!(" (known: {})", known.join(", "));
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_understood() {
        let known = ["radius", "region", "goals", "max_speed", "speed"];
        for (slip, meant) in [
            ("radus", "radius"),
            ("raduis", "radius"),
            ("Radius", "radius"),
            ("regoin", "region"),
            ("goal", "goals"),
            ("maxspeed", "max_speed"),
        ] {
            assert_eq!(nearest(slip, known), Some(meant), "{slip}");
        }
    }

    #[test]
    fn what_is_like_nothing_gets_no_suggestion() {
        assert_eq!(nearest("banana", ["radius", "region"]), None);
        assert_eq!(nearest("", ["radius"]), None);
        assert_eq!(nearest(&"r".repeat(10_000_000), ["radius"]), None);
    }
}
