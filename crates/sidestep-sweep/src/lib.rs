//! Sweeps in a folder: what the command `sidestep sweep` and the Python package share.
//!
//! [`sidestep_scene::sweep`] says which runs there are and does one of them; this crate keeps what they leave.
//! [`Folder`] is where, and says which [`Outcome`](sidestep_scene::sweep::Outcome)s are there. [`Work`] does what is
//! missing on several threads, while other processes work in the same folder: each run is claimed ([`claim`]) by the one
//! that does it. [`tables`] makes columns of what came out.
//!
//! Files appear whole or not at all ([`write_whole`]); what a killed process has left goes with the next
//! one that begins ([`leftovers`]).

pub mod claim;
pub mod folder;
pub mod leftovers;
pub mod measures;
pub mod memory;
pub mod tables;
pub mod under_way;
pub mod work;
pub mod write_whole;

pub use claim::Claim;
pub use folder::{Folder, FolderError, Known, Options};
pub use work::{Ended, Event, Work, WorkError};
