//! `sidestep gallery` as a process: what it serves, to whom, and what it says when there is nothing
//! to serve.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};

use crate::common::Workplace;

/// The command while it serves.
struct Server {
    process: Child,
    /// What it said first.
    greeting: String,
    port: u16,
}

impl Server {
    /// Starts it on a free port.
    fn start(place: &Workplace, arguments: &[&str]) -> Self {
        let mut command = place.command(&[&["gallery", "--port", "0"], arguments].concat());
        let mut process = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let out = process.stdout.as_mut().expect("standard output");
        let mut greeting = String::new();
        BufReader::new(out)
            .read_line(&mut greeting)
            .expect("it says where it serves");
        let port = greeting
            .split("127.0.0.1:")
            .nth(1)
            .and_then(|rest| rest.split('/').next())
            .and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no address in {greeting:?}"));
        Self {
            process,
            greeting,
            port,
        }
    }

    /// Sends a request as it stands and returns the head of the answer in lower case, and the body.
    fn ask(&self, request: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no head in {answer:?}"));
        let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
        (head, answer[end + 4..].to_vec())
    }

    fn request(&self, method: &str, path: &str) -> (String, Vec<u8>) {
        self.request_with(method, path, &[])
    }

    /// A request with more lines in its head.
    fn request_with(&self, method: &str, path: &str, lines: &[&str]) -> (String, Vec<u8>) {
        let port = self.port;
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        self.ask(&format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n{lines}\r\n"
        ))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A folder with a built gallery, and a file above it that nobody must see.
fn built() -> Workplace {
    let place = Workplace::new();
    place.write("gallery/dist/index.html", "the start");
    place.write("gallery/dist/assets/sidestep.wasm", b"\0asm");
    place.write("gallery/dist/assets/gallery.js", "run();");
    place.write("gallery/dist/assets/style.css", "a {}");
    place.write("secret.txt", "secret");
    place
}

#[test]
fn it_serves_the_pages_with_their_types() {
    let place = built();
    let server = Server::start(&place, &[]);
    for (path, kind, content) in [
        ("/", "text/html; charset=utf-8", &b"the start"[..]),
        ("/index.html", "text/html; charset=utf-8", b"the start"),
        ("/index.html?a=b", "text/html; charset=utf-8", b"the start"),
        ("/assets/sidestep.wasm", "application/wasm", b"\0asm"),
        (
            "/assets/gallery.js",
            "text/javascript; charset=utf-8",
            b"run();",
        ),
        ("/assets/style.css", "text/css; charset=utf-8", b"a {}"),
    ] {
        let (head, body) = server.request("GET", path);
        assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
        assert!(
            head.contains(&format!("content-type: {kind}")),
            "{path}: {head}"
        );
        assert_eq!(body, content, "{path}");
    }
    let (head, body) = server.request("HEAD", "/assets/gallery.js");
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert!(head.contains("content-length: 6"), "{head}");
    assert_eq!(body, b"");
}

/// The value of a line of an answer's head.
#[track_caller]
fn value_of<'a>(head: &'a str, name: &str) -> &'a str {
    let value = (head.lines()).find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    value.unwrap_or_else(|| panic!("no {name} in {head}"))
}

#[test]
fn a_part_of_a_file_is_answered_with_that_part() {
    let place = built();
    place.write("gallery/dist/ten.bin", b"0123456789");
    let server = Server::start(&place, &[]);
    for (range, part, content) in [
        ("bytes=2-4", "bytes 2-4/10", &b"234"[..]),
        ("bytes=7-", "bytes 7-9/10", b"789"),
        ("bytes=-2", "bytes 8-9/10", b"89"),
        ("bytes=0-99", "bytes 0-9/10", b"0123456789"),
    ] {
        let line = format!("Range: {range}");
        let (head, body) = server.request_with("GET", "/ten.bin", &[&line]);
        assert!(head.starts_with("http/1.1 206"), "{range}: {head}");
        assert_eq!(value_of(&head, "content-range"), part, "{range}");
        let length = value_of(&head, "content-length");
        assert_eq!(length, content.len().to_string(), "{range}");
        assert_eq!(body, content, "{range}");
    }
    for range in ["bytes=10-", "bytes=99-100", "bytes=-0", "bytes=4-2"] {
        let line = format!("Range: {range}");
        let (head, body) = server.request_with("GET", "/ten.bin", &[&line]);
        assert!(head.starts_with("http/1.1 416"), "{range}: {head}");
        assert_eq!(value_of(&head, "content-range"), "bytes */10", "{range}");
        assert_eq!(body, b"", "{range}");
    }
    // Other units, several parts, and parts of anything but GET: the whole.
    for (method, range) in [
        ("GET", "lines=1-2"),
        ("GET", "bytes=0-1,4-5"),
        ("HEAD", "bytes=2-4"),
    ] {
        let line = format!("Range: {range}");
        let (head, body) = server.request_with(method, "/ten.bin", &[&line]);
        assert!(head.starts_with("http/1.1 200"), "{range}: {head}");
        assert_eq!(value_of(&head, "accept-ranges"), "bytes");
        assert_eq!(value_of(&head, "content-length"), "10", "{range}");
        assert_eq!(body.len(), if method == "GET" { 10 } else { 0 }, "{range}");
    }
}

#[test]
fn what_a_client_has_is_not_sent_again_and_the_rest_only_of_the_same_file() {
    let place = built();
    place.write("gallery/dist/ten.bin", b"0123456789");
    let server = Server::start(&place, &[]);
    let ask = |lines: &[&str]| server.request_with("GET", "/ten.bin", lines);
    let (head, _) = ask(&[]);
    let tag = value_of(&head, "etag").to_owned();
    // Heads come in lower case here, and dates are compared as they were sent.
    let date = httpdate_of(&place, "gallery/dist/ten.bin");
    assert_eq!(value_of(&head, "last-modified"), date.to_lowercase());

    for line in [
        format!("If-None-Match: {tag}"),
        format!("If-Modified-Since: {date}"),
    ] {
        let (head, body) = ask(&[&line]);
        assert!(head.starts_with("http/1.1 304"), "{line}: {head}");
        assert_eq!(value_of(&head, "etag"), tag, "{line}");
        assert_eq!(body, b"", "{line}");
    }
    for line in [format!("If-Range: {tag}"), format!("If-Range: {date}")] {
        let (head, body) = ask(&["Range: bytes=7-", &line]);
        assert!(head.starts_with("http/1.1 206"), "{line}: {head}");
        assert_eq!(body, b"789", "{line}");
    }

    // Another file of that name, and a tag that doesn't vouch for each byte.
    place.write("gallery/dist/ten.bin", b"abcdefghijk");
    for line in [
        format!("If-Range: {tag}"),
        format!("If-Range: W/{tag}"),
        "If-Range: Thu, 01 Jan 1970 00:00:00 GMT".to_owned(),
    ] {
        let (head, body) = ask(&["Range: bytes=7-", &line]);
        assert!(head.starts_with("http/1.1 200"), "{line}: {head}");
        assert_eq!(body, b"abcdefghijk", "{line}");
    }
    let line = format!("If-None-Match: {tag}");
    assert!(ask(&[&line]).0.starts_with("http/1.1 200"));
}

/// When a file was changed, as heads say it.
fn httpdate_of(place: &Workplace, name: &str) -> String {
    let metadata = std::fs::metadata(place.path(name)).expect("a file");
    httpdate::fmt_http_date(metadata.modified().expect("a time"))
}

/// It took 4 MB for each of them, and 20 s until somebody else got an answer.
#[test]
fn a_hundred_clients_that_do_not_read_cost_little_memory_and_nobody_an_answer() {
    let place = built();
    let large = std::fs::File::create(place.path("gallery/dist/large.bin")).expect("made");
    large.set_len(30_000_000).expect("with holes");
    let server = Server::start(&place, &[]);
    let silent: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
            let request = "GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n";
            stream.write_all(request.as_bytes()).expect("sent");
            stream
        })
        .collect();
    // Each has got what the systems keep for it.
    for mut stream in &silent {
        let mut first = [0; 1];
        stream.read_exact(&mut first).expect("an answer");
    }
    let (head, body) = server.request("GET", "/");
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert_eq!(body, b"the start");
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.process.id()));
        let status = status.expect("a process");
        let most = (status.lines()).find_map(|line| line.strip_prefix("VmHWM:"));
        let most = most.expect("a line").trim().trim_end_matches(" kB");
        let most: u64 = most.parse().expect("a number");
        println!("{most} kB");
        assert!(most < 100_000, "{most} kB");
    }
}

#[test]
fn it_serves_nothing_else() {
    let place = built();
    let server = Server::start(&place, &[]);
    for path in [
        "/missing.html",
        "/assets",
        "/assets/",
        "/../../secret.txt",
        "/%2e%2e/%2e%2e/secret.txt",
        "/..%2f..%2fsecret.txt",
        "//etc/passwd",
    ] {
        let (head, body) = server.request("GET", path);
        assert!(head.starts_with("http/1.1 404"), "{path}: {head}");
        assert!(!body.windows(6).any(|bytes| bytes == b"secret"), "{path}");
    }
    let (head, _) = server.request("POST", "/index.html");
    assert!(head.starts_with("http/1.1 405"), "{head}");
}

#[test]
fn a_name_from_elsewhere_that_leads_here_gets_no_answer() {
    let place = built();
    let server = Server::start(&place, &[]);
    for host in ["Host: example.org\r\n", "Host: 10.0.0.1:80\r\n", ""] {
        let (head, body) = server.ask(&format!("GET / HTTP/1.0\r\n{host}\r\n"));
        assert!(head.starts_with("http/1.0 403"), "{host}: {head}");
        assert!(!body.starts_with(b"the start"), "{host}");
    }
}

#[test]
fn it_finds_the_gallery_from_a_folder_below() {
    let place = built();
    place.write("crates/deep/file", "");
    let mut command = place.command(&["gallery", "--port", "0"]);
    command.current_dir(place.path("crates/deep"));
    let mut process = command.stdout(Stdio::piped()).spawn().expect("starts");
    let mut greeting = String::new();
    let out = process.stdout.as_mut().expect("standard output");
    BufReader::new(out)
        .read_line(&mut greeting)
        .expect("a line");
    process.kill().expect("ended");
    process.wait().expect("ended");
    assert!(greeting.contains("http://127.0.0.1:"), "{greeting}");
}

/// Linux answers on every address from 127.0.0.1 to 127.255.255.255, so that a server on all of the
/// machine's addresses is reached by another of them, and one on 127.0.0.1 is not.
#[cfg(target_os = "linux")]
#[test]
fn it_listens_on_one_address_only() {
    let place = built();
    let server = Server::start(&place, &[]);
    assert!(TcpStream::connect(("127.0.0.1", server.port)).is_ok());
    assert!(TcpStream::connect(("127.0.0.2", server.port)).is_err());
}

#[test]
fn serving_to_others_is_told() {
    let place = built();
    let mut server = Server::start(&place, &["--host", "0.0.0.0"]);
    #[cfg(target_os = "linux")]
    assert!(TcpStream::connect(("127.0.0.2", server.port)).is_ok());
    // Then the names of this machine can't be known.
    let (head, _) = server.ask("GET / HTTP/1.0\r\nHost: example.org\r\n\r\n");
    assert!(head.starts_with("http/1.0 200"), "{head}");
    server.process.kill().expect("ended");
    let mut said = String::new();
    let error = server.process.stderr.as_mut().expect("standard error");
    error.read_to_string(&mut said).expect("text");
    assert!(
        said.starts_with("warning: ") && said.contains("0.0.0.0"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn it_ends_cleanly_when_interrupted() {
    let place = built();
    let mut server = Server::start(&place, &[]);
    assert!(server.greeting.contains("Ctrl-C"), "{}", server.greeting);
    // An answer shows that it is under way.
    server.request("GET", "/");
    let id = server.process.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.expect("kill is there").success());
    assert_eq!(server.process.wait().expect("ends").code(), Some(0));
}

#[test]
fn what_is_not_built_is_told_with_how_to_build_it() {
    let place = Workplace::new();
    let ending = place.run(&["gallery"]);
    assert_eq!(ending.code, 2, "{}", ending.error);
    assert_eq!(ending.out, "");
    assert!(
        ending.error.starts_with("error: the gallery isn't built"),
        "{}",
        ending.error
    );
    assert!(
        ending.error.contains("tools/build-gallery"),
        "{}",
        ending.error
    );

    place.write("elsewhere/readme.txt", "no gallery");
    for folder in ["elsewhere", "missing", "elsewhere/readme.txt"] {
        let ending = place.run(&["gallery", "--folder", folder]);
        assert_eq!(ending.code, 2, "{}", ending.error);
        assert!(ending.error.contains(folder), "{}", ending.error);
        assert!(
            ending.error.contains("tools/build-gallery"),
            "{}",
            ending.error
        );
    }
}

#[test]
fn a_port_that_is_taken_is_told_with_what_to_do() {
    let place = built();
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let ending = place.run(&["gallery", "--port", &port]);
    assert_eq!(ending.code, 1, "{}", ending.error);
    assert_eq!(ending.out, "");
    for words in [&*port, "another program", "--port 0"] {
        assert!(ending.error.contains(words), "{}", ending.error);
    }
}

#[test]
fn addresses_that_are_none() {
    let place = built();
    for arguments in [["--port", "70000"], ["--port", "-1"], ["--host", "here"]] {
        let ending = place.run(&[&["gallery"], &arguments[..]].concat());
        assert_eq!(ending.code, 2, "{arguments:?}: {}", ending.error);
        assert!(
            ending.error.contains(arguments[0]),
            "{arguments:?}: {}",
            ending.error
        );
    }
    let ending = place.run(&["gallery", "--port", "0", "--host", "192.0.2.1"]);
    assert_eq!(ending.code, 1, "{}", ending.error);
    assert!(
        ending
            .error
            .contains("192.0.2.1 is no address of this machine"),
        "{}",
        ending.error
    );
}
