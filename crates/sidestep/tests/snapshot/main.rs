//! Going back, and going on elsewhere: whatever a world holds, the steps that follow are the same to
//! the bit.

mod crowd;
mod rollback;
#[cfg(all(feature = "postcard", feature = "nav"))]
mod saved;

/// Says in the summary that there is more.
#[cfg(not(all(feature = "postcard", feature = "nav")))]
#[test]
#[ignore = "tests of saved worlds need --features postcard,nav"]
fn saved_worlds() {}
