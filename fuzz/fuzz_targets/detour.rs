//! Obstacles come, move and go, and somebody asks for a way between them: answers are finite and
//! lead into nothing, and clusters that are kept up to date are those that one would build anew.

#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use sidestep::Vec2;
use sidestep::avoid::detour::{
    Barrier, BarrierKind, Blocker, Detour, DetourAnswer, DetourMemory, DetourQuery, DetourScratch,
    Outcome,
};
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, LARGEST_COORDINATE, Segment, Shape};
use sidestep::space::{Clusters, Filter, Topology};

/// More than this would only make inputs slow.
const MOST_CHANGES: usize = 48;

/// Deeper than this is in it (m).
const TOUCH: f32 = 1e-3;

/// Numbers out of bytes; zeros when they are used up.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    /// Mostly within 8 m, on a grid of 4 mm so that things touch and coincide; now and then of any
    /// size.
    fn number(&mut self) -> f32 {
        let (high, low) = (self.byte(), self.byte());
        match high {
            0x7f => f32::from_bits(u32::from_be_bytes([
                low,
                self.byte(),
                self.byte(),
                self.byte(),
            ])),
            0x80 => f32::from(low) * 1e4,
            _ => f32::from(i16::from_be_bytes([high, low])) / 4096.0,
        }
    }

    fn place(&mut self) -> Vec2 {
        Vec2::new(self.number(), self.number())
    }

    fn shape(&mut self) -> Option<Shape> {
        Some(match self.byte() % 5 {
            0 => Circle::new(self.place(), self.number().abs()).ok()?.into(),
            1 => Segment::new(self.place(), self.place()).ok()?.into(),
            2 => Capsule::new(self.place(), self.place(), self.number().abs())
                .ok()?
                .into(),
            3 => ConvexPolygon::rectangle(self.place(), self.place().abs(), self.number())
                .ok()?
                .into(),
            _ => {
                let corners: Vec<Vec2> = (0..3 + self.byte() % 4).map(|_| self.place()).collect();
                ConvexPolygon::new(corners).ok()?.into()
            }
        })
    }

    fn kind(&mut self) -> BarrierKind {
        match self.byte() % 4 {
            0 => BarrierKind::Permanent,
            1 => BarrierKind::Edge,
            _ => BarrierKind::Temporary,
        }
    }
}

type Present = BTreeMap<Blocker, (BarrierKind, Shape, Vec2)>;

fn change(numbers: &mut Numbers<'_>, clusters: &mut Clusters, present: &mut Present) {
    let which = Blocker::Obstacle(u32::from(numbers.byte() % 24));
    match numbers.byte() % 4 {
        0 => {
            clusters.remove(which);
            present.remove(&which);
        }
        1 => {
            let offset = numbers.place();
            if offset.is_finite() {
                clusters.move_to(which, offset);
                present.entry(which).and_modify(|it| it.2 = offset);
            }
        }
        _ => {
            let (kind, shape) = (numbers.kind(), numbers.shape());
            if let Some(shape) = shape {
                clusters.insert(which, kind, &shape, Vec2::ZERO, Filter::default());
                present.insert(which, (kind, shape, Vec2::ZERO));
            }
        }
    }
}

fn check_answer(answer: &DetourAnswer, from: Vec2, radius: f32, barriers: &[Barrier<'_>]) {
    assert!(answer.goal.is_finite(), "{answer:?}");
    assert!(answer.way_out.is_none_or(Vec2::is_finite), "{answer:?}");
    let Outcome::Around {
        sub_goal, length, ..
    } = answer.outcome
    else {
        return;
    };
    assert!(
        sub_goal.is_finite() && length.is_finite() && length >= 0.0,
        "{answer:?}"
    );
    // How exact places are depends on how far out the furthest thing is.
    let everyday = |point: Vec2| point.abs().max_element() < 20.0;
    let start = answer.way_out.unwrap_or(from);
    if !everyday(start) || !everyday(sub_goal) || radius > 4.0 || radius < 0.05 {
        return;
    }
    let all_everyday = barriers.iter().all(|barrier| {
        let bounds = barrier.shape.bounds().moved(barrier.offset);
        everyday(bounds.min) && everyday(bounds.max)
    });
    if !all_everyday {
        return;
    }
    // Edges have the body's radius in them already.
    for barrier in barriers.iter().filter(|it| it.kind != BarrierKind::Edge) {
        for step in 0..=16 {
            let place = start.lerp(sub_goal, step as f32 / 16.0);
            let distance = barrier.hull().surface(place).distance;
            assert!(
                distance > radius - TOUCH,
                "{} m into {}: {answer:?}",
                radius - distance,
                barrier.blocker
            );
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut numbers = Numbers(bytes);
    let radius = 0.1 + f32::from(numbers.byte()) / 256.0;
    let detour = Detour::for_radius(radius);
    let width = 2.0 * (radius + detour.clearance);
    let mut clusters = Clusters::new(width, Topology::Open);
    let mut present = Present::new();
    let mut memory = DetourMemory::default();
    let mut scratch = DetourScratch::default();
    for _ in 0..MOST_CHANGES {
        if numbers.0.is_empty() {
            break;
        }
        change(&mut numbers, &mut clusters, &mut present);
        if numbers.byte() % 4 > 0 {
            continue;
        }
        let (from, to) = (numbers.place(), numbers.place());
        let mut barriers = Vec::new();
        let area = detour.area(from, to, radius);
        clusters.gather(area, &Filter::default(), &mut barriers);
        let query = DetourQuery {
            from,
            to,
            radius,
            barriers: &barriers,
            walls_too: false,
        };
        let answer = detour.find(&query, &mut memory, &mut scratch);
        // Further out than shapes can be, ways are too long for a number.
        let possible =
            |place: Vec2| place.is_finite() && place.abs().max_element() <= LARGEST_COORDINATE;
        if possible(from) && possible(to) {
            check_answer(&answer, from, radius, &barriers);
        }
    }
    let mut fresh = Clusters::new(width, Topology::Open);
    for (blocker, (kind, shape, offset)) in present.iter().rev() {
        fresh.insert(*blocker, *kind, shape, *offset, Filter::default());
    }
    assert_eq!(clusters.len(), present.len());
    for blocker in present.keys() {
        assert_eq!(
            clusters.members(*blocker),
            fresh.members(*blocker),
            "{blocker}"
        );
    }
});
