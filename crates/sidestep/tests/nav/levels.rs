//! A small level of two floors: which floor one is on, and how to get to the other.

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::nav::{
    Blocked, GroundPoint, Level, LevelError, LevelSettings, NavError, NavMesh, NavMeshes, UpAxis,
};

use super::areas::{circle, wall};
use crate::common::shapes::cases;

/// Ground from (-10, -10) to (10, 10), a bridge 3 m above it from x = -4 to 4 and y = -2 to 2, and
/// a ramp from the bridge's right end down to x = 9. In the file y is up and z points down on the
/// plane.
const BRIDGE: &str = "
o bridge # ground, deck, ramp
v -10 0  10
v  10 0  10
v  10 0 -10
v -10 0 -10
f 1 2 3 4
v -4 3  2
v  4 3  2
v  4 3 -2
v -4 3 -2
f -4/1/1 -3/2/1 -2/3/1 -1/4/1
v 9 0  2
v 9 0 -2
vn 0 1 0
f 6//1 9//1 10//1
f 6 10 7
";

fn settings() -> LevelSettings {
    LevelSettings::default()
}

fn bridge() -> NavMesh {
    let level = Level::from_obj(BRIDGE).expect("level");
    assert_eq!(level.triangle_count(), 6);
    level.bake(0.4, &settings()).expect("mesh")
}

fn at(x: f32, y: f32, height: f32) -> GroundPoint {
    GroundPoint::new(Vec2::new(x, y), height)
}

#[test]
fn under_the_bridge_and_on_it_are_different_places() {
    let mesh = bridge();
    let below = mesh.nearest(at(0.0, 0.0, 0.2), 1.0).expect("ground");
    let above = mesh.nearest(at(0.0, 0.0, 2.7), 1.0).expect("deck");
    assert!(below.height.abs() < 0.2, "{below:?}");
    assert!((above.height - 3.0).abs() < 0.2, "{above:?}");
    assert_eq!(mesh.nearest(at(0.0, 0.0, 1.5), 1.0), None);
    assert!(mesh.contains(below) && mesh.contains(above));
    assert!(!mesh.is_straight(below, above));
    let height = |near| mesh.height_at(Vec2::ZERO, near).expect("floor");
    assert!((height(2.2) - 3.0).abs() < 0.2 && height(0.8).abs() < 0.2);
    assert_eq!(mesh.height_at(Vec2::ZERO, 1.5), None);
    assert_eq!(mesh.floors_at(Vec2::ZERO), [below.height, above.height]);
    assert_eq!(mesh.floors_at(Vec2::new(0.0, 5.0)).len(), 1);
    assert!(mesh.floors_at(Vec2::new(20.0, 0.0)).is_empty());
    // Only the deck ends at the rail; the ground below goes on.
    assert!(mesh.is_straight(at(0.0, -5.0, 0.0), at(0.0, 5.0, 0.0)));
    assert!(!mesh.is_straight(at(0.0, 0.0, 3.0), at(0.0, 5.0, 0.0)));
    assert!(mesh.is_straight(at(-2.0, 0.0, 3.0), at(2.0, 1.0, 3.0)));
}

#[test]
fn the_way_up_leads_over_the_ramp() {
    let mesh = bridge();
    let path = mesh
        .path(at(-3.0, 0.0, 0.0), at(-3.0, 0.0, 3.0))
        .expect("path");
    assert!(!path.goal_moved);
    // To the foot of the ramp, past its sides, and back over it.
    assert!(
        path.length > 2.0 * 11.0 && path.length < 2.0 * 14.0,
        "{path:?}"
    );
    let far = path
        .corners
        .iter()
        .fold(f32::MIN, |far, corner| far.max(corner.position.x));
    assert!((8.5..10.0).contains(&far), "{path:?}");
    check_legs(&mesh, path.start, &path.corners);
    let back = mesh.path(path.goal, path.start).expect("back");
    assert!((back.length - path.length).abs() < 0.01 * path.length);
    // On the ramp heights lie between the floors.
    let half_way = mesh.height_at(Vec2::new(6.5, 0.0), 1.5).expect("ramp");
    assert!((half_way - 1.5).abs() < 0.25, "{half_way}");
}

/// Every leg can be walked straight, and walking along it finds ground near the height of the last
/// place.
fn check_legs(mesh: &NavMesh, start: GroundPoint, corners: &[GroundPoint]) {
    let mut from = start;
    for &to in corners {
        assert!(mesh.contains(to), "{to:?}");
        assert!(mesh.is_straight(from, to), "{from:?} to {to:?}");
        let count = (from.position.distance(to.position) / 0.1).ceil() as u32;
        let mut height = from.height;
        for index in 0..=count {
            let share = index as f32 / count.max(1) as f32;
            let place = from.position.lerp(to.position, share);
            height = mesh.height_at(place, height).expect("ground along the leg");
        }
        assert!((height - to.height).abs() < 0.3, "{height} at {to:?}");
        from = to;
    }
}

#[test]
fn boundary_is_that_of_the_floor() {
    let mesh = bridge();
    let mut found = Vec::new();
    mesh.boundary_near(at(0.0, 0.0, 3.0), 3.0, &mut found);
    assert!(!found.is_empty());
    for [from, to] in &found {
        // The deck's sides go on down the ramp.
        assert!(from.height.max(to.height) > 2.5, "{from:?} {to:?}");
        let left = (to.position - from.position).perp().normalize() * 0.05;
        let upper = if from.height > to.height { from } else { to };
        let near = upper
            .position
            .lerp((from.position + to.position) * 0.5, 0.1);
        assert!(mesh.contains(GroundPoint::new(near + left, 3.0)));
    }
    mesh.boundary_near(at(0.0, 0.0, 0.0), 3.0, &mut found);
    assert!(found.is_empty(), "{found:?}");
}

/// One wall along the whole side of a ramp reached from the field to the deck, and stopped who
/// passed beneath its upper end.
#[test]
fn the_side_of_a_ramp_is_no_wall_for_those_who_pass_beneath() {
    let mesh = bridge();
    let edges = mesh.edges(0.5);
    let sides: Vec<_> = (edges.iter())
        .filter(|edge| edge.ends.iter().all(|end| end.y.abs() < 3.0))
        .filter(|edge| edge.ends.iter().all(|end| (4.0..9.0).contains(&end.x)))
        .collect();
    assert!(sides.len() > 8, "{sides:?}");
    for edge in &sides {
        // The side that rises from 0 m at x = 9 to 3 m at x = 4.
        let rise = edge.floor.high - edge.floor.low;
        assert!(rise <= 1.0 + 1e-3, "{edge:?}");
        let highest = 3.0 * (9.0 - edge.ends[0].x.min(edge.ends[1].x)) / 5.0;
        assert!(edge.floor.high < highest + 0.5 + 0.3, "{edge:?}");
    }
    // What is level stays in one piece, and nothing is left out.
    let length = |edges: &mut dyn Iterator<Item = [Vec2; 2]>| -> f32 {
        edges.map(|ends| ends[0].distance(ends[1])).sum()
    };
    let whole = length(&mut mesh.boundary().map(|ends| ends.map(|end| end.position)));
    let pieces = length(&mut edges.iter().map(|edge| edge.ends));
    assert!((whole - pieces).abs() < 1e-3 * whole, "{whole} {pieces}");
    let flat = |ends: [GroundPoint; 2]| ends.iter().all(|end| end.height < 0.1);
    let outer = mesh.boundary().filter(|ends| flat(*ends)).count();
    let low = edges.iter().filter(|edge| edge.floor.high < 0.61).count();
    assert!(low >= outer && low < outer + 8, "{low} {outer}");
    // Without a climb there is nothing to cut by.
    assert_eq!(mesh.edges(0.0).len(), mesh.boundary().len());
    assert_eq!(mesh.edges(f32::NAN).len(), mesh.boundary().len());
}

#[test]
fn a_text_with_z_up_is_the_same_level_as_one_with_y_up() {
    let z_up = "v -3 -1 2\nv 3 -1 2\nv 3 4 2\nv -3 4 2\nf 1 2 3 4\n";
    let y_up = "v -3 2 1\nv 3 2 1\nv 3 2 -4\nv -3 2 -4\nf 1 2 3 4\n";
    let key = |level: Level| NavMeshes::of_level(level, settings()).key();
    let one = Level::from_obj_with(z_up, UpAxis::Z).expect("level");
    assert_eq!(key(one.clone()), key(Level::from_obj(y_up).expect("level")));
    let mesh = one.bake(0.4, &settings()).expect("mesh");
    assert_eq!(mesh.floors_at(Vec2::new(0.0, 3.0)).len(), 1);
    let other = Level::from_obj_with(z_up, UpAxis::Y).expect("level");
    assert_ne!(key(one), key(other), "a wall, seen from the side");
}

#[test]
fn a_closed_ramp_leaves_no_way_up_and_a_closed_ground_leaves_the_bridge() {
    let level = Level::from_obj(BRIDGE).expect("level");
    let meshes = NavMeshes::of_level(level, settings());
    let (below, above) = (at(-3.0, 0.0, 0.0), at(-3.0, 0.0, 3.0));
    assert!(meshes.mesh(0.4).expect("mesh").path(below, above).is_some());
    let closed = meshes.with_closed([wall((6.0, -2.0), (6.0, 2.0))]);
    assert_eq!(closed.mesh(0.4).expect("mesh").path(below, above), None);
    // The same place on the ground only.
    let ground: Blocked = circle((0.0, 0.0), 1.0).between(-1.0, 1.0).expect("heights");
    let closed = meshes.with_closed([ground]).mesh(0.4).expect("mesh");
    assert!(closed.contains(at(0.0, 0.0, 3.0)));
    assert!(!closed.contains(at(0.0, 0.0, 0.0)));
    assert!(!closed.is_straight(at(0.0, -5.0, 0.0), at(0.0, 5.0, 0.0)));
}

/// A floor from (-half, -half) to (half, half) with pillars of 1 m on it, 3 m high.
fn pillars(half: f32, centers: &[Vec2]) -> Level {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    let mut square = |corners: [GroundPoint; 4]| {
        let first = vertices.len() as u32;
        vertices.extend(corners);
        triangles.push([first, first + 1, first + 2]);
        triangles.push([first, first + 2, first + 3]);
    };
    let corners = |center: Vec2, half: f32, height| {
        [(-half, -half), (half, -half), (half, half), (-half, half)]
            .map(|(x, y)| at(center.x + x, center.y + y, height))
    };
    square(corners(Vec2::ZERO, half, 0.0));
    for &center in centers {
        let (low, high) = (corners(center, 0.5, 0.0), corners(center, 0.5, 3.0));
        square(high);
        for side in 0..4 {
            let next = (side + 1) % 4;
            square([low[side], low[next], high[next], high[side]]);
        }
    }
    Level::new(vertices, triangles).expect("level")
}

#[test]
fn nobody_walks_through_pillars() {
    // One alone, so that its region runs all round it, and many.
    let grid: Vec<Vec2> = (0..25)
        .map(|index| {
            Vec2::new(
                (index % 5) as f32 * 3.0 - 6.0,
                (index / 5) as f32 * 3.0 - 6.0,
            )
        })
        .collect();
    for (half, centers) in [(3.0, vec![Vec2::ZERO]), (10.0, grid)] {
        let mesh = pillars(half, &centers)
            .bake(0.4, &settings())
            .expect("mesh");
        for &center in &centers {
            // To within a cell of 0.1 m.
            for (x, y) in [
                (0.0, 0.0),
                (0.78, 0.0),
                (-0.78, 0.4),
                (0.3, 0.78),
                (0.0, -0.78),
            ] {
                let place = GroundPoint::from(center + Vec2::new(x, y));
                assert!(!mesh.contains(place), "{place:?} at {center}");
            }
            assert!(mesh.contains(center + Vec2::new(1.1, 0.0)));
            let (from, to) = (center - Vec2::new(1.5, 0.1), center + Vec2::new(1.5, 0.0));
            let path = mesh.path(from, to).expect("path");
            assert!(path.length > 3.3 && path.length < 4.2, "{path:?}");
            check_legs(&mesh, path.start, &path.corners);
        }
        assert_eq!(mesh.island_count(), 1);
    }
}

#[test]
fn who_is_too_high_or_too_wide_does_not_pass() {
    let level = Level::from_obj(BRIDGE).expect("level");
    let high = LevelSettings {
        height: 3.5,
        ..settings()
    };
    let mesh = level.bake(0.4, &high).expect("mesh");
    assert!(!mesh.contains(at(0.0, 0.0, 0.0)));
    let mesh = level.bake(2.5, &settings()).expect("mesh");
    assert_eq!(mesh.nearest(at(0.0, 0.0, 3.0), 1.0), None);
    let careful = LevelSettings {
        max_slope: 0.4,
        max_climb: 0.1,
        ..settings()
    };
    let mesh = level.bake(0.4, &careful).expect("mesh");
    assert_eq!(mesh.path(at(-3.0, 0.0, 0.0), at(-3.0, 0.0, 3.0)), None);
}

#[test]
fn bad_texts_are_refused_with_line_and_column() {
    for (text, line, column, says) in [
        ("v 0 0 0\nv 1 zero 0", 2, 5, "is no coordinate"),
        ("v 0 0", 1, 1, "fewer than three coordinates"),
        ("v 0 0 nan", 1, 7, "is no coordinate"),
        ("v 0 0 1e30", 1, 7, "is no coordinate"),
        ("v 0 0 0\nf 1 1", 2, 1, "fewer than three corners"),
        ("v 0 0 0\nf 1 1 2", 2, 7, "isn't there"),
        ("v 0 0 0\nf 1 1 -2", 2, 7, "isn't there"),
        ("v 0 0 0\nf 0 1 1", 2, 3, "isn't there"),
        ("v 0 0 0\n\n  f 1 é/1 1", 3, 7, "is no corner"),
    ] {
        let error = Level::from_obj(text).expect_err(text);
        assert!(error.to_string().contains(says), "{error}");
        let LevelError::Line {
            line: at_line,
            column: at_column,
            ..
        } = error
        else {
            panic!("{error}");
        };
        assert_eq!((at_line, at_column), (line, column), "{text}");
    }
    assert_eq!(Level::from_obj("# nothing").err(), Some(LevelError::Empty));
    let points = vec![GroundPoint::default(); 3];
    assert!(Level::new(points.clone(), [[0, 1, 3]]).is_err());
    let mut far = points;
    far[1].height = f32::NAN;
    assert!(Level::new(far, [[0, 1, 2]]).is_err());
}

#[test]
fn settings_out_of_range_and_levels_too_large_are_refused() {
    let level = Level::from_obj(BRIDGE).expect("level");
    for radius in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(level.bake(radius, &settings()).is_err());
    }
    for (height, max_slope, max_climb, cells_per_radius) in [
        (0.0, 0.7, 0.5, 4.0),
        (1.8, 2.0, 0.5, 4.0),
        (1.8, 0.7, -1.0, 4.0),
        (1.8, 0.7, 0.5, 0.0),
        (f32::NAN, 0.7, 0.5, 4.0),
    ] {
        let bad = LevelSettings {
            height,
            max_slope,
            max_climb,
            cells_per_radius,
        };
        let refused = level.bake(0.4, &bad);
        assert!(matches!(
            refused,
            Err(NavError::Level(LevelError::Setting(_)))
        ));
    }
    let refused = level.bake(0.002, &settings());
    assert!(matches!(
        refused,
        Err(NavError::Level(LevelError::TooLarge { .. }))
    ));
}

#[test]
fn too_many_floors_in_one_place_are_refused() {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for floor in 0..150u32 {
        let height = floor as f32 * 2.0;
        vertices.extend([
            at(0.0, 0.0, height),
            at(4.0, 0.0, height),
            at(0.0, 4.0, height),
        ]);
        triangles.push([3 * floor, 3 * floor + 1, 3 * floor + 2]);
    }
    let level = Level::new(vertices, triangles).expect("level");
    let refused = level.bake(0.4, &settings());
    assert!(
        matches!(
            refused,
            Err(NavError::Level(LevelError::TooManyFloors { .. }))
        ),
        "{refused:?}"
    );
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn random_triangles_make_no_panic(
        corners in prop::collection::vec((-6.0f32..6.0, -6.0f32..6.0, -3.0f32..3.0), 3..60),
        radius in prop_oneof![Just(0.3f32), 0.05f32..3.0],
        steep in any::<bool>(),
        ends in prop::collection::vec((-7.0f32..7.0, -7.0f32..7.0, -3.0f32..3.0), 6),
    ) {
        let vertices: Vec<GroundPoint> = corners.iter().map(|it| at(it.0, it.1, it.2)).collect();
        let triangles: Vec<[u32; 3]> =
            (0..vertices.len() as u32 / 3).map(|it| [3 * it, 3 * it + 1, 3 * it + 2]).collect();
        let level = Level::new(vertices, triangles).expect("level");
        // Walls that count as ground fold the mesh; paths over them needn't be straight.
        let max_slope = if steep { 1.4 } else { settings().max_slope };
        let mesh = level.bake(radius, &LevelSettings { max_slope, ..settings() });
        let mesh = match mesh {
            Err(NavError::Level(LevelError::TooLarge { .. })) => return Ok(()),
            // No other reason to refuse is known; a panic of the library that was caught would be
            // one.
            it => it.expect("mesh"),
        };
        for from in &ends {
            for to in &ends {
                let path = mesh.path(at(from.0, from.1, from.2), at(to.0, to.1, to.2));
                if let Some(path) = path {
                    let mut last = path.start;
                    for &corner in &path.corners {
                        prop_assert!(corner.height.is_finite());
                        let straight = mesh.is_straight(last, corner);
                        prop_assert!(straight || steep, "{last:?} in {path:?}");
                        last = corner;
                    }
                }
            }
        }
    }
}
