//! The figures of a bench of detours.

use serde::Serialize;

use super::closing::Closing;
use super::trial::{Trial, Verdict};
use crate::measure::{mean, median};

/// Obstacles in the yards that the speed at about twenty is measured in.
const ABOUT_TWENTY: std::ops::RangeInclusive<usize> = 16..=24;

/// Upper ends of the classes of numbers of obstacles.
const CLASSES: [usize; 6] = [10, 20, 30, 40, 50, 60];

/// All yards together. Times are medians and differ from run to run; all else is the same from the
/// same seed.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Seed of the yards.
    pub seed: u64,
    /// Number of yards.
    pub yards: usize,
    /// Mean number of obstacles in a yard.
    pub obstacles_mean: f64,
    /// Walks that arrived where there is a way.
    pub arrived: usize,
    /// Mean of the walked length over the shortest, where the walk arrived; `None` if none did.
    pub mean_ratio: Option<f64>,
    /// Median of the same.
    pub median_ratio: Option<f64>,
    /// The greatest of the same.
    pub worst_ratio: Option<f64>,
    /// The yard with the worst ratio.
    pub worst_yard: Option<u64>,
    /// Ratios above 1.1, the worst first.
    pub long_ways: Vec<LongWay>,
    /// Walks whose first answer was that nothing is in the way; the others needed a detour.
    pub straight: usize,
    /// As `mean_ratio`, of those only that needed a detour.
    pub mean_ratio_around: Option<f64>,
    /// The greatest of the length that a first answer promised over the shortest: what is above it
    /// in `worst_ratio` was added underway.
    pub worst_promised_ratio: Option<f64>,
    /// Walks that came nearer to something than the radius less a millimetre.
    pub collisions: usize,
    /// Walks that ended with no way on, though a re-baked mesh has one in the neighbourhood that
    /// was looked at.
    pub blocked_wrongly: usize,
    /// Walks that arrived though a re-baked mesh has no way, or were told that the straight way is
    /// free though it isn't.
    pub clear_wrongly: usize,
    /// Walks that ended with no way on, and there is none.
    pub blocked_rightly: usize,
    /// Obstacles that were named as closing a way in these.
    pub named: usize,
    /// How many of them close nothing, as removing them shows ([`Closing`](super::Closing)).
    pub named_wrongly: usize,
    /// Walks that were told that there is no way, rightly, and were named nothing that closes it.
    pub named_nothing: usize,
    /// Walks that ended with no way within the neighbourhood, where there is one beyond it.
    pub blocked_nearby: usize,
    /// Walks that ended with no way on where the only gaps are wider than the body but narrower
    /// than the body with its clearance.
    pub blocked_narrowly: usize,
    /// Walks that did neither arrive nor hear that there is no way.
    pub gave_up: usize,
    /// Mean number of queries in a walk.
    pub queries_mean: f64,
    /// Share of queries that found the whole way free.
    pub converged_share: f64,
    /// Median time of a query from the start to the goal, with the gathering of what is near (µs).
    pub query_us: f64,
    /// Median time of a re-bake and one path on it (µs), with arcs as coarse as they are by
    /// default.
    pub rebake_us: f64,
    /// As `query_us`, in yards of 16 to 24 obstacles; `None` if there are none.
    pub query_us_20: Option<f64>,
    /// As `query_us_20`, where a detour was needed.
    pub query_us_20_around: Option<f64>,
    /// As `rebake_us`, in yards of 16 to 24 obstacles.
    pub rebake_us_20: Option<f64>,
    /// `rebake_us_20` over `query_us_20`.
    pub speedup_20: Option<f64>,
    /// By number of obstacles.
    pub by_obstacles: Vec<ClassFigures>,
    /// By what stands in the yard.
    pub by_kind: Vec<ClassFigures>,
    /// Numbers of the yards to look at first: collisions, wrong ends, walks given up, and ways that
    /// something else was said to close.
    pub suspects: Vec<u64>,
}

/// A way that is more than 1.1 times as long as the shortest.
#[derive(Clone, Debug, Serialize)]
pub struct LongWay {
    /// Number of the yard.
    pub yard: u64,
    /// The walked length over the shortest.
    pub ratio: f64,
    /// The length that the first answer promised over the shortest; `None` if that was no way round.
    pub promised: Option<f64>,
    /// The walked length over the shortest of a body that keeps the detours' clearance from
    /// everything; `None` if there is no such way.
    pub ratio_with_clearance: Option<f64>,
}

/// Some of the yards together.
#[derive(Clone, Debug, Serialize)]
pub struct ClassFigures {
    /// Which.
    pub class: String,
    /// Number of yards.
    pub yards: usize,
    /// Walks that arrived where there is a way.
    pub arrived: usize,
    /// Mean of the walked length over the shortest.
    pub mean_ratio: Option<f64>,
    /// Median of the same.
    pub median_ratio: Option<f64>,
    /// The greatest of the same.
    pub worst_ratio: Option<f64>,
    /// Median time of a query (µs).
    pub query_us: f64,
    /// Median time of a re-bake (µs).
    pub rebake_us: f64,
}

impl Figures {
    /// Adds the trials of a seed up.
    #[must_use]
    pub fn new(seed: u64, trials: &[Trial]) -> Self {
        let all: Vec<&Trial> = trials.iter().collect();
        let count = |verdict: Verdict| all.iter().filter(|trial| trial.verdict == verdict).count();
        let share = |sum: usize, of: usize| sum as f64 / (of as f64).max(1.0);
        let sum = |of: fn(&Trial) -> usize| all.iter().map(|trial| of(trial)).sum::<usize>();
        let all_ratios = ratios(&all);
        let around: Vec<&Trial> = some(&all, |trial| !trial.is_straight());
        let twenty = some(&all, |trial| {
            ABOUT_TWENTY.contains(&trial.yard.obstacles.len())
        });
        let twenty_around = some(&twenty, |trial| !trial.is_straight());
        let (query_us_20, rebake_us_20) = (median_query(&twenty), median_rebake(&twenty));
        let worst = all
            .iter()
            .filter_map(|trial| Some((trial.ratio()?, trial.index)))
            .max_by(|one, other| one.0.total_cmp(&other.0));
        let queries = sum(|trial| trial.walk.queries);
        let closings = all.iter().filter_map(|trial| trial.closing.as_ref());
        let named = |of: fn(&Closing) -> usize| closings.clone().map(of).sum();
        Self {
            seed,
            yards: all.len(),
            obstacles_mean: share(sum(|trial| trial.yard.obstacles.len()), all.len()),
            arrived: count(Verdict::Arrived),
            mean_ratio: mean(all_ratios.iter().copied()),
            median_ratio: median(all_ratios),
            worst_ratio: worst.map(|(ratio, _)| ratio),
            worst_yard: worst.map(|(_, index)| index),
            long_ways: long_ways(&all),
            straight: sum(|trial| usize::from(trial.is_straight())),
            mean_ratio_around: mean(ratios(&around).into_iter()),
            worst_promised_ratio: all
                .iter()
                .filter_map(|trial| trial.promised_ratio())
                .reduce(f64::max),
            collisions: sum(|trial| usize::from(trial.collided())),
            blocked_wrongly: count(Verdict::BlockedWrongly),
            clear_wrongly: count(Verdict::ClearWrongly),
            blocked_rightly: count(Verdict::BlockedRightly),
            named: named(|it| it.named.len()),
            named_wrongly: named(|it| it.innocent.len()),
            named_nothing: named(|it| usize::from(it.named.is_empty())),
            blocked_nearby: count(Verdict::BlockedNearby),
            blocked_narrowly: count(Verdict::BlockedNarrowly),
            gave_up: count(Verdict::GaveUp),
            queries_mean: share(queries, all.len()),
            converged_share: share(sum(|trial| trial.walk.converged), queries),
            query_us: median_query(&all).unwrap_or_default(),
            rebake_us: median_rebake(&all).unwrap_or_default(),
            query_us_20,
            query_us_20_around: median_query(&twenty_around),
            rebake_us_20,
            speedup_20: query_us_20
                .zip(rebake_us_20)
                .map(|(query, rebake)| rebake / query),
            by_obstacles: by_obstacles(&all),
            by_kind: by_kind(&all),
            suspects: some(&all, is_suspect)
                .iter()
                .map(|trial| trial.index)
                .collect(),
        }
    }
}

/// Those that are more than 1.1 times as long as the shortest, the worst first.
fn long_ways(all: &[&Trial]) -> Vec<LongWay> {
    let mut long: Vec<LongWay> = (all.iter().filter(|trial| trial.is_long()))
        .filter_map(|trial| {
            Some(LongWay {
                yard: trial.index,
                ratio: trial.ratio()?,
                promised: trial.promised_ratio(),
                ratio_with_clearance: (trial.shortest_with_clearance)
                    .map(|shortest| trial.walk.length() / shortest),
            })
        })
        .collect();
    long.sort_by(|one, other| other.ratio.total_cmp(&one.ratio));
    long
}

fn is_suspect(trial: &Trial) -> bool {
    let names_wrongly =
        (trial.closing.as_ref()).is_some_and(|it| it.named.is_empty() || !it.innocent.is_empty());
    trial.collided()
        || names_wrongly
        || matches!(
            trial.verdict,
            Verdict::BlockedWrongly | Verdict::ClearWrongly | Verdict::GaveUp
        )
}

fn by_obstacles(all: &[&Trial]) -> Vec<ClassFigures> {
    let mut least = 1;
    let classes = CLASSES.map(|most| {
        let class = some(all, |trial| {
            (least..=most).contains(&trial.yard.obstacles.len())
        });
        let name = format!("{least} to {most}");
        least = most + 1;
        ClassFigures::new(name, &class)
    });
    classes.into_iter().flatten().collect()
}

fn by_kind(all: &[&Trial]) -> Vec<ClassFigures> {
    let mut kinds: Vec<_> = all.iter().map(|trial| trial.yard.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let figures = kinds.into_iter().map(|kind| {
        let class = some(all, |trial| trial.yard.kind == kind);
        ClassFigures::new(kind.to_string(), &class)
    });
    figures.flatten().collect()
}

impl ClassFigures {
    /// `None` of no yards.
    fn new(class: String, trials: &[&Trial]) -> Option<Self> {
        let ratios = ratios(trials);
        Some(Self {
            class,
            yards: trials.len(),
            arrived: some(trials, |trial| trial.verdict == Verdict::Arrived).len(),
            mean_ratio: mean(ratios.iter().copied()),
            worst_ratio: ratios.iter().copied().reduce(f64::max),
            median_ratio: median(ratios),
            query_us: median_query(trials)?,
            rebake_us: median_rebake(trials)?,
        })
    }
}

fn some<'a>(trials: &[&'a Trial], which: impl Fn(&Trial) -> bool) -> Vec<&'a Trial> {
    let chosen = trials.iter().copied().filter(|trial| which(trial));
    chosen.collect()
}

fn ratios(trials: &[&Trial]) -> Vec<f64> {
    trials.iter().filter_map(|trial| trial.ratio()).collect()
}

fn median_query(trials: &[&Trial]) -> Option<f64> {
    median(trials.iter().map(|trial| trial.walk.query_us).collect())
}

fn median_rebake(trials: &[&Trial]) -> Option<f64> {
    median(trials.iter().map(|trial| trial.optimum.rebake_us).collect())
}
