//! Reading a file of any known kind.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use super::{Fault, level, moving_ai, steerbench};
use crate::format::{Scene, SceneError};
use crate::input_file::{self, NoFile};

/// Largest file that is read (bytes): the largest grid map, with room to spare.
pub const LARGEST_FILE: u64 = 512 * 1024 * 1024;

/// Endings of the names of files that [`load`] reads, and what each is.
pub const KNOWN_KINDS: [(&str, &str); 5] = [
    ("toml", "scene of Sidestep"),
    ("xml", "SteerBench test case"),
    ("scen", "Moving AI scenario"),
    ("map", "Moving AI grid map"),
    ("obj", "Wavefront level"),
];

/// Why a file can't be loaded. The message says where, what, and how to mend it.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file can't be read.
    #[error("{}: {}", path.display(), why_unreadable(source))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// There is something else than a file.
    #[error("{}: {what}", path.display())]
    NoFile {
        /// Where.
        path: PathBuf,
        /// What is there.
        what: NoFile,
    },
    /// The file is larger than [`LARGEST_FILE`].
    #[error("{}: is larger than {} MiB; use a smaller one", path.display(), LARGEST_FILE / (1024 * 1024))]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The ending of the file's name is none of [`KNOWN_KINDS`].
    #[error("{}: files of this kind can't be read; known are {}", path.display(), known_kinds())]
    UnknownKind {
        /// The file.
        path: PathBuf,
    },
    /// What the file says is wrong.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A scene file can't be read, or what it says is wrong.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

fn why_unreadable(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file; check the path".to_owned(),
        ErrorKind::PermissionDenied => "may not be read; change its permissions".to_owned(),
        _ => format!("can't be read ({error}); check the path"),
    }
}

fn known_kinds() -> String {
    KNOWN_KINDS
        .map(|(ending, what)| format!(".{ending} ({what})"))
        .join(", ")
}

/// Reads a scene from a file of any known kind, told by the ending of its name in whatever case:
/// `.toml`, `.xml`, `.scen`, `.map` and `.obj`.
///
/// A scenario's map is looked for at the path that the scenario gives, from the scenario's own
/// folder, and then by its file name alone in that folder; never outside that folder, whatever dots
/// and links the path is made of. A `.map` and an `.obj` give a scene without agents:
/// it can be converted and completed, but not run.
///
/// # Errors
/// See [`ImportError`].
pub fn load(path: &Path) -> Result<Scene, ImportError> {
    load_with(path, &moving_ai::ScenarioOptions::default())
}

/// As [`load`], with options for scenarios; they don't matter to other kinds.
///
/// # Errors
/// See [`ImportError`].
pub fn load_with(path: &Path, options: &moving_ai::ScenarioOptions) -> Result<Scene, ImportError> {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    let name = path.display().to_string();
    check_is_file(path)?;
    match ending.as_deref() {
        Some("toml") => Ok(Scene::load(path)?),
        Some("xml") => {
            let test_case = steerbench::parse(&read_text(path)?, &name)?;
            Ok(steerbench::to_scene(&test_case, &name)?)
        }
        Some("map") => {
            let map = moving_ai::parse_map(&read_text(path)?, &name)?;
            Ok(moving_ai::map_to_scene(&map, &name)?)
        }
        Some("obj") => Ok(level::to_scene(read_text(path)?, &name)?),
        Some("scen") => {
            let scenario = moving_ai::parse_scenario(&read_text(path)?, &name)?;
            let map_path = map_of(&scenario, path)?;
            let map =
                moving_ai::parse_map(&read_text(&map_path)?, &map_path.display().to_string())?;
            Ok(moving_ai::scenario_to_scene(
                &scenario, &map, options, &name,
            )?)
        }
        _ => Err(ImportError::UnknownKind {
            path: path.to_owned(),
        }),
    }
}

/// Where the map of a scenario is: in the scenario's folder or below. A scenario comes from others,
/// and what is wrong in a map is told with its first words; so it must not lead to any other file,
/// and what it says of one that it does lead to is the same whether that is there or not.
fn map_of(scenario: &moving_ai::Scenario, path: &Path) -> Result<PathBuf, Fault> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // Scenarios are shared between systems, so either slash may separate folders.
    let given = scenario.map.replace('\\', "/");
    let file_name = given.rsplit('/').next().unwrap_or_default();
    let mut leads_out = Path::new(&given)
        .components()
        .any(|part| !matches!(part, Component::Normal(_) | Component::CurDir));
    let root = folder.canonicalize().ok();
    for candidate in [folder.join(&given), folder.join(file_name)] {
        let (Some(root), Ok(real)) = (&root, candidate.canonicalize()) else {
            continue;
        };
        if !real.starts_with(root) {
            leads_out = true;
        } else if real.is_file() {
            return Ok(candidate);
        }
    }
    let file_name = file_name.escape_debug();
    let (what, mend) = if leads_out {
        (
            format!("its map `{file_name}` is outside the scenario's folder, where none is read"),
            "put the map itself, no link, into that folder, and name it by its name alone",
        )
    } else {
        (
            format!("there is no map `{file_name}` beside it"),
            "put the map into the scenario's folder",
        )
    };
    let line = scenario.entries.first().map_or(1, |entry| entry.line);
    Err(Fault::of_file(&path.display().to_string(), what, mend).at(line, None))
}

fn check_is_file(path: &Path) -> Result<(), ImportError> {
    input_file::check(path).map_err(|what| ImportError::NoFile {
        path: path.to_owned(),
        what,
    })
}

/// Reads a file as text. What isn't UTF-8 is replaced: in these formats it can stand in names and
/// comments only, and anywhere else the readers refuse it with its place.
pub(super) fn read_text(path: &Path) -> Result<String, ImportError> {
    let unreadable = |source| ImportError::Unreadable {
        path: path.to_owned(),
        source,
    };
    check_is_file(path)?;
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(ImportError::TooLarge {
            path: path.to_owned(),
        });
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const MAP: &str = "type octile\nheight 1\nwidth 3\nmap\n...\n";
    const XML: &[u8] = b"<!-- caf\xe9 --><SteerBenchTestCase><header><version>1.0</version><name>n</name>\
        <worldBounds><xmin>0</xmin><xmax>1</xmax><ymin>0</ymin><ymax>0</ymax><zmin>0</zmin><zmax>1</zmax>\
        </worldBounds></header><agent><initialConditions><position><x>0</x><y>0</y><z>0</z></position>\
        </initialConditions></agent></SteerBenchTestCase>";

    fn scenario(map: &str) -> String {
        format!("version 1\n0\t{map}\t3\t1\t0\t0\t2\t0\t2\n")
    }

    #[test]
    fn each_kind_is_told_by_the_ending() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, content: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, content).expect("it can be written");
            path
        };
        write("m.map", MAP.as_bytes());
        for (name, content, agents) in [
            ("case.XML", XML, 1),
            ("m.map", MAP.as_bytes(), 0),
            ("here.scen", scenario("m.map").as_bytes(), 1),
            (
                "elsewhere.scen",
                scenario("maps/of/the/author/m.map").as_bytes(),
                1,
            ),
            ("windows.scen", scenario("maps\\m.map").as_bytes(), 1),
            ("own.toml", b"[[agents]]\npositions = [[0, 0]]\n", 1),
        ] {
            let path = write(name, content);
            let scene = load(&path).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(scene.agents.len(), agents, "{name}");
            assert_eq!(scene.origin.source, path.display().to_string());
        }
    }

    /// The first line of any file could be read by a scenario that named it as its map.
    #[test]
    fn a_scenario_that_names_a_file_outside_its_folder_learns_nothing_of_it() {
        let above = tempfile::tempdir().expect("a folder");
        let folder = above.path().join("folder");
        fs::create_dir_all(folder.join("maps")).expect("folders");
        let secret = above.path().join("secret.txt");
        fs::write(&secret, "password").expect("written");
        let path = folder.join("s.scen");
        let answer = |map: &str| {
            fs::write(&path, scenario(map)).expect("written");
            load(&path).map(|scene| scene.agents.len())
        };
        let refusal = |map: &str| {
            let message = answer(map).expect_err(map).to_string();
            assert!(!message.contains("password"), "{message}");
            message
        };
        let told = |map: &str| {
            let message = refusal(map);
            assert!(message.contains("s.scen:2: its map `"), "{message}");
            assert!(
                message.contains("outside the scenario's folder"),
                "{message}"
            );
            message
        };
        let absolute = secret.display().to_string();
        for map in [
            "../secret.txt",
            "maps/../../secret.txt",
            "..\\secret.txt",
            &absolute,
        ] {
            told(map);
        }
        // Nor whether it is there.
        assert_eq!(told("../secret.txt"), told("../other/secret.txt"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&secret, folder.join("link.map")).expect("a link");
            std::os::unix::fs::symlink(above.path(), folder.join("up")).expect("a link");
            told("link.map");
            told("up/secret.txt");
        }

        // What leads out and has its map here all the same finds it; and dots that stay inside do.
        fs::write(folder.join("m.map"), MAP).expect("written");
        for map in [
            "../m.map",
            "/home/of/the/author/m.map",
            "maps/../m.map",
            "./m.map",
        ] {
            assert_eq!(
                answer(map).unwrap_or_else(|error| panic!("{error}")),
                1,
                "{map}"
            );
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("m.map", folder.join("inside.map")).expect("a link");
            assert_eq!(
                answer("inside.map").unwrap_or_else(|error| panic!("{error}")),
                1
            );
        }
        assert!(refusal("maps").contains("there is no map `maps` beside it"));
    }

    #[test]
    fn options_reach_the_scenario() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("m.map"), MAP).expect("it can be written");
        let path = folder.path().join("s.scen");
        fs::write(&path, scenario("m.map")).expect("it can be written");
        let options = moving_ai::ScenarioOptions {
            radius: 0.45,
            ..Default::default()
        };
        let scene = load_with(&path, &options).expect("a scene");
        assert_eq!(scene.agents[0].radius.largest(), 0.45);
    }

    #[test]
    fn what_can_not_be_loaded_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let message = |name: &str| load(&folder.path().join(name)).expect_err(name).to_string();
        let unknown = message("level.glb");
        assert!(
            unknown.contains("level.glb: files of this kind")
                && unknown.contains(".scen (Moving AI"),
            "{unknown}"
        );
        assert!(message("no-ending").contains("files of this kind can't be read"));
        assert!(message("missing.xml").contains("missing.xml: there is no such file"));
        fs::write(folder.path().join("s.scen"), scenario("gone.map")).expect("it can be written");
        assert!(message("s.scen").contains("s.scen:2: there is no map `gone.map` beside it"));
        fs::create_dir(folder.path().join("folder.map")).expect("it can be made");
        assert!(message("folder.map").contains("folder.map: is a folder"));
    }
}
