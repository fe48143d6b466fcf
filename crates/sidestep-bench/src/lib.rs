//! What is measured of the core: [`kernels`] does work of a known size whose answer is known, too,
//! and [`answers`] are those that were recorded.
//!
//! `benches/kernels.rs` takes its time (`cargo bench -p sidestep-bench`), and the program `kernel`
//! runs one of them for whoever counts instructions (`tools/count-instructions`). The program
//! `golden` compares runs of scenes with their golden hashes on another processor
//! (`tools/check-aarch64`).

pub mod answers;
pub mod crowd;
pub mod hash;
pub mod kernels;
