//! How long the processors have worked for this process.

use std::time::Duration;

/// How long the processors have worked for all threads of this process. What else runs on the machine
/// takes none of it, unlike time on the clock.
#[cfg(unix)]
pub fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    // Neither is ever below zero.
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Where that can't be had, time on the clock.
#[cfg(not(unix))]
pub fn processor_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn who_sleeps_takes_no_time_of_processors() {
        let start = processor_time();
        std::thread::sleep(Duration::from_millis(200));
        assert!(processor_time() - start < Duration::from_millis(150));
    }
}
