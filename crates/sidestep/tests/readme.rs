//! The page on the library shows the beginning of an example: the two stay the same.

const PAGE: &str = include_str!("../../../docs/library.md");
const EXAMPLE: &str = include_str!("../examples/own_store.rs");

#[test]
fn the_page_shows_the_beginning_of_the_example_as_it_is() {
    let region = EXAMPLE
        .split_once("// #region store\n")
        .and_then(|(_, rest)| rest.split_once("// #endregion store"))
        .map(|(region, _)| region.trim_end())
        .expect("the region `store` in examples/own_store.rs");
    let shown = format!("```rust\n{region}\n```\n");
    assert!(
        PAGE.contains(&shown),
        "docs/library.md shows another program than the region `store` of crates/sidestep/examples/own_store.rs: copy it over"
    );
}
