//! Names from outside as names of scenes, which are also names of folders.

/// Longest name, in bytes; well below what any file system allows for one folder.
const LONGEST: usize = 64;

/// Makes a scene name of any text: lower case, only `a-z`, `0-9`, `-`, `_` and `.`, never empty,
/// never starting or ending in a dot or hyphen, at most 64 bytes. What can't be kept becomes one
/// hyphen.
///
/// `otherwise` is used when nothing is left of `text`, and `scene` when nothing is left of both.
pub fn scene_name(text: &str, otherwise: &str) -> String {
    [text, otherwise, "scene"]
        .into_iter()
        .map(cleaned)
        .find(|name| !name.is_empty())
        .unwrap_or_default()
}

fn cleaned(text: &str) -> String {
    let mut name = String::new();
    for character in text.chars().flat_map(char::to_lowercase) {
        let kept = matches!(character, 'a'..='z' | '0'..='9' | '-' | '_' | '.');
        let next = if kept { character } else { '-' };
        let doubled = matches!(next, '-' | '.') && (name.is_empty() || name.ends_with(['-', '.']));
        if !doubled {
            name.push(next);
        }
        if name.len() >= LONGEST {
            break;
        }
    }
    name.truncate(name.trim_end_matches(['-', '.']).len());
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_safe_folder_names() {
        let named = |text| scene_name(text, "the-file");
        assert_eq!(named("concentric circles"), "concentric-circles");
        assert_eq!(named("testcases/scenario2"), "testcases-scenario2");
        assert_eq!(named("../../etc/passwd"), "etc-passwd");
        assert_eq!(named("Überholen 2"), "berholen-2");
        assert_eq!(named("  "), "the-file");
        assert_eq!(named(".."), "the-file");
        assert_eq!(scene_name("", "/"), "scene");
        assert_eq!(named(&"long ".repeat(100)).len(), 64);
    }
}
