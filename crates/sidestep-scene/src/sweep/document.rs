//! The TOML file of a sweep.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::value::Value;
use crate::builtin;
use crate::format::document::line_and_column;
use crate::format::load::{read_text, with_level};
use crate::format::number::{RangedNumber, Seed};
use crate::format::{Origin, Place, Scene, SceneError};
use crate::import;
use crate::method::Method;
use crate::suggestion::unknown_word;

/// Most runs that a sweep may have.
pub const MOST_RUNS: u64 = 1_000_000;

/// The keys of the file.
const KEYS: [&str; 5] = ["scenes", "methods", "seeds", "set", "grid"];

/// The key of a grid that is a number of agents, as `--agents` takes it.
const AGENTS: &str = "agents";

/// A sweep: which scenes are run, with which methods and parameters, and how often.
///
/// | key | what |
/// |---|---|
/// | `scenes` | built-in scenes and files, from the sweep file's own folder |
/// | `methods` | methods; each scene's own if absent |
/// | `seeds` | a list, or `{ first = 1, count = 50 }`; each scene's own seed if absent |
/// | `set` | values that all runs have in common |
/// | `grid` | lists of values, all of which are combined |
///
/// A key below `set` and `grid` is that of a value in a scene, such as `duration` or
/// `"agents.*.radius"`; `agents` alone is the number of agents.
#[derive(Clone, Debug)]
pub struct Sweep {
    text: Arc<str>,
    source: String,
    pub(super) scenes: Vec<SweepScene>,
    /// `None` for a scene's own.
    pub(super) methods: Vec<Option<Method>>,
    pub(super) set: Vec<Axis>,
    pub(super) grid: Vec<Axis>,
    /// Empty for a scene's own.
    pub(super) seeds: Vec<u64>,
}

/// Finds the scene of a name that stands there in the file.
type FindScene<'a> = dyn Fn(&str, &Range<usize>) -> Result<Origin, SceneError> + 'a;

/// A sweep that is read without files.
#[derive(Serialize, Deserialize)]
struct Packed {
    source: String,
    text: String,
    scenes: Vec<PackedScene>,
}

/// A scene in it.
#[derive(Serialize, Deserialize)]
struct PackedScene {
    name: String,
    source: String,
    folder: Option<PathBuf>,
    text: String,
}

/// A scene of a sweep.
#[derive(Clone, Debug)]
pub(super) struct SweepScene {
    /// As the sweep names it.
    pub name: String,
    /// Where it comes from, with its text and without overrides.
    origin: Origin,
}

/// What is chosen for a run, by numbers from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<'a> {
    /// The scene.
    pub scene: usize,
    /// The method.
    pub method: usize,
    /// For each key of the grid a value.
    pub values: &'a [usize],
}

/// A key and the values that it takes, each with where it stands in the file.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The key.
    pub key: String,
    /// The values.
    pub values: Vec<Value>,
    places: Vec<Range<usize>>,
}

impl Sweep {
    /// Reads a sweep file.
    ///
    /// # Errors
    /// When it or a scene can't be read, a key or a value makes no sense, or it has no run or more
    /// than [`MOST_RUNS`].
    pub fn load(path: &Path) -> Result<Self, SceneError> {
        let text = read_text(path)?;
        let folder = path.parent().map(Path::to_owned);
        Self::from_toml(&text, &path.display().to_string(), folder)
    }

    /// Reads the text of a sweep file. `source` is what messages call it; files of scenes are looked
    /// for from `folder` on.
    ///
    /// # Errors
    /// As [`Sweep::load`].
    pub fn from_toml(
        text: &str,
        source: &str,
        folder: Option<PathBuf>,
    ) -> Result<Self, SceneError> {
        let reader = Reader { text, source };
        let find = |name: &str, span: &Range<usize>| reader.origin(name, span, folder.as_deref());
        Self::read(reader, &find)
    }

    /// Everything that it takes to do its runs elsewhere, as JSON: this text and those of the scenes.
    /// What these name themselves, such as level geometry, isn't in it.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn to_packed(&self) -> Result<String, SceneError> {
        let scenes = self.scenes.iter().map(|scene| PackedScene {
            name: scene.name.clone(),
            source: scene.origin.source.clone(),
            folder: scene.origin.folder.clone(),
            text: scene.origin.text.as_deref().unwrap_or_default().to_owned(),
        });
        let packed = Packed {
            source: self.source.clone(),
            text: self.text.to_string(),
            scenes: scenes.collect(),
        };
        serde_json::to_string(&packed).map_err(|error| {
            let message = format!("can't be packed: {error}");
            self.reader().error(&(0..0), None, message)
        })
    }

    /// Reads what [`Sweep::to_packed`] has written, and no file.
    ///
    /// # Errors
    /// If it is something else, or as [`Sweep::load`].
    pub fn from_packed(packed: &str) -> Result<Self, SceneError> {
        let unpacked: Packed = serde_json::from_str(packed).map_err(|error| {
            let (text, source) = (packed, "packed sweep");
            let message = format!("isn't a sweep that was packed: {error}");
            Reader { text, source }.error(&(0..0), None, message)
        })?;
        let Packed {
            source,
            text,
            scenes,
        } = &unpacked;
        let reader = Reader { text, source };
        let find = |name: &str, span: &Range<usize>| {
            let scene = scenes.iter().find(|scene| scene.name == name);
            let scene = scene.ok_or_else(|| {
                let message =
                    format!("the text of `{name}` isn't in the packed sweep; pack it anew");
                reader.error(span, Some("scenes".to_owned()), message)
            })?;
            Ok(Origin {
                source: scene.source.clone(),
                folder: scene.folder.clone(),
                level: None,
                text: Some(Arc::from(scene.text.as_str())),
                overrides: Vec::new(),
            })
        };
        Self::read(reader, &find)
    }

    fn read(reader: Reader<'_>, find: &FindScene<'_>) -> Result<Self, SceneError> {
        let Reader { text, source } = reader;
        let table = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            reader.error(
                &span,
                None,
                format!("not valid TOML: {}", error.message().trim()),
            )
        })?;
        let table = table.get_ref();
        for (key, value) in table {
            if !KEYS.contains(&key.get_ref().as_ref()) {
                let message = unknown_word("key", key.get_ref(), &KEYS);
                let hint = "; a value of a scene is set below [set] or [grid]";
                // The place of a table is that of its head.
                let span = if key.span().is_empty() {
                    value.span()
                } else {
                    key.span()
                };
                return Err(reader.error(&span, None, format!("{message}{hint}")));
            }
        }
        let scenes = match table.get("scenes") {
            Some(value) => reader.scenes(value, find)?,
            None => {
                let message = "`scenes` is missing; add it, such as scenes = [\"doors\"]";
                return Err(reader.error(&(0..0), None, message.to_owned()));
            }
        };
        let methods = match table.get("methods") {
            Some(value) => reader.methods(value)?,
            None => vec![None],
        };
        let seeds = match table.get("seeds") {
            Some(value) => reader.seeds(value)?,
            None => Vec::new(),
        };
        let set = reader.axes(table.get("set"), "set")?;
        let grid = reader.axes(table.get("grid"), "grid")?;
        for axis in &grid {
            if let Some(other) = set.iter().find(|other| other.key == axis.key) {
                let message = "is set for all runs, and varied by the grid; leave one of both out";
                return Err(reader.error(
                    &axis.places[0],
                    Some(format!("grid.{}", other.key)),
                    message.to_owned(),
                ));
            }
        }
        let sizes = (grid.iter().map(|axis| axis.values.len())).chain([
            scenes.len(),
            methods.len(),
            seeds.len().max(1),
        ]);
        let runs = sizes.fold(1_u128, |all, size| all.saturating_mul(size as u128));
        if runs > u128::from(MOST_RUNS) {
            let message = format!(
                "the sweep has {runs} runs, and {MOST_RUNS} are allowed; take fewer values or \
                 seeds, or make several sweeps of it"
            );
            return Err(reader.error(&(0..0), None, message));
        }
        Ok(Self {
            text: Arc::from(text),
            source: source.to_owned(),
            scenes,
            methods,
            set,
            grid,
            seeds,
        })
    }

    /// The file's name, or what messages call the text.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What varies besides scene, method and seed.
    pub fn grid(&self) -> &[Axis] {
        &self.grid
    }

    /// The scene of a combination, with its seed if one is given.
    ///
    /// # Errors
    /// If a value doesn't fit the scene: the message says where in the sweep file it stands.
    pub(super) fn scene(&self, choice: Choice<'_>, seed: Option<u64>) -> Result<Scene, SceneError> {
        let scene = &self.scenes[choice.scene];
        let chosen = (self.set.iter().map(|axis| (axis, 0)))
            .chain(self.grid.iter().zip(choice.values.iter().copied()));
        let chosen: Vec<(&Axis, usize)> = chosen.collect();
        let mut overrides = Vec::new();
        let mut agents = None;
        for &(axis, index) in &chosen {
            if axis.key == AGENTS {
                agents = Some((axis, index));
            } else {
                let value = axis.values[index].as_toml().to_owned();
                overrides.push((axis.key.clone(), value));
            }
        }
        if let Some(method) = self.methods[choice.method] {
            overrides.push(("method".to_owned(), format!("{:?}", method.name())));
        }
        overrides.extend(seed.map(|seed| ("seed".to_owned(), seed.to_string())));
        let origin = Origin {
            overrides,
            ..scene.origin.clone()
        };
        let mut read =
            Scene::read(origin).map_err(|error| self.at_its_value(error, &scene.name, &chosen))?;
        if let Some((axis, index)) = agents {
            let count = axis.values[index].whole_number();
            let count = count
                .and_then(|count| u64::try_from(count).ok())
                .unwrap_or(0);
            read.scale_agents(count).map_err(|error| {
                let message = match error {
                    SceneError::Invalid { message, .. }
                    | SceneError::Unreadable { message, .. } => message,
                };
                self.reader()
                    .value_error(axis, index, &scene.name, &message)
            })?;
        }
        Ok(read)
    }

    /// An error about a value that this sweep has set, with the value's place in this file.
    fn at_its_value(
        &self,
        error: SceneError,
        scene: &str,
        chosen: &[(&Axis, usize)],
    ) -> SceneError {
        let SceneError::Invalid { place, message } = &error else {
            return error;
        };
        let Some(set) = &place.set else {
            return error;
        };
        for &(axis, index) in chosen {
            if *set == format!("{}={}", axis.key, axis.values[index].as_toml()) {
                return self.reader().value_error(axis, index, scene, message);
            }
        }
        error
    }

    fn reader(&self) -> Reader<'_> {
        Reader {
            text: &self.text,
            source: &self.source,
        }
    }
}

/// Reads the parts of the file, and knows where they stand.
#[derive(Clone, Copy)]
struct Reader<'a> {
    text: &'a str,
    source: &'a str,
}

impl Reader<'_> {
    fn error(&self, span: &Range<usize>, key: Option<String>, message: String) -> SceneError {
        SceneError::Invalid {
            place: Place {
                source: self.source.to_owned(),
                position: Some(line_and_column(self.text, span.start)),
                key,
                ..Place::default()
            },
            message,
        }
    }

    fn value_error(&self, axis: &Axis, index: usize, scene: &str, message: &str) -> SceneError {
        let key = Some(axis.key.clone());
        self.error(
            &axis.places[index],
            key,
            format!("in scene `{scene}`: {message}"),
        )
    }

    /// A list with at least one item and none twice.
    fn list<'b, 'c>(
        &self,
        value: &'b Spanned<DeValue<'c>>,
        key: &str,
        example: &str,
    ) -> Result<&'b DeArray<'c>, SceneError> {
        let refuse = |message: &str| {
            Err(self.error(&value.span(), Some(key.to_owned()), message.to_owned()))
        };
        match value.get_ref() {
            DeValue::Array(list) if list.is_empty() => refuse(
                "is empty, so that there is nothing to run; add values, or leave the key out",
            ),
            DeValue::Array(list) => Ok(list),
            _ => refuse(&format!("must be a list, such as {example}")),
        }
    }

    /// The text that each item of a list is.
    fn words<'b>(
        &self,
        value: &'b Spanned<DeValue<'_>>,
        key: &str,
        example: &str,
    ) -> Result<Vec<(&'b str, Range<usize>)>, SceneError> {
        let mut words: Vec<(&str, Range<usize>)> = Vec::new();
        for item in self.list(value, key, example)? {
            let DeValue::String(word) = item.get_ref() else {
                let message = format!("must be names in quotes, such as {example}");
                return Err(self.error(&item.span(), Some(key.to_owned()), message));
            };
            if words.iter().any(|(other, _)| *other == word.as_ref()) {
                let message = format!("`{word}` is there twice; leave it out once");
                return Err(self.error(&item.span(), Some(key.to_owned()), message));
            }
            words.push((word.as_ref(), item.span()));
        }
        Ok(words)
    }

    fn scenes(
        &self,
        value: &Spanned<DeValue<'_>>,
        find: &FindScene<'_>,
    ) -> Result<Vec<SweepScene>, SceneError> {
        let words = self.words(value, "scenes", "[\"doors\", \"my/scene.toml\"]")?;
        let scene = |(name, span): (&str, Range<usize>)| {
            let origin = find(name, &span)?;
            Ok(SweepScene {
                name: name.to_owned(),
                origin,
            })
        };
        words.into_iter().map(scene).collect()
    }

    /// The text of a scene: of a file if there is one, or of a built-in scene.
    fn origin(
        &self,
        name: &str,
        span: &Range<usize>,
        folder: Option<&Path>,
    ) -> Result<Origin, SceneError> {
        let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        let here = |message: String| self.error(span, Some("scenes".to_owned()), message);
        if !path.is_file() {
            return match builtin::find(name) {
                Ok(built_in) => Ok(Origin {
                    text: Some(Arc::from(built_in.text)),
                    ..Origin::named(format!("built-in:{name}"))
                }),
                Err(error) if path.extension().is_none() && !name.contains(['/', '\\']) => {
                    Err(here(error.to_string()))
                }
                Err(_) => Err(here(format!(
                    "there is no file {}; check the path, which is looked for from the sweep \
                     file's own folder",
                    path.display()
                ))),
            };
        }
        let is_toml = (path.extension()).is_some_and(|it| it.eq_ignore_ascii_case("toml"));
        let text = if is_toml {
            with_level(read_text(&path)?, &path)?
        } else {
            // Values are set in the scene file that an import stands for.
            let imported = import::load(&path).map_err(|error| here(error.to_string()))?;
            imported.to_toml()?
        };
        Ok(Origin {
            source: path.display().to_string(),
            folder: path.parent().map(Path::to_owned),
            level: None,
            text: Some(Arc::from(text)),
            overrides: Vec::new(),
        })
    }

    fn methods(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<Option<Method>>, SceneError> {
        let words = self.words(value, "methods", "[\"default\", \"orca\"]")?;
        let method = |(name, span): (&str, Range<usize>)| {
            Method::find(name)
                .map(Some)
                .map_err(|error| self.error(&span, Some("methods".to_owned()), error.to_string()))
        };
        words.into_iter().map(method).collect()
    }

    fn seeds(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<u64>, SceneError> {
        let key = || Some("seeds".to_owned());
        let refuse = |span: &Range<usize>, message: String| Err(self.error(span, key(), message));
        let most = Seed::MAX as u64;
        let whole = |item: &Spanned<DeValue<'_>>, least: u64| {
            let number = whole_number(item.get_ref());
            match number.and_then(|number| u64::try_from(number).ok()) {
                Some(number) if (least..=most).contains(&number) => Ok(number),
                _ => {
                    let message = format!("must be a whole number from {least} to {most}");
                    Err(self.error(&item.span(), key(), message))
                }
            }
        };
        let forms = "[1, 2, 3] or { first = 1, count = 50 }";
        let DeValue::Table(table) = value.get_ref() else {
            let mut seeds = Vec::new();
            for item in self.list(value, "seeds", forms)? {
                let seed = whole(item, 0)?;
                seeds.push(seed);
            }
            let mut sorted = seeds.clone();
            sorted.sort_unstable();
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                let message = format!("{} is there twice; leave it out once", pair[0]);
                return refuse(&value.span(), message);
            }
            return Ok(seeds);
        };
        if let Some((other, _)) =
            (table.iter()).find(|(key, _)| !["first", "count"].contains(&key.get_ref().as_ref()))
        {
            let message = unknown_word("key", other.get_ref(), &["first", "count"]);
            return refuse(&other.span(), message);
        }
        let Some(count) = table.get("count") else {
            return refuse(&value.span(), format!("has no `count`; write {forms}"));
        };
        let first = table.get("first").map_or(Ok(1), |item| whole(item, 0))?;
        let number = whole(count, 1)?;
        if number > MOST_RUNS || first.saturating_add(number - 1) > most {
            let message = format!("too many: at most {MOST_RUNS}, and none above {most}");
            return refuse(&count.span(), message);
        }
        Ok((first..first + number).collect())
    }

    /// The keys below `set` or `grid`, in the order of their names, with their values.
    fn axes(
        &self,
        value: Option<&Spanned<DeValue<'_>>>,
        name: &str,
    ) -> Result<Vec<Axis>, SceneError> {
        let mut axes = Vec::new();
        match value.map(|value| (value.get_ref(), value.span())) {
            None => {}
            Some((DeValue::Table(table), _)) => self.axes_in(table, name, "", &mut axes)?,
            Some((_, span)) => {
                let message = format!("must be a table: [{name}] and keys below it");
                return Err(self.error(&span, Some(name.to_owned()), message));
            }
        }
        Ok(axes)
    }

    fn axes_in(
        &self,
        table: &DeTable<'_>,
        name: &str,
        before: &str,
        axes: &mut Vec<Axis>,
    ) -> Result<(), SceneError> {
        for (key, value) in table {
            let key = format!("{before}{}", key.get_ref());
            if let DeValue::Table(inner) = value.get_ref() {
                self.axes_in(inner, name, &format!("{key}."), axes)?;
                continue;
            }
            let full = format!("{name}.{key}");
            let axis = if name == "grid" {
                let list = self.list(value, &full, "[0.2, 0.3]")?;
                self.axis(&key, &full, list.iter())?
            } else {
                self.axis(&key, &full, std::iter::once(value))?
            };
            if axes.iter().any(|other| other.key == key) {
                let message = "is there twice; leave it out once".to_owned();
                return Err(self.error(&value.span(), Some(full), message));
            }
            axes.push(axis);
        }
        Ok(())
    }

    fn axis<'b, 'c: 'b>(
        &self,
        key: &str,
        full: &str,
        items: impl Iterator<Item = &'b Spanned<DeValue<'c>>>,
    ) -> Result<Axis, SceneError> {
        let mut axis = Axis {
            key: key.to_owned(),
            values: Vec::new(),
            places: Vec::new(),
        };
        for item in items {
            let refuse =
                |message: String| Err(self.error(&item.span(), Some(full.to_owned()), message));
            match key {
                "method" => return refuse("write methods = [...] at the top instead".to_owned()),
                "seed" => return refuse("write seeds = [...] at the top instead".to_owned()),
                AGENTS if whole_number(item.get_ref()).is_none_or(|number| number < 1) => {
                    return refuse(
                        "is the number of agents, a whole number from 1 on; a value of a group is \
                         set by its number from 0, such as \"agents.0.radius\", or of all groups \
                         by \"agents.*.radius\""
                            .to_owned(),
                    );
                }
                _ => {}
            }
            let value = match Value::new(&self.text[item.span()]) {
                Ok(value) => value,
                Err(message) => return refuse(format!("not valid TOML: {message}")),
            };
            if axis.values.contains(&value) {
                return refuse(format!(
                    "{} is there twice; leave it out once",
                    value.as_toml()
                ));
            }
            axis.values.push(value);
            axis.places.push(item.span());
        }
        Ok(axis)
    }
}

fn whole_number(value: &DeValue<'_>) -> Option<i64> {
    match value {
        DeValue::Integer(number) => {
            i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
        }
        _ => None,
    }
}
