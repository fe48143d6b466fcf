//! The pages and the schema in `docs` are those that the code makes. Run with
//! `UPDATE_DOCS=1` to write them anew.

use std::path::{Path, PathBuf};

use sidestep_scene::format::{reference, schema};
use sidestep_scene::verify;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

#[track_caller]
fn is_current(name: &str, made: &str) {
    let path = docs().join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let folder = docs();
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let file = tempfile::NamedTempFile::new_in(&folder).expect("a temporary file");
        std::fs::write(file.path(), made).expect("written");
        file.persist(&path).expect("renamed");
        #[cfg(unix)]
        {
            // A temporary file is for its owner alone.
            use std::os::unix::fs::PermissionsExt;
            let everybody = std::fs::Permissions::from_mode(0o644);
            std::fs::set_permissions(&path, everybody).expect("permissions set");
        }
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found.replace("\r\n", "\n") == made,
        "docs/{name} is not what the code makes; run the tests with UPDATE_DOCS=1"
    );
}

#[test]
fn the_schema_is_current() {
    is_current("scene.schema.json", &format!("{:#}\n", schema::schema()));
}

#[test]
fn the_reference_page_is_current() {
    is_current("scene-format.md", &reference::reference_page());
}

#[test]
fn the_list_of_criteria_is_current() {
    is_current("criteria.md", &verify::criteria_page());
}
