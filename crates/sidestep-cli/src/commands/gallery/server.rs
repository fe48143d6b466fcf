//! The server: answers requests for files, until Ctrl-C.

use std::net::TcpListener;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::files::Files;
use crate::failure::Failure;
use crate::write_whole::what;

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
pub fn serve(listener: TcpListener, files: Files, own_names_only: bool) -> Result<(), Failure> {
    let gallery = Arc::new(Gallery {
        files,
        own_names_only,
    });
    let routes = Router::new().fallback(get(answer)).with_state(gallery);
    let served = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()
        .and_then(|runtime| {
            runtime.block_on(async {
                listener.set_nonblocking(true)?;
                let listener = tokio::net::TcpListener::from_std(listener)?;
                // Open connections have nothing that is worth waiting for.
                tokio::select! {
                    ended = axum::serve(listener, routes).into_future() => ended,
                    pressed = tokio::signal::ctrl_c() => pressed,
                }
            })
        });
    served.map_err(|error| Failure::run(format!("can't go on serving: {}", what(&error))))
}

async fn answer(State(gallery): State<Arc<Gallery>>, request: Request) -> Response {
    if gallery.own_names_only && !names_this_machine(request.headers()) {
        let why = "Only requests to this machine by its own name or number are answered.\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let Some(file) = gallery.files.find(request.uri().path()) else {
        return (StatusCode::NOT_FOUND, page(NOT_FOUND)).into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, file.kind),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // A gallery that was built anew is seen at once.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, file.content).into_response()
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
    use super::*;

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
