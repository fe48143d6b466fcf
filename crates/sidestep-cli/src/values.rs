//! Values on the command line: read, and refused in words that say what to give instead.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use sidestep_scene::format::number::{Count, RangedNumber, RunLength, Seed, TimeStep};

/// More threads than this are a slip of the finger.
const MOST_THREADS: usize = 1024;

/// More seeds than this are a slip of the finger.
const MOST_SEEDS: u64 = 10_000;

/// More yards than this are a slip of the finger.
const MOST_YARDS: u64 = 1_000_000;

/// More obstacles than this are a slip of the finger.
const MOST_OBSTACLES: u64 = 1_000_000;

/// More steps than this are a slip of the finger.
const MOST_STEPS: u64 = 1_000_000;

/// A number of agents.
pub(crate) fn agents(text: &str) -> Result<u64, String> {
    whole(text, Count::MIN as u64..=Count::MAX as u64)
}

/// A seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    whole(text, Seed::MIN as u64..=Seed::MAX as u64)
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    whole(text, 1..=MOST_THREADS)
}

/// A number of runs at once.
pub(crate) fn jobs(text: &str) -> Result<usize, String> {
    whole(text, 1..=MOST_THREADS)
}

/// A number of seeds.
pub(crate) fn seeds(text: &str) -> Result<u64, String> {
    whole(text, 1..=MOST_SEEDS)
}

/// A number of yards.
pub(crate) fn yards(text: &str) -> Result<u64, String> {
    whole(text, 1..=MOST_YARDS)
}

/// The number of a yard.
pub(crate) fn yard(text: &str) -> Result<u64, String> {
    whole(text, 0..=MOST_YARDS - 1)
}

/// A number of obstacles.
pub(crate) fn obstacles(text: &str) -> Result<u64, String> {
    whole(text, 0..=MOST_OBSTACLES)
}

/// A number of steps.
pub(crate) fn steps(text: &str) -> Result<u64, String> {
    whole(text, 1..=MOST_STEPS)
}

/// A share, above 0 and at most 1.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let value = text.trim().parse::<f64>().ok();
    value
        .filter(|share| *share > 0.0 && *share <= 1.0)
        .ok_or_else(|| "give a number above 0 and at most 1, such as 0.1".to_owned())
}

/// A time step (s).
pub(crate) fn time_step(text: &str) -> Result<f64, String> {
    seconds::<TimeStep>(text, "0.05")
}

/// A simulated time (s).
pub(crate) fn run_length(text: &str) -> Result<f64, String> {
    seconds::<RunLength>(text, "30")
}

/// A change `KEY=VALUE`.
pub(crate) fn change(text: &str) -> Result<(String, String), String> {
    let (key, value) = text
        .split_once('=')
        .ok_or("a change is written KEY=VALUE, such as settle=false")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// Reads a time on the clock (s), 0 or more.
pub fn pause(text: &str) -> Result<f64, String> {
    const MOST: f64 = 1e9;
    let value = text.trim().parse::<f64>().ok();
    value
        .filter(|seconds| (0.0..=MOST).contains(seconds))
        .ok_or_else(|| format!("give a number of seconds from 0 to {MOST}, such as 60"))
}

fn whole<T: FromStr + PartialOrd + Display>(
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let value = text.trim().parse().ok();
    value.filter(|value| range.contains(value)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        format!("give a whole number from {least} to {most}")
    })
}

fn seconds<T: RangedNumber>(text: &str, example: &str) -> Result<f64, String> {
    let value = text.trim().parse::<f64>().ok();
    let value = value.and_then(|value| T::try_from(value).ok());
    value.map(Into::into).ok_or_else(|| {
        let (least, most) = (T::MIN, T::MAX);
        format!("give a number of seconds from {least} to {most}, such as {example}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_range_are_taken() {
        assert_eq!(agents("1000000"), Ok(1_000_000));
        assert_eq!(seed("0"), Ok(0));
        assert_eq!(threads("4"), Ok(4));
        assert_eq!(time_step("1e-3"), Ok(0.001));
        assert_eq!(run_length("60"), Ok(60.0));
        assert_eq!([share("1"), share(" 1e-3")], [Ok(1.0), Ok(0.001)]);
    }

    #[test]
    fn what_is_no_such_number_is_told_the_range() {
        for text in ["0", "-3", "1.5", "1000001", "1e12", "many", ""] {
            let refusal = agents(text);
            assert_eq!(
                refusal,
                Err("give a whole number from 1 to 1000000".to_owned()),
                "{text}"
            );
        }
        for text in ["0", "-1", "1.5", "nan", "inf", "1e9", "fast", ""] {
            assert!(time_step(text).is_err(), "{text}");
        }
        for text in ["0", "-0.5", "1.001", "nan", "inf", "half", ""] {
            assert!(share(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_change_is_cut_at_its_first_sign() {
        let change_of = |key: &str, value: &str| Ok((key.to_owned(), value.to_owned()));
        assert_eq!(change(" a.b = c=d "), change_of("a.b", "c=d"));
        assert!(change("settle").is_err());
    }
}
