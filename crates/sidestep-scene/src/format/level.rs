//! The level that a scene takes place on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sidestep::nav::{NavMesh, NavMeshes};

use super::error::Misfit;
use super::number::{CellsPerRadius, Distance, Headroom, Slope};

/// Most bytes of the text of a level.
pub const LARGEST_LEVEL: u64 = 32 * 1024 * 1024;

/// A level: the triangles of a Wavefront `.obj` text, on which agents walk on floors above each
/// other. Needs exactly one of `file` and `obj`.
///
/// The floor ends where its triangles end or get too steep, and at walls; these edges are walls for
/// agents. Everybody on a level has `route = "walkable"`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Level {
    /// Path of an `.obj` file, from the scene's own folder, in it or below. Reading the scene puts
    /// the text of the file into `obj`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Text of an `.obj` file. Of its lines only vertices (`v`) and faces (`f`) count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obj: Option<String>,
    /// Which axis of the text points up.
    pub up: Up,
    /// Height of the agents (m): what hangs lower isn't walked under, and floors that are at least
    /// so far apart don't meet.
    pub height: Headroom,
    /// Steepest ground that is walked on (rad).
    pub max_slope: Slope,
    /// Highest step that is taken up or down (m).
    pub max_climb: Distance,
    /// How many cells of the grid that measures the level go into an agent's radius. More is finer,
    /// and takes longer to read.
    pub cells_per_radius: CellsPerRadius,
}

impl Default for Level {
    fn default() -> Self {
        Self {
            file: None,
            obj: None,
            up: Up::default(),
            height: Headroom::clamped(1.8),
            max_slope: Slope::clamped(std::f64::consts::FRAC_PI_4),
            max_climb: Distance::clamped(0.5),
            cells_per_radius: CellsPerRadius::clamped(4.0),
        }
    }
}

/// Which axis of an `.obj` text points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Up {
    /// y: the scene's x is the text's x, the scene's y is the text's −z.
    #[default]
    Y,
    /// z: the scene's x and y are those of the text.
    Z,
}

/// What a level becomes for agents.
#[derive(Clone, Debug)]
pub(crate) struct Baked {
    /// Walkable space, a mesh for each radius.
    pub meshes: NavMeshes,
    /// Where the ground ends, nearly without a distance to it.
    pub edges: NavMesh,
}

impl Level {
    /// A level of this text, its settings as usual.
    pub fn of(obj: impl Into<String>) -> Self {
        Self {
            obj: Some(obj.into()),
            ..Self::default()
        }
    }

    /// Height up to which an edge stops those who stand above it (m).
    pub(crate) fn climb(&self) -> f32 {
        // Without any an edge would stop nobody.
        self.max_climb.single().max(0.01 * self.height.single())
    }

    /// Which keys don't fit together, or what is wrong in the text. `read_from` is the file that the
    /// text was read from.
    pub(crate) fn check(&self, read_from: Option<&str>) -> Result<(), Misfit> {
        match (&self.file, &self.obj) {
            (Some(_), Some(_)) => Err(Misfit::at(
                "obj",
                "the level is either read from `file` or written here; keep one and remove the other",
            )),
            (None, None) => Err(Misfit::whole(
                "which level? add `file = \"level.obj\"`, or its text as `obj`",
            )),
            (Some(_), None) => Err(Misfit::at(
                "file",
                "this scene isn't read from a file, so it has no folder to look for a level in; put \
                 the text of the level into `obj`",
            )),
            (None, Some(_)) => self.check_text().map_err(|what| match read_from {
                Some(file) => Misfit::at("file", format!("{file}: {what}")),
                None => Misfit::at("obj", what),
            }),
        }
    }

    fn text(&self) -> &str {
        self.obj.as_deref().unwrap_or_default()
    }

    #[cfg(not(feature = "levels"))]
    fn check_text(&self) -> Result<(), String> {
        let _ = self.text();
        Err(
            "this build of Sidestep has no levels (feature `levels`); run the scene with the \
             `sidestep` command"
                .to_owned(),
        )
    }

    #[cfg(not(feature = "levels"))]
    pub(crate) fn bake(&self, _: f32) -> Result<Baked, String> {
        self.check_text()?;
        Err(String::new())
    }
}

#[cfg(feature = "levels")]
mod with_levels {
    use sidestep::nav::{Level as EngineLevel, LevelSettings, NavError, NavMeshes, UpAxis};

    use super::{Baked, Level, Up};

    impl Level {
        fn read(&self) -> Result<EngineLevel, String> {
            let up = match self.up {
                Up::Y => UpAxis::Y,
                Up::Z => UpAxis::Z,
            };
            EngineLevel::from_obj_with(self.text(), up).map_err(|error| error.to_string())
        }

        pub(super) fn check_text(&self) -> Result<(), String> {
            self.read().map(drop)
        }

        /// Walkable space for agents of which the smallest has this radius (m).
        ///
        /// # Errors
        /// What is wrong and how to mend it.
        pub(crate) fn bake(&self, smallest: f32) -> Result<Baked, String> {
            let level = self.read()?;
            let settings = LevelSettings {
                height: self.height.single(),
                max_slope: self.max_slope.single(),
                max_climb: self.max_climb.single(),
                cells_per_radius: self.cells_per_radius.single(),
            };
            // Edges have to be where a body touches them: half a cell of its mesh is near enough.
            let edges = level.bake(
                smallest / (2.0 * settings.cells_per_radius),
                &LevelSettings {
                    cells_per_radius: 1.0,
                    ..settings
                },
            );
            Ok(Baked {
                edges: edges.map_err(|error: NavError| error.to_string())?,
                meshes: NavMeshes::of_level(level, settings),
            })
        }
    }
}
