//! The worlds of the cases: a hostile one, and a plain one in which about the same is near
//! everybody.

use std::f32::consts::{PI, TAU};

use glam::Vec2;
use sidestep::random::Random;
use sidestep::space::Topology;

use super::ground::{Door, Ground, GrowthError};
use super::people::{People, runner, walker};

/// A hostile world and its plain counterpart.
pub(super) struct Pair {
    pub hostile: Ground,
    pub plain: Ground,
}

/// What comes of building a pair.
pub(super) type Built = Result<Pair, GrowthError>;

/// The share of the full size that worlds have, above 0 and at most 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Size(pub f64);

impl Size {
    /// So many of what there are `full` of at full size, but `least` at least.
    fn of(self, full: usize, least: usize) -> usize {
        ((full as f64 * self.0).round() as usize).max(least)
    }

    /// People of whom there are so many at full size.
    fn people(self, full: usize) -> People {
        People::new(self.of(full, 20))
    }
}

/// Doors in a chain, and those who stand before each of them.
const DOORS: usize = 10;
const BEFORE_A_DOOR: usize = 10;

/// Walls for each door of a plain chain, and at least for each of a long one.
const WALLS_A_DOOR: usize = 40;

pub(super) fn chain_that_moves(size: Size) -> Built {
    chains(size, Door::Moves)
}

pub(super) fn chain_that_is_placed(size: Size) -> Built {
    chains(size, Door::Placed)
}

fn chains(size: Size, door: Door) -> Built {
    let walls = size.of(16_000, 2 * WALLS_A_DOOR * DOORS);
    Ok(Pair {
        hostile: chain(walls / DOORS, door)?,
        plain: chain(WALLS_A_DOOR, door)?,
    })
}

/// Walls of 1 m that are joined end to end, with doors amid them, and people and a crate before each
/// of these.
fn chain(walls_a_door: usize, door: Door) -> Result<Ground, GrowthError> {
    let mut ground = Ground::new(Topology::Open)?;
    for index in 0..DOORS * walls_a_door {
        let from = Vec2::new(index as f32, 0.0);
        if index % walls_a_door != walls_a_door / 2 {
            ground.wall(from, from + Vec2::X)?;
            continue;
        }
        ground.door(from, from + Vec2::X, door)?;
        ground.crate_at(from - Vec2::Y * 1.2, 1.0, 0.0)?;
        ground.bring(&People {
            middle: from - Vec2::Y * 6.0,
            ..People::new(BEFORE_A_DOOR)
        })?;
    }
    Ok(ground)
}

/// Radius of a barrel (m).
const BARREL: f32 = 0.5;

pub(super) fn circles_in_one_place(size: Size) -> Built {
    let people = People {
        cell: 5.0,
        ..size.people(100)
    };
    let corners = people.corners(size.of(2000, 100));
    let mut hostile = Ground::with(&people)?;
    let mut plain = Ground::with(&people)?;
    let middle = people.corners(1)[0];
    for place in corners {
        hostile.barrel(middle, BARREL)?;
        plain.barrel(place, BARREL)?;
    }
    Ok(Pair { hostile, plain })
}

/// Length of a long wall (m), and how far these begin from the people (m).
const LONG: f32 = 1000.0;
const ASIDE: f32 = 50.0;

pub(super) fn long_walls(size: Size) -> Built {
    let people = size.people(1000);
    let count = size.of(2000, 100);
    let mut hostile = among_walls(&people, count)?;
    let plain = among_walls(&people, count)?;
    let below = people
        .corners(count)
        .iter()
        .map(|it| it.y)
        .fold(0.0, f32::min);
    for index in 0..count {
        let from = Vec2::new(-0.5 * LONG, below - ASIDE - index as f32);
        hostile.wall(from, from + Vec2::X * LONG)?;
    }
    Ok(Pair { hostile, plain })
}

pub(super) fn million_walls(size: Size) -> Built {
    let people = size.people(1000);
    // As far as anybody sees there are as many.
    let rows = (people.side() / people.cell) as usize + 28;
    let near = rows * rows;
    Ok(Pair {
        hostile: among_walls(&people, size.of(1_000_000, 2 * near))?,
        plain: among_walls(&people, near)?,
    })
}

/// People among walls of 1 m on the corners of their cells.
fn among_walls(people: &People, count: usize) -> Result<Ground, GrowthError> {
    let mut ground = Ground::with(people)?;
    put_walls(&mut ground, people.corners(count))?;
    Ok(ground)
}

fn put_walls(
    ground: &mut Ground,
    places: impl IntoIterator<Item = Vec2>,
) -> Result<(), GrowthError> {
    for (index, place) in places.into_iter().enumerate() {
        let half = if index % 2 == 0 { Vec2::X } else { Vec2::Y } * 0.5;
        ground.wall(place - half, place + half)?;
    }
    Ok(())
}

/// Speed of one who is fast (m/s), and how far from the people it begins (m).
const FAST: f32 = 300.0;
const RUN_UP: f32 = 600.0;

pub(super) fn one_who_is_fast(size: Size) -> Built {
    let people = size.people(1000);
    let mut hostile = Ground::with(&people)?;
    let from = -Vec2::X * (RUN_UP + 0.5 * people.side());
    hostile.insert(runner(from, Vec2::X, FAST))?;
    Ok(Pair {
        hostile,
        plain: Ground::with(&people)?,
    })
}

/// Radius of one who is huge (m).
const HUGE: f32 = 50.0;

pub(super) fn one_who_is_huge(size: Size) -> Built {
    let count = size.of(2000, 100);
    // As large among few as it is among many.
    let radius = HUGE * (size.0.sqrt() as f32);
    let clear = radius + 2.0;
    let people = People::new(count);
    let covered = PI * clear * clear / (people.cell * people.cell);
    let people = People {
        count: count + covered as usize,
        ..people
    };
    let away = |place: &Vec2| place.length() > clear;
    let world = || -> Result<Ground, GrowthError> {
        let mut ground = Ground::new(Topology::Open)?;
        put_walls(
            &mut ground,
            people.corners(people.count).into_iter().filter(away),
        )?;
        // One for every other wall.
        let specs = people.specs().into_iter();
        for spec in specs.filter(|it| away(&it.body.position)).step_by(2) {
            ground.insert(spec)?;
        }
        Ok(ground)
    };
    let mut hostile = world()?;
    hostile.insert(walker(Vec2::ZERO, Vec2::X, radius))?;
    Ok(Pair {
        hostile,
        plain: world()?,
    })
}

pub(super) fn pile_on_people(size: Size) -> Built {
    let count = size.of(200, 20);
    let mut random = Random::new(2, 0);
    let apart = People {
        cell: 5.0,
        ..People::new(10)
    };
    let close = People { cell: 1.0, ..apart };
    let mut hostile = Ground::with(&close)?;
    let mut plain = Ground::with(&apart)?;
    let half = 0.5 * close.side();
    for place in apart.corners(count) {
        let angle = random.between(0.0, TAU);
        let within = Vec2::new(random.between(-half, half), random.between(-half, half));
        hostile.crate_at(within, 1.0, angle)?;
        plain.crate_at(place, 1.0, angle)?;
    }
    Ok(Pair { hostile, plain })
}

pub(super) fn torus(size: Size) -> Built {
    let people = People {
        cell: 5.0,
        ..size.people(500)
    };
    let places = people.corners(size.of(20_000, 400));
    // The people in the middle of what is put stand around the corner of the box.
    let side = People {
        count: places.len(),
        ..people
    }
    .side();
    let world = |topology| -> Result<Ground, GrowthError> {
        let mut ground = Ground::new(topology)?;
        ground.bring(&people)?;
        for place in &places {
            ground.barrel(*place, BARREL)?;
        }
        Ok(ground)
    };
    Ok(Pair {
        hostile: world(Topology::Torus {
            min: Vec2::ZERO,
            max: Vec2::splat(side),
        })?,
        plain: world(Topology::Open)?,
    })
}

/// Side of the square (m) on which they all stand: less than a cell of the engine's own grid.
const ONE_CELL: f32 = 0.9;

pub(super) fn all_in_one_cell(size: Size) -> Built {
    let people = size.people(1000);
    let close = People {
        cell: people.cell * ONE_CELL / people.side(),
        middle: Vec2::splat(0.5),
        ..people
    };
    Ok(Pair {
        hostile: Ground::with(&close)?,
        plain: Ground::with(&people)?,
    })
}

/// How far two groups are from the origin (m): 1,000 km apart, and as neighbours.
const FAR_OUT: f32 = 500_000.0;
const NEXT_DOOR: f32 = 100.0;

pub(super) fn groups_far_apart(size: Size) -> Built {
    let world = |out: f32| -> Result<Ground, GrowthError> {
        let mut ground = Ground::new(Topology::Open)?;
        for middle in [Vec2::X * out, Vec2::X * -out] {
            let people = People {
                middle,
                ..size.people(500)
            };
            ground.bring(&people)?;
            put_walls(&mut ground, people.corners(people.count))?;
        }
        Ok(ground)
    };
    Ok(Pair {
        hostile: world(FAR_OUT)?,
        plain: world(NEXT_DOOR)?,
    })
}

/// Radius of those who are tiny (m), and how many of them there are for each who is huge.
const TINY: f32 = 0.05;
const TINY_FOR_A_HUGE_ONE: usize = 10;

pub(super) fn tiny_and_huge(size: Size) -> Built {
    let world = |radius: f32| -> Result<Ground, GrowthError> {
        let huge = People {
            cell: 2.2 * HUGE,
            radius: HUGE,
            ..People::new(size.of(100, 4))
        };
        let mut ground = Ground::new(Topology::Open)?;
        for spec in huge.specs() {
            ground.insert(walker(spec.body.position, spec.body.heading, radius))?;
        }
        for middle in huge.corners(huge.count) {
            ground.bring(&People {
                count: TINY_FOR_A_HUGE_ONE,
                middle,
                cell: 1.0,
                radius: TINY,
            })?;
        }
        Ok(ground)
    };
    Ok(Pair {
        hostile: world(HUGE)?,
        plain: world(TINY)?,
    })
}

/// Radius of people who stand close (m), and the side of the square that each has (m): eight of
/// them a square metre.
const SLIM: f32 = 0.17;
const CLOSE: f32 = 0.353_553;

pub(super) fn eight_a_square_metre(size: Size) -> Built {
    let plain = People {
        radius: SLIM,
        ..size.people(1000)
    };
    let close = People {
        cell: CLOSE,
        ..plain
    };
    Ok(Pair {
        hostile: Ground::with(&close)?,
        plain: Ground::with(&plain)?,
    })
}
