//! The server: answers requests for files, until Ctrl-C.
//!
//! Files are streamed, the number of connections and every wait for a client are bounded
//! ([`Limits`]), so that clients that don't read, or never end what they say, cost little memory
//! and nobody else's time.

use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower_http::services::ServeFile;

use super::files::{File, Files};
use crate::failure::Failure;
use crate::write_whole::what;

/// What clients may take of the server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at a time. Whoever comes when all are taken waits for the next that ends.
    pub connections: usize,
    /// Time in which a client must say its request, from the connection or from the last answer on:
    /// an idle connection is closed after it, too.
    pub head: Duration,
    /// Time in which a client must take some more of an answer.
    pub progress: Duration,
}

impl Default for Limits {
    /// More connections than a hundred clients need, and fewer than files may be open (1024 on most
    /// systems, and each connection reads one).
    fn default() -> Self {
        Self {
            connections: 256,
            head: Duration::from_secs(10),
            progress: Duration::from_secs(20),
        }
    }
}

/// Bytes of a file that are in memory at a time for each connection.
const CHUNK: usize = 32 * 1024;

/// Bytes of a request's head, and of an answer that isn't on its way yet, that are in memory at most
/// for each connection.
const BUFFER: usize = 64 * 1024;

/// Threads that read files: a disk answers no faster to more.
const READERS: usize = 8;

/// What answers need.
#[derive(Debug)]
struct Gallery {
    files: Files,
    /// Whether requests must name this machine: a page from elsewhere could otherwise have its own
    /// name lead here and read what is served.
    own_names_only: bool,
}

/// Serves the files on a port that is already taken, until Ctrl-C.
///
/// # Errors
/// When the system takes the port away.
pub fn serve(
    listener: TcpListener,
    files: Files,
    own_names_only: bool,
    limits: Limits,
) -> Result<(), Failure> {
    let gallery = Arc::new(Gallery {
        files,
        own_names_only,
    });
    let served = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(READERS)
        .build()
        .and_then(|runtime| {
            let served = runtime.block_on(async {
                listener.set_nonblocking(true)?;
                let listener = tokio::net::TcpListener::from_std(listener)?;
                // Open connections have nothing that is worth waiting for.
                tokio::select! {
                    never = accept(listener, gallery, limits) => match never {},
                    pressed = tokio::signal::ctrl_c() => pressed,
                }
            });
            runtime.shutdown_background();
            served
        });
    served.map_err(|error| Failure::run(format!("can't go on serving: {}", what(&error))))
}

/// Takes connections, as many as may be, and serves each.
async fn accept(
    mut listener: tokio::net::TcpListener,
    gallery: Arc<Gallery>,
    limits: Limits,
) -> Infallible {
    let routes = Router::new().fallback(get(answer)).with_state(gallery);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(BUFFER);
    let places = Arc::new(Semaphore::new(limits.connections));
    loop {
        // Nobody closes it.
        let place = Arc::clone(&places).acquire_owned().await.ok();
        let (stream, _) = Listener::accept(&mut listener).await;
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(limits.progress));
        let service = TowerToHyperService::new(routes.clone());
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
        tokio::spawn(async move {
            // Whoever goes away early, or is too slow, is no concern of others.
            let _ = connection.await;
            drop(place);
        });
    }
}

async fn answer(State(gallery): State<Arc<Gallery>>, request: Request) -> Response {
    if gallery.own_names_only && !names_this_machine(request.headers()) {
        let why = "Only requests to this machine by its own name or number are answered.\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let Some(file) = gallery.files.find(request.uri().path()) else {
        return (StatusCode::NOT_FOUND, page(NOT_FOUND)).into_response();
    };
    let mut response = part_of(&file, request).await;
    let headers = response.headers_mut();
    if headers.contains_key(header::CONTENT_TYPE) {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    }
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // A gallery that was built anew is seen at once.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// The file as a stream, or what the request wants of it: a part, nothing if it is as the client
/// has it, the head alone.
async fn part_of(file: &File, mut request: Request) -> Response {
    let stream = |request| async {
        // Several parts at once are answered by the whole file, as the standard allows.
        let mut service = ServeFile::new(&file.path)
            .with_buf_chunk_size(CHUNK)
            // What the build has compressed beside it, for those who can read that.
            .precompressed_gzip()
            .ignore_multi_range_requests(true);
        match service.try_call(request).await {
            Ok(response) => response.into_response(),
            Err(error) => {
                let why = format!("The file can't be read: {error}\n");
                (StatusCode::INTERNAL_SERVER_ERROR, why).into_response()
            }
        }
    };
    if !wants_bytes(request.method(), request.headers()) {
        request.headers_mut().remove(header::RANGE);
    } else {
        // Parts are parts of the file itself.
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    if let Some(known) = request.headers_mut().remove(header::IF_RANGE)
        && request.headers().contains_key(header::RANGE)
    {
        let mut head = Request::new(axum::body::Body::empty());
        *head.method_mut() = Method::HEAD;
        if !is_still(&known, stream(head).await.headers()) {
            request.headers_mut().remove(header::RANGE);
        }
    }
    stream(request).await
}

/// Whether a request is for a part of a file in bytes. What else there may be ranges of, and ranges
/// of anything but GET, a server has to overlook.
fn wants_bytes(method: &Method, headers: &HeaderMap) -> bool {
    let unit = |range: &HeaderValue| {
        let range = range.as_bytes();
        range.len() > 6 && range[..6].eq_ignore_ascii_case(b"bytes=")
    };
    method == Method::GET && headers.get(header::RANGE).is_some_and(unit)
}

/// Whether what a client has a part of, by its tag or date, is what is there: only then the rest
/// fits.
fn is_still(known: &HeaderValue, now: &HeaderMap) -> bool {
    let is = |name| now.get(name) == Some(known);
    is(header::ETAG) || is(header::LAST_MODIFIED)
}

const NOT_FOUND: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Not here</title>\n\
    <h1>There is no such page</h1>\n<p><a href=\"/\">To the start of the gallery</a></p>\n</html>\n";

fn page(html: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html)
}

/// Whether a request is addressed to `localhost` or a loopback address, with any port.
fn names_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
    else {
        return false;
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let number = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || number
            .parse::<std::net::IpAddr>()
            .is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::thread;

    use super::*;

    const SHORT: Duration = Duration::from_millis(200);
    const LONG: Duration = Duration::from_secs(600);

    /// A server of a folder with a small page and a file that is more than a client's and a
    /// server's system keep of what nobody reads. It lasts as long as the tests.
    fn start(limits: Limits) -> (tempfile::TempDir, u16) {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("index.html"), "the start").expect("written");
        let large = std::fs::File::create(folder.path().join("large")).expect("made");
        large.set_len(30_000_000).expect("with holes");
        let gallery = Arc::new(Gallery {
            files: Files::new(folder.path()).expect("a folder"),
            own_names_only: true,
        });
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        listener.set_nonblocking(true).expect("set");
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.expect("a runtime").block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).expect("a port");
                match accept(listener, gallery, limits).await {}
            });
        });
        (folder, port)
    }

    /// A client that says something. A test doesn't wait for ever for what it hears.
    fn client(port: u16, words: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        let patience = Some(Duration::from_secs(120));
        stream.set_read_timeout(patience).expect("set");
        stream.write_all(words.as_bytes()).expect("said");
        stream
    }

    fn get(path: &str) -> String {
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }

    /// What is heard until the server closes the connection.
    fn rest(mut stream: TcpStream) -> String {
        let mut heard = Vec::new();
        match stream.read_to_end(&mut heard) {
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                panic!("the connection stays open")
            }
            _ => String::from_utf8_lossy(&heard).into_owned(),
        }
    }

    #[test]
    fn a_head_that_never_ends_is_cut_off() {
        let (_folder, port) = start(Limits {
            head: SHORT,
            progress: LONG,
            ..Limits::default()
        });
        let mut stream = client(port, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
        // Some more of it from time to time doesn't help.
        let more = stream.try_clone().expect("another handle");
        thread::spawn(move || {
            while (&more).write_all(b"x").is_ok() {
                thread::sleep(SHORT / 10);
            }
        });
        let mut heard = Vec::new();
        let end = stream.read_to_end(&mut heard);
        let is_open = end.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock);
        assert!(!is_open, "the connection stays open");
        assert!(!heard.starts_with(b"HTTP/1.1 200"));
        assert!(rest(client(port, "")).is_empty(), "nor does saying nothing");
    }

    #[test]
    fn what_is_compressed_beside_a_file_goes_to_who_can_read_it_and_once_is_enough() {
        let (folder, port) = start(Limits {
            head: SHORT,
            progress: LONG,
            ..Limits::default()
        });
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
        write("page.js", "as it is").expect("written");
        write("page.js.gz", "compressed").expect("written");
        let ask = |more: &str| {
            let words = get("/page.js").replace("\r\n\r\n", &format!("\r\n{more}\r\n\r\n"));
            rest(client(port, &words))
        };
        let plain = ask("Accept: */*");
        assert!(plain.ends_with("as it is"), "{plain}");
        let packed = ask("Accept-Encoding: gzip, br");
        assert!(packed.ends_with("compressed"), "{packed}");
        for line in [
            "content-encoding: gzip",
            "content-type: text/javascript",
            "vary: accept-encoding",
        ] {
            assert!(packed.contains(line), "{line}: {packed}");
        }
        let (_, date) = packed.split_once("last-modified: ").expect("a validator");
        let (date, _) = date.split_once("\r\n").expect("a line");
        let again = ask(&format!(
            "Accept-Encoding: gzip\r\nIf-Modified-Since: {date}"
        ));
        assert!(again.starts_with("HTTP/1.1 304"), "{again}");
        let part = ask("Accept-Encoding: gzip\r\nRange: bytes=0-1");
        assert!(
            part.starts_with("HTTP/1.1 206") && part.ends_with("as"),
            "{part}"
        );
    }

    #[test]
    fn an_idle_connection_is_closed_after_its_answers() {
        let (_folder, port) = start(Limits {
            head: SHORT,
            progress: LONG,
            ..Limits::default()
        });
        let heard = rest(client(port, &[get("/"), get("/index.html")].concat()));
        assert_eq!(heard.matches("the start").count(), 2, "{heard}");
    }

    #[test]
    fn who_does_not_read_loses_its_place_to_who_waits() {
        let (_folder, port) = start(Limits {
            connections: 1,
            head: SHORT,
            progress: SHORT,
        });
        let silent = client(port, &get("/large"));
        let heard = rest(client(port, &get("/")));
        assert!(heard.ends_with("the start"), "{heard}");
        assert!(rest(silent).len() < 30_000_000);
    }

    #[test]
    fn who_waits_for_a_place_gets_one_when_another_leaves() {
        let (_folder, port) = start(Limits {
            connections: 2,
            head: LONG,
            progress: LONG,
        });
        let silent = [0, 1].map(|_| client(port, &get("/large")));
        let waiting = client(
            port,
            &get("/").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"),
        );
        drop(silent);
        let heard = rest(waiting);
        assert!(heard.ends_with("the start"), "{heard}");
    }

    #[test]
    fn only_the_names_of_this_machine_are_its_own() {
        let named = |host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, header::HeaderValue::from_static(host));
            names_this_machine(&headers)
        };
        for host in [
            "localhost",
            "LOCALHOST:4173",
            "127.0.0.1:80",
            "127.1.2.3",
            "[::1]:8080",
            "[::1]",
        ] {
            assert!(named(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "example.org:80",
            "localhost.example.org",
            "10.0.0.1",
            "127.0.0.1.example.org",
        ] {
            assert!(!named(host), "{host}");
        }
        assert!(!names_this_machine(&HeaderMap::new()));
    }
}
