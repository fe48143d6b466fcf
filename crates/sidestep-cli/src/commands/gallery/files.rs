//! From the path of a request to a file below the served folder, and nowhere else.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files that may be served.
#[derive(Debug, Clone)]
pub struct Files {
    /// Without links, so that it can be compared with where a path really leads.
    root: PathBuf,
}

/// What a path of a request leads to.
#[derive(Debug, PartialEq, Eq)]
pub struct File {
    /// Where it really is, below the served folder.
    pub path: PathBuf,
    /// Its media type.
    pub kind: &'static str,
}

impl Files {
    /// The files of a folder.
    ///
    /// # Errors
    /// When the folder can't be read.
    pub fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            root: fs::canonicalize(folder)?,
        })
    }

    /// The file at the path of a request, such as `/editor.html`; a folder's is its `index.html`.
    /// None if there is none below the served folder, whatever dots, escapes and links the path is
    /// made of.
    pub fn find(&self, path: &str) -> Option<File> {
        let mut file = self.root.clone();
        for part in path.strip_prefix('/')?.split('/') {
            let part = decode(part)?;
            // Files whose name begins with a dot aren't meant to be seen, and `..` is one of them.
            if part.starts_with('.') || part.contains(['/', '\\', ':', '\0']) {
                return None;
            }
            file.push(if part.is_empty() { "index.html" } else { &part });
        }
        let real = fs::canonicalize(file).ok()?;
        if !real.starts_with(&self.root) || !real.is_file() {
            return None;
        }
        Some(File {
            kind: kind_of(&real),
            path: real,
        })
    }
}

/// Replaces the escapes of a path, such as `%20`. None if they make no text.
fn decode(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let value = digit()? * 16 + digit()?;
        bytes.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// The media type of a file, by the end of its name.
fn kind_of(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("toml" | "txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> (tempfile::TempDir, Files) {
        let above = tempfile::tempdir().expect("a temporary folder");
        let folder = above.path().join("site");
        fs::create_dir_all(folder.join("more stuff")).expect("folders");
        fs::write(above.path().join("secret.txt"), "secret").expect("written");
        for name in ["index.html", "more stuff/index.html", "a.wasm", ".hidden"] {
            fs::write(folder.join(name), name).expect("written");
        }
        let files = Files::new(&folder).expect("a folder");
        (above, files)
    }

    #[test]
    fn what_is_there_is_found_with_its_kind() {
        let (_above, files) = site();
        for (path, content, kind) in [
            ("/", "index.html", "text/html; charset=utf-8"),
            ("/index.html", "index.html", "text/html; charset=utf-8"),
            (
                "/more%20stuff/",
                "more stuff/index.html",
                "text/html; charset=utf-8",
            ),
            ("/a.wasm", "a.wasm", "application/wasm"),
        ] {
            let file = files.find(path).unwrap_or_else(|| panic!("{path}"));
            let found = fs::read_to_string(&file.path).expect("text");
            assert_eq!(found, content, "{path}");
            assert_eq!(file.kind, kind, "{path}");
        }
    }

    #[test]
    fn nothing_else_is() {
        let (_above, files) = site();
        for path in [
            "",
            "index.html",
            "/missing.html",
            "/more%20stuff",
            "/a.wasm/",
            "/.hidden",
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/more%20stuff/../../secret.txt",
            "/..\\secret.txt",
            "/%",
            "/%4",
            "/%zz",
            "/%ff",
            "/%00",
            "/a.wasm%00",
        ] {
            assert_eq!(files.find(path), None, "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_are_not_followed() {
        let (above, files) = site();
        let link = above.path().join("site/link.txt");
        std::os::unix::fs::symlink(above.path().join("secret.txt"), link).expect("a link");
        let inside = above.path().join("site/inside.html");
        std::os::unix::fs::symlink(above.path().join("site/index.html"), inside).expect("a link");
        assert_eq!(files.find("/link.txt"), None);
        assert!(files.find("/inside.html").is_some());
    }
}
