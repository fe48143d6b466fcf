//! Any text is an environment in which an episode ends, or an error that names its source.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_scene::import::crowdnav::parse_environment;

fuzz_target!(|text: &str| match parse_environment(text, "fuzz.config") {
    Err(fault) => assert!(fault.to_string().starts_with("fuzz.config"), "{fault}"),
    Ok(environment) => {
        assert!(environment.time_step > 0.0 && environment.time_limit.is_finite());
        assert!(environment.robot_radius > 0.0 && environment.walker_radius > 0.0);
    }
});
