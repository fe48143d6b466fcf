use super::side_by_side::{outcome, scene, scenes};

/// The names of all scenes of the gallery's pages.
fn names() -> Vec<String> {
    let folder = scenes().read_dir().unwrap();
    let paths = folder.map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = (paths)
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn each_says_what_it_shows() {
    for name in names() {
        let scene = scene(&name, &[]);
        assert!(!scene.title.is_empty(), "{name} has no title");
        assert!(!scene.description.is_empty(), "{name} has no description");
    }
}

#[test]
fn the_default_begins_each_without_contact() {
    for name in names() {
        let figures = outcome(&name, 5.0, &[("method", "default")]);
        assert_eq!(figures.agent_overlaps, 0, "{name}");
        assert_eq!(figures.obstacle_overlaps, 0, "{name}");
        assert_eq!(figures.wall_contacts, 0, "{name}");
        assert_eq!(figures.escaped, 0, "{name}");
        assert_eq!(figures.non_finite, 0, "{name}");
        assert!(figures.mean_abs_turn_rate.is_some(), "{name}: nobody moves");
    }
}
