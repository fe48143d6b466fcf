//! Which worlds there are.

use super::worlds::{self, Built, Size};

/// A hostile world beside a plain one.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    name: &'static str,
    title: &'static str,
    plain: &'static str,
    shapes: u64,
    build: fn(Size) -> Built,
}

/// Two cases are the same if they have the same name.
impl PartialEq for Case {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Case {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self {
            name: "moving-doors",
            title: "16,000 joined walls with ten doors that move",
            plain: "400 such walls",
            shapes: 16_000,
            build: worlds::chain_that_moves,
        },
        Self {
            name: "placed-doors",
            title: "16,000 joined walls with ten doors that the caller places in each step",
            plain: "400 such walls",
            shapes: 16_000,
            build: worlds::chain_that_is_placed,
        },
        Self {
            name: "coincident-circles",
            title: "2,000 temporary circles in one place, 100 agents",
            plain: "the circles 5 m apart",
            shapes: 4000,
            build: worlds::circles_in_one_place,
        },
        Self {
            name: "long-walls",
            title: "2,000 walls of 1 km beside 2,000 of 1 m with 1,000 agents",
            plain: "without the long ones",
            shapes: 6000,
            build: worlds::long_walls,
        },
        Self {
            name: "million-walls",
            title: "a million pieces of wall, 1,000 agents",
            plain: "only the pieces within sight",
            shapes: 1_000_000,
            build: worlds::million_walls,
        },
        Self {
            name: "fast-agent",
            title: "one agent of 300 m/s beside 1,000 others",
            plain: "without it",
            shapes: 0,
            build: worlds::one_who_is_fast,
        },
        Self {
            name: "huge-agent",
            title: "one agent of 50 m among 2,000 pieces of wall and 1,000 others",
            plain: "without it",
            shapes: 4000,
            build: worlds::one_who_is_huge,
        },
        Self {
            name: "pile",
            title: "200 crates in a pile on ten agents",
            plain: "crates and agents 5 m apart",
            shapes: 400,
            build: worlds::pile_on_people,
        },
        Self {
            name: "torus",
            title: "20,000 temporary circles on a torus, 500 agents across its seam",
            plain: "on the open plane",
            shapes: 40_000,
            build: worlds::torus,
        },
        Self {
            name: "one-cell",
            title: "1,000 agents within 0.9 m",
            plain: "one on 4 m²",
            shapes: 0,
            build: worlds::all_in_one_cell,
        },
        Self {
            name: "far-apart",
            title: "two groups of 500 agents among walls, 1,000 km apart",
            plain: "200 m apart",
            shapes: 2000,
            build: worlds::groups_far_apart,
        },
        Self {
            name: "tiny-and-huge",
            title: "1,000 agents of 0.05 m among 100 of 50 m",
            plain: "all of 0.05 m",
            shapes: 0,
            build: worlds::tiny_and_huge,
        },
        Self {
            name: "dense-crowd",
            title: "1,000 agents, eight a square metre",
            plain: "one on 4 m²",
            shapes: 0,
            build: worlds::eight_a_square_metre,
        },
    ];

    /// The case of this name, if there is one.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|case| case.name == name)
    }

    /// Its name, as commands take it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What its hostile world is, at full size.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// What its plain world is instead.
    #[must_use]
    pub const fn plain(&self) -> &'static str {
        self.plain
    }

    /// Walls and obstacles of both worlds together at full size, about.
    #[must_use]
    pub const fn shapes(&self) -> u64 {
        self.shapes
    }

    /// Both worlds.
    pub(super) fn build(&self, size: Size) -> Built {
        (self.build)(size)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use glam::Vec2;
    use sidestep::world::World;

    use super::*;
    use crate::bench::growth::ground::Ground;

    /// The numbers of agents and of shapes.
    fn counts(ground: &Ground) -> [usize; 2] {
        [
            ground.world.agents().len(),
            ground.world.obstacles().count(),
        ]
    }

    #[test]
    fn names_are_their_own_and_found_again() {
        let names: BTreeSet<&str> = Case::ALL.iter().map(Case::name).collect();
        assert_eq!(names.len(), Case::ALL.len());
        for case in Case::ALL {
            assert_eq!(Case::find(case.name()), Some(case));
        }
        assert_eq!(Case::find("plaza"), None);
    }

    /// Titles say numbers; these are they. The walls of which there are a million take long.
    #[test]
    fn at_full_size_there_are_as_many_as_titles_say() {
        let expected = [
            ("moving-doors", [100, 16_010], [100, 410]),
            ("coincident-circles", [100, 2000], [100, 2000]),
            ("long-walls", [1000, 4000], [1000, 2000]),
            ("fast-agent", [1001, 0], [1000, 0]),
            ("pile", [10, 200], [10, 200]),
            ("torus", [500, 20_000], [500, 20_000]),
            ("one-cell", [1000, 0], [1000, 0]),
            ("far-apart", [1000, 1000], [1000, 1000]),
            ("tiny-and-huge", [1100, 0], [1100, 0]),
            ("dense-crowd", [1000, 0], [1000, 0]),
        ];
        for (name, hostile, plain) in expected {
            let pair = Case::find(name).expect("a case").build(Size(1.0));
            let pair = pair.expect(name);
            let found = [counts(&pair.hostile), counts(&pair.plain)];
            assert_eq!(found, [hostile, plain], "{name}");
        }
        let pair = Case::find("huge-agent").expect("a case").build(Size(1.0));
        let [agents, walls] = counts(&pair.expect("worlds").hostile);
        assert!(agents.abs_diff(1000) < 50 && walls.abs_diff(2000) < 50);
    }

    #[test]
    fn a_share_of_the_size_has_a_share_of_what_there_is() {
        for case in Case::ALL {
            let small = case
                .build(Size(0.1))
                .unwrap_or_else(|_| panic!("{}", case.name()));
            let smallest = case
                .build(Size(1e-9))
                .unwrap_or_else(|_| panic!("{}", case.name()));
            let of = |ground: &Ground| counts(ground).iter().sum::<usize>();
            assert!(
                of(&smallest.hostile) <= of(&small.hostile),
                "{}",
                case.name()
            );
            let shapes = counts(&small.hostile)[1];
            assert!(
                shapes as u64 <= case.shapes().div_ceil(9) + 20,
                "{}",
                case.name()
            );
        }
    }

    #[test]
    fn nobody_begins_in_a_wall_or_in_another_where_it_is_plain() {
        for case in Case::ALL {
            let plain = case
                .build(Size(0.02))
                .unwrap_or_else(|_| panic!("{}", case.name()))
                .plain;
            let bodies: Vec<_> = plain.world.agents().map(|it| it.body).collect();
            for (index, one) in bodies.iter().enumerate() {
                for other in &bodies[..index] {
                    let distance = one.position.distance(other.position);
                    assert!(distance > one.radius + other.radius, "{}", case.name());
                }
                assert!(
                    clear(&plain.world, one.position) > one.radius,
                    "{}",
                    case.name()
                );
            }
        }
    }

    /// How far the nearest shape is from a place (m).
    fn clear(world: &World, place: Vec2) -> f32 {
        let away = |shape: sidestep::geometry::Hull<'_>| shape.surface(place).distance;
        (world.obstacles())
            .map(|it| away(it.hull()))
            .fold(f32::INFINITY, f32::min)
    }
}
