//! What the tests of several importers share.

/// The text with some of its characters replaced.
pub(super) fn edited(text: &str, edits: &[(f64, usize, String)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (place, cut, piece) in edits {
        let start = (place * characters.len() as f64) as usize;
        let end = (start + cut).min(characters.len());
        characters.splice(start..end, piece.chars());
    }
    characters.into_iter().collect()
}
