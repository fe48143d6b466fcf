//! What a path leads to that is no file: nothing to be read, and nothing to wait for.

use std::fs::{self, FileType};
use std::path::Path;

/// What a path leads to instead of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoFile {
    /// A folder.
    #[error("is a folder; give the file inside it")]
    Folder,
    /// A named pipe, which is empty as long as nobody writes into it.
    #[error("is a pipe and no file; save what comes out of it as a file, and give that")]
    Pipe,
    /// A socket.
    #[error("is a socket and no file; give a file")]
    Socket,
    /// A device, such as `/dev/null`.
    #[error("is a device and no file; give a file")]
    Device,
}

impl NoFile {
    /// What it is, with its article.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Folder => "a folder",
            Self::Pipe => "a pipe",
            Self::Socket => "a socket",
            Self::Device => "a device",
        }
    }

    fn of(kind: FileType) -> Option<Self> {
        if kind.is_dir() {
            return Some(Self::Folder);
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            if kind.is_fifo() {
                return Some(Self::Pipe);
            }
            if kind.is_socket() {
                return Some(Self::Socket);
            }
            if kind.is_block_device() || kind.is_char_device() {
                return Some(Self::Device);
            }
        }
        None
    }
}

/// Checks that a path leads to a file, or to nothing: that there is nothing, or that it may not be
/// looked at, who opens it will hear.
///
/// # Errors
/// If it leads to something else.
pub fn check(path: &Path) -> Result<(), NoFile> {
    let kind = fs::metadata(path).ok().map(|it| it.file_type());
    kind.and_then(NoFile::of).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_pass_and_so_does_what_is_not_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        assert_eq!(check(&file), Ok(()));
        fs::write(&file, "").expect("written");
        assert_eq!(check(&file), Ok(()));
        assert_eq!(check(folder.path()), Err(NoFile::Folder));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_told_as_what_it_is() {
        use std::os::unix::net::UnixListener;
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let _socket = UnixListener::bind(path("socket")).expect("a socket");
        assert_eq!(check(&path("socket")), Err(NoFile::Socket));
        assert_eq!(check(Path::new("/dev/null")), Err(NoFile::Device));
        // A link is what it leads to.
        std::os::unix::fs::symlink("/dev/null", path("link")).expect("a link");
        assert_eq!(check(&path("link")), Err(NoFile::Device));
    }
}
