//! Going back, and going on elsewhere: whatever a world holds, the steps that follow are the same to
//! the bit.

mod crowd;
mod rollback;
#[cfg(all(feature = "postcard", feature = "nav"))]
mod saved;
