//! Files that appear whole or not at all.
//!
//! A file is written under a temporary name in its own folder and renamed when it is complete.
//! Whatever goes wrong before that (a full disk, an early end of the run) removes the temporary
//! file and leaves an older file of the same name as it was.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

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

/// What went wrong, in plain words where the system's are cryptic.
pub(crate) fn what(error: &io::Error) -> String {
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
}

impl WholeFile {
    /// Checks that no folder has the name that a file is to have.
    ///
    /// # Errors
    /// When one has.
    pub fn check_name(path: &Path) -> Result<(), WriteError> {
        if path.is_dir() {
            return Err(WriteError::new(path, io::ErrorKind::IsADirectory));
        }
        Ok(())
    }

    /// Starts a file that will have the name `path`. Its folder must exist.
    ///
    /// # Errors
    /// When no file can be made in that folder, or a folder has that name.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        Self::check_name(path)?;
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".sidestep-").suffix(".part");
        // Temporary files are private by default, but results are for everyone whom the umask lets
        // in.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let temporary = builder
            .tempfile_in(folder)
            .map_err(|error| WriteError::new(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            temporary: BufWriter::with_capacity(1 << 16, temporary),
        })
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
        let Self { path, temporary } = self;
        let temporary = temporary
            .into_inner()
            .map_err(|error| WriteError::new(&path, error.into_error()))?;
        match temporary.persist(&path) {
            Ok(_) => Ok(path),
            // The temporary file is inside the error and goes away with it.
            Err(error) => Err(WriteError::new(&path, error.error)),
        }
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
        self.temporary.write(bytes)
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
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)
        .map_err(|error| WriteError::new(path, error))?;
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
