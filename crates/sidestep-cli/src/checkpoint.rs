//! A run in the middle, as a file: to go on with it after its process was killed.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `sidestep run` and zeros |
//! | 4 | the number of the format, least significant byte first, as below |
//! | 8 | how many bytes of data follow on the head |
//! | 4 | CRC-32 of all bytes before it and of the data |
//!
//! The data are those of [`Checkpoint`] in the format of postcard.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sidestep_scene::input_file;
use sidestep_scene::measure::Measures;
use sidestep_scene::simulate::SavedSimulation;

use crate::failure::Failure;
use crate::output::SavedRecording;
use crate::write_whole::{WriteError, write_whole};

/// The number of the format.
const FORMAT: u32 = 6;

const MAGIC: &[u8; 16] = b"sidestep run\0\0\0\0";

/// Length of the head.
const HEAD: usize = 32;

/// Everything that it takes to go on with a run.
#[derive(Serialize, Deserialize)]
pub struct Checkpoint<'a> {
    /// The version of the program that has saved it.
    pub version: Cow<'a, str>,
    /// What the scene was read from, for messages.
    pub source: Cow<'a, str>,
    /// The scene with all changes, as TOML.
    pub scene: Cow<'a, str>,
    /// The run.
    pub simulation: SavedSimulation,
    /// What was measured so far.
    pub measures: Cow<'a, Measures>,
    /// Time spent in stepping so far (s).
    pub stepping: f64,
    /// Time on the clock from one checkpoint to the next (s).
    pub every: f64,
    /// Whether just the summary is printed.
    pub json: bool,
    /// The files under way, if any are written.
    pub recording: Option<SavedRecording<'a>>,
}

impl Checkpoint<'_> {
    /// Writes it in place of an older one, whole or not at all.
    ///
    /// # Errors
    /// When the file can't be written, or the name of a folder isn't Unicode.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let data = postcard::to_allocvec(self).map_err(|error| {
            Failure::run(format!(
                "the run can't be saved to {}: {error}",
                path.display()
            ))
        })?;
        let mut bytes = Vec::with_capacity(HEAD + data.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        bytes.extend_from_slice(&(data.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&checksum(&bytes, &data).to_le_bytes());
        bytes.extend_from_slice(&data);
        write_whole(path, &bytes)
            .map(drop)
            .map_err(|error: WriteError| Failure::run(format!("{error} (--checkpoint FILE)")))
    }
}

impl Checkpoint<'static> {
    /// Reads one.
    ///
    /// # Errors
    /// When the file can't be read, isn't a checkpoint, is damaged, or is of another version.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        input_file::check(path)
            .map_err(|what| Failure::input(format!("{}: {what}", path.display())))?;
        let bytes = fs::read(path).map_err(|error| {
            let name = path.display();
            Failure::input(match error.kind() {
                std::io::ErrorKind::NotFound => format!(
                    "{name}: there is no such file; a checkpoint goes away when its run is over"
                ),
                _ => format!("{name}: can't be read: {error}"),
            })
        })?;
        Self::from_bytes(&bytes)
            .map_err(|what| Failure::input(format!("{}: {what}", path.display())))
    }

    /// What is wrong with the bytes and how to mend it, if anything is.
    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let no_checkpoint = "isn't a checkpoint; give a file that `--checkpoint` has written";
        let cut_off = "is cut off or was added to; take another copy, or run the scene from its \
                       beginning";
        if !bytes.starts_with(MAGIC) {
            return Err(no_checkpoint.to_owned());
        }
        let Some((head, data)) = bytes.split_at_checked(HEAD) else {
            return Err(cut_off.to_owned());
        };
        let format = u32::from_le_bytes(part(head, 16));
        if format != FORMAT {
            return Err(format!(
                "is a checkpoint of format {format}, and this version of sidestep reads format \
                 {FORMAT}; go on with the version that has written it"
            ));
        }
        if u64::from_le_bytes(part(head, 20)) != data.len() as u64 {
            return Err(cut_off.to_owned());
        }
        if u32::from_le_bytes(part(head, 28)) != checksum(&head[..28], data) {
            return Err(
                "is damaged: its checksum is wrong; take another copy, or run the scene from its \
                 beginning"
                    .to_owned(),
            );
        }
        let read: Self = postcard::from_bytes(data).map_err(|error| {
            format!("can't be read ({error}); go on with the version that has written it")
        })?;
        if read.version != env!("CARGO_PKG_VERSION") {
            return Err(format!(
                "was written by version {}, and this is version {}; go on with the version that \
                 has written it",
                read.version,
                env!("CARGO_PKG_VERSION")
            ));
        }
        Ok(read)
    }
}

/// So many bytes from a place of the head on.
fn part<const N: usize>(head: &[u8], from: usize) -> [u8; N] {
    std::array::from_fn(|index| head[from + index])
}

fn checksum(head: &[u8], data: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(data);
    hasher.finalize()
}
