//! Files that appear whole or not at all.
//!
//! A file is written under a temporary name in its own folder and renamed when it is complete.
//! Whatever goes wrong before that (a full disk, an early end of the run, Ctrl-C) removes the
//! temporary file and leaves an older file of the same name as it was. What a killed process has
//! left in a folder goes when the next file is begun there.

use std::fs;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sidestep_scene::input_file::{self, NoFile};
use tempfile::{NamedTempFile, TempPath};

use crate::leftovers::{self, LASTING_SUFFIX, PREFIX, SUFFIX};
use crate::under_way::UnderWay;

/// A file or folder that could not be written, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("can't write {}: {}; {}", path.display(), what(source), mend(source))]
pub struct WriteError {
    /// The file or folder that was to be written.
    pub path: PathBuf,
    /// What the operating system said.
    pub source: io::Error,
}

impl WriteError {
    /// Says which path the error belongs to.
    pub fn new(path: &Path, source: impl Into<io::Error>) -> Self {
        Self {
            path: path.to_owned(),
            source: plain(source.into()),
        }
    }
}

/// What has the name that a file is to have.
#[derive(Debug, thiserror::Error)]
#[error("{} is in the way", .0.name())]
struct InTheWay(NoFile);

/// What went wrong, in plain words where the system's are cryptic.
pub fn what(error: &io::Error) -> String {
    use io::ErrorKind::{
        AlreadyExists, IsADirectory, NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem,
        StorageFull,
    };
    match error.kind() {
        StorageFull => "the disk is full".to_owned(),
        PermissionDenied => "you may not write there".to_owned(),
        ReadOnlyFilesystem => "nothing can be written on that disk".to_owned(),
        NotADirectory | AlreadyExists => "a file is in the way of a folder".to_owned(),
        IsADirectory => "a folder is in the way".to_owned(),
        NotFound => "its folder isn't there and can't be made".to_owned(),
        _ => error.to_string(),
    }
}

/// What a person can do about an error while writing: at the end, to choose another folder.
fn mend(error: &io::Error) -> &'static str {
    use io::ErrorKind::{
        AlreadyExists, FileTooLarge, InvalidFilename, IsADirectory, NotADirectory, QuotaExceeded,
        StorageFull,
    };
    match error.kind() {
        StorageFull | QuotaExceeded => "free some space, or choose a folder on another disk",
        FileTooLarge => "run a shorter time, or choose a folder on another disk",
        NotADirectory | AlreadyExists | IsADirectory => "remove it, or choose another folder",
        InvalidFilename => "choose a shorter or simpler name",
        _ => "choose another folder",
    }
}

/// Makes a folder and those above it, if they are missing.
///
/// # Errors
/// When the operating system refuses, for example because a file has that name.
pub fn create_folder(path: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(path).map_err(|error| WriteError::new(path, error))
}

/// A file under way. It gets its name by [`WholeFile::commit`]; without that nothing of it stays.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    temporary: BufWriter<NamedTempFile>,
    /// Unless it is to stay when the process ends.
    under_way: Option<UnderWay>,
    /// How many bytes were written, and their checksum.
    length: u64,
    checksum: crc32fast::Hasher,
}

/// How far a file under way has come: what it takes to go on with it in another process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartialFile {
    /// The file with what is there so far.
    temporary: PathBuf,
    /// How many bytes of it count.
    length: u64,
    /// CRC-32 of these.
    checksum: u32,
}

/// Why a file under way can't be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum PartialError {
    /// It isn't there any more, or can't be read.
    #[error("can't go on with {}: {source}", path.display())]
    Gone {
        /// The file with what was there so far.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// It isn't what was written.
    #[error("can't go on with {}: it was changed or cut off since", path.display())]
    Changed {
        /// The file with what was there so far.
        path: PathBuf,
    },
}

impl WholeFile {
    /// As [`WholeFile::create`], for a file that is gone on with if the process ends early: what is
    /// there so far stays then.
    ///
    /// # Errors
    /// As [`WholeFile::create`].
    pub fn create_lasting(path: &Path) -> Result<Self, WriteError> {
        let (folder, mut builder) = Self::prepare(path, true)?;
        let mut temporary = builder
            .suffix(LASTING_SUFFIX)
            .tempfile_in(folder)
            .map_err(|error| WriteError::new(path, error))?;
        temporary.disable_cleanup(true);
        Ok(Self::new(path, temporary, None))
    }

    /// Goes on with a file from where it was.
    ///
    /// # Errors
    /// If what was there so far is gone or was changed.
    pub fn resume(path: &Path, partial: &PartialFile) -> Result<Self, PartialError> {
        let gone = |source: io::Error| PartialError::Gone {
            path: partial.temporary.clone(),
            source,
        };
        let mut file = fs::OpenOptions::new()
            .read(true)
            .write(true)
            .open(&partial.temporary)
            .map_err(gone)?;
        let mut checksum = crc32fast::Hasher::new();
        let mut left = partial.length;
        let mut buffer = vec![0; 1 << 16];
        while left > 0 {
            let most = usize::try_from(left)
                .unwrap_or(usize::MAX)
                .min(buffer.len());
            let count = file.read(&mut buffer[..most]).map_err(gone)?;
            if count == 0 {
                break;
            }
            checksum.update(&buffer[..count]);
            left -= count as u64;
        }
        if left > 0 || checksum.clone().finalize() != partial.checksum {
            return Err(PartialError::Changed {
                path: partial.temporary.clone(),
            });
        }
        file.set_len(partial.length).map_err(gone)?;
        file.seek(SeekFrom::End(0)).map_err(gone)?;
        let name = TempPath::try_from_path(&partial.temporary).map_err(gone)?;
        let mut temporary = NamedTempFile::from_parts(file, name);
        temporary.disable_cleanup(true);
        Ok(Self {
            length: partial.length,
            checksum,
            ..Self::new(path, temporary, None)
        })
    }

    /// How far it has come, once the disk has what was written so far. What is buffered must have
    /// been flushed.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn partial(&self) -> Result<PartialFile, WriteError> {
        let temporary = self.temporary.get_ref();
        (temporary.as_file().sync_data()).map_err(|error| WriteError::new(&self.path, error))?;
        let name = std::path::absolute(temporary.path())
            .map_err(|error| WriteError::new(&self.path, error))?;
        Ok(PartialFile {
            temporary: name,
            length: self.length,
            checksum: self.checksum.clone().finalize(),
        })
    }

    /// Checks that nothing but a file has the name that a file is to have: a device that gives way
    /// to it would be missed by others.
    ///
    /// # Errors
    /// When a folder has it, a device, a pipe or a socket.
    pub fn check_name(path: &Path) -> Result<(), WriteError> {
        match input_file::check(path) {
            Ok(()) => Ok(()),
            Err(NoFile::Folder) => Err(WriteError::new(path, io::ErrorKind::IsADirectory)),
            Err(other) => Err(WriteError::new(path, io::Error::other(InTheWay(other)))),
        }
    }

    /// The folder of a file that will have the name `path`, without what killed runs have left
    /// there, and what makes files in it.
    fn prepare(
        path: &Path,
        tidies: bool,
    ) -> Result<(&Path, tempfile::Builder<'static, 'static>), WriteError> {
        Self::check_name(path)?;
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if tidies {
            leftovers::tidy(folder);
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        // Temporary files are private by default, but results are for everyone whom the umask lets
        // in.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        Ok((folder, builder))
    }

    fn new(path: &Path, temporary: NamedTempFile, under_way: Option<UnderWay>) -> Self {
        Self {
            path: path.to_owned(),
            temporary: BufWriter::with_capacity(1 << 16, temporary),
            under_way,
            length: 0,
            checksum: crc32fast::Hasher::new(),
        }
    }

    /// Starts a file that will have the name `path`. Its folder must exist.
    ///
    /// # Errors
    /// When no file can be made in that folder, or a folder has that name.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        Self::create_if_tidy(path, true)
    }

    /// As [`WholeFile::create`]; `tidies` says whether what killed runs have left goes first. One who
    /// writes very many files into a folder tidies it once.
    fn create_if_tidy(path: &Path, tidies: bool) -> Result<Self, WriteError> {
        let (folder, builder) = Self::prepare(path, tidies)?;
        loop {
            let begun = UnderWay::begin(|| builder.tempfile_in(folder));
            let (temporary, under_way) = begun.map_err(|error| WriteError::new(path, error))?;
            if leftovers::claim(&temporary) {
                return Ok(Self::new(path, temporary, Some(under_way)));
            }
        }
    }

    /// The name that the file will have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what is still buffered and waits until the disk has it, so that [`WholeFile::commit`]
    /// can fail for few reasons. Calling it is optional.
    ///
    /// # Errors
    /// When the disk is full or fails.
    pub fn settle(&mut self) -> Result<(), WriteError> {
        self.temporary
            .flush()
            .and_then(|()| self.temporary.get_ref().as_file().sync_data())
            .map_err(|error| WriteError::new(&self.path, error))
    }

    /// Gives the finished file its name, in place of an older one.
    ///
    /// # Errors
    /// When the last bytes don't fit on the disk or the name is taken by a folder. Then nothing
    /// changes.
    pub fn commit(mut self) -> Result<PathBuf, WriteError> {
        self.settle()?;
        let Self {
            path,
            temporary,
            under_way,
            ..
        } = self;
        let temporary = temporary
            .into_inner()
            .map_err(|error| WriteError::new(&path, error.into_error()))?;
        let named = match temporary.persist(&path) {
            Ok(_) => Ok(path),
            // The temporary file is inside the error and goes away with it.
            Err(error) => Err(WriteError::new(&path, error.error)),
        };
        drop(under_way);
        named
    }
}

/// Takes off what `tempfile` wraps around the error of the operating system: it names the temporary
/// file, which means nothing to a reader who asked for another.
fn plain(error: io::Error) -> io::Error {
    match (error.raw_os_error(), error.kind()) {
        (Some(code), _) => io::Error::from_raw_os_error(code),
        (None, io::ErrorKind::Other) => error,
        (None, kind) => kind.into(),
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.temporary.write(bytes)?;
        self.checksum.update(&bytes[..count]);
        self.length += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.flush()
    }
}

/// Writes a file in one go.
///
/// # Errors
/// When it can't be written completely; then nothing of it stays.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<PathBuf, WriteError> {
    write(WholeFile::create(path)?, bytes)
}

/// As [`write_whole`], one of very many files in a folder that the caller has tidied.
///
/// # Errors
/// As [`write_whole`].
pub fn write_one_of_many(path: &Path, bytes: &[u8]) -> Result<PathBuf, WriteError> {
    write(WholeFile::create_if_tidy(path, false)?, bytes)
}

fn write(mut file: WholeFile, bytes: &[u8]) -> Result<PathBuf, WriteError> {
    file.write_all(bytes)
        .map_err(|error| WriteError::new(file.path(), error))?;
    file.commit()
}

/// The names of what is in a folder, sorted.
#[cfg(test)]
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("folder is readable")
        .map(|entry| {
            entry
                .expect("entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_committed_file_has_its_content_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("a.txt");
        write_whole(&path, b"old").expect("writes");
        write_whole(&path, b"new").expect("writes over the old one");
        assert_eq!(fs::read(&path).expect("reads"), b"new");
        assert_eq!(names_in(folder.path()), ["a.txt"]);
    }

    #[test]
    fn an_abandoned_file_leaves_the_old_one_and_nothing_else() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("a.txt");
        write_whole(&path, b"old").expect("writes");
        let mut file = WholeFile::create(&path).expect("starts");
        file.write_all(&vec![b'x'; 1 << 20]).expect("writes");
        assert_eq!(fs::read(&path).expect("reads"), b"old");
        drop(file);
        assert_eq!(fs::read(&path).expect("reads"), b"old");
        assert_eq!(names_in(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_folder_in_the_way_is_an_error_that_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("a.txt");
        fs::create_dir(&path).expect("folder in the way");
        let error = write_whole(&path, b"new").expect_err("a folder has that name");
        assert_eq!(error.path, path);
        assert!(error.to_string().contains("choose another"), "{error}");
        assert_eq!(names_in(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_missing_folder_is_named_without_the_temporary_file() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("missing").join("a.txt");
        let message = write_whole(&path, b"new")
            .expect_err("no folder")
            .to_string();
        assert!(message.contains("a.txt"), "{message}");
        assert!(!message.contains(".part"), "{message}");
    }

    #[test]
    fn a_file_where_a_folder_should_be_is_an_error() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("file");
        write_whole(&file, b"here").expect("writes");
        let error = create_folder(&file.join("below")).expect_err("a file is in the way");
        assert!(error.to_string().contains("in the way"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn results_are_readable_as_the_umask_says_not_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("temporary folder");
        let plain_file = folder.path().join("plain");
        fs::write(&plain_file, "").expect("writes");
        let whole = folder.path().join("whole");
        write_whole(&whole, b"").expect("writes");
        let mode = |path: &Path| fs::metadata(path).expect("metadata").permissions().mode();
        assert_eq!(mode(&whole), mode(&plain_file));
    }
}
