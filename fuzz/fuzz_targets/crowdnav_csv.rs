//! Any text is a table of episodes, each with walkers, or an error that names its source.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_scene::import::crowdnav::parse_episodes;

fuzz_target!(|text: &str| match parse_episodes(text, "fuzz.csv") {
    Err(fault) => assert!(fault.to_string().starts_with("fuzz.csv"), "{fault}"),
    Ok(episodes) => {
        for episode in &episodes {
            assert!(!episode.walkers.is_empty());
            assert!(episode.walkers.iter().all(|walk| walk.start.is_finite()));
        }
    }
});
