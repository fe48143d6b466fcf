//! `sidestep gallery`: serves the built pages of the gallery.

mod files;
mod server;

use std::env;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use self::files::Files;
use self::server::Limits;
use super::print;
use crate::arguments::GalleryArguments;
use crate::failure::Failure;
use crate::write_whole::what;

/// How to get what is to be served.
const BUILD: &str = "in a clone of Sidestep, tools/build-gallery builds it";

/// Serves the gallery until somebody presses Ctrl-C.
///
/// # Errors
/// When it isn't built, or can't be served at this address.
pub fn gallery(arguments: &GalleryArguments) -> Result<(), Failure> {
    let folder = match &arguments.folder {
        Some(folder) => folder.clone(),
        None => find_built()?,
    };
    if !folder.join("index.html").is_file() {
        return Err(Failure::input(format!(
            "{} holds no index.html, so it is no built gallery; {BUILD}, in gallery/dist",
            folder.display()
        )));
    }
    let files = Files::new(&folder).map_err(|error| {
        Failure::run(format!("can't read {}: {}", folder.display(), what(&error)))
    })?;
    let listener = listen(arguments.host, arguments.port)?;
    let address = listener.local_addr().map_err(Failure::run)?;
    if !arguments.host.is_loopback() {
        eprintln!(
            "warning: whoever reaches {} can see these pages; without --host only this machine can",
            arguments.host
        );
    }
    print(&format!(
        "The gallery is at http://{}/ until you press Ctrl-C.\n",
        reachable(address)
    ))?;
    server::serve(
        listener,
        files,
        arguments.host.is_loopback(),
        Limits::default(),
    )
}

/// The built gallery in the current folder or the nearest one above that has it.
fn find_built() -> Result<PathBuf, Failure> {
    let here = env::current_dir().map_err(|error| {
        Failure::run(format!("can't tell the current folder: {}", what(&error)))
    })?;
    let built = |folder: &Path| Some(folder.join("gallery/dist")).filter(|dist| dist.is_dir());
    here.ancestors().find_map(built).ok_or_else(|| {
        Failure::input(format!(
            "the gallery isn't built: there is no gallery/dist in this folder or above it; {BUILD}, \
             and --folder FOLDER serves one from elsewhere"
        ))
    })
}

fn listen(host: IpAddr, port: u16) -> Result<TcpListener, Failure> {
    TcpListener::bind((host, port)).map_err(|error| {
        let place = SocketAddr::from((host, port));
        let choose = "choose another with --port N, or --port 0 for any that is free";
        Failure::run(match error.kind() {
            io::ErrorKind::AddrInUse => {
                format!("another program already serves on {place}; {choose}")
            }
            io::ErrorKind::PermissionDenied => {
                format!("only an administrator may serve on {place}; {choose}")
            }
            io::ErrorKind::AddrNotAvailable => {
                format!(
                    "{host} is no address of this machine; leave --host away to serve on 127.0.0.1"
                )
            }
            _ => format!("can't serve on {place}: {}", what(&error)),
        })
    })
}

/// An address that a browser can open: 0.0.0.0 stands for all of the machine's own.
fn reachable(address: SocketAddr) -> SocketAddr {
    let mut reachable = address;
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => reachable.set_ip([127, 0, 0, 1].into()),
        IpAddr::V6(ip) if ip.is_unspecified() => {
            reachable.set_ip(std::net::Ipv6Addr::LOCALHOST.into())
        }
        _ => {}
    }
    reachable
}
