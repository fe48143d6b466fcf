//! Walkable space: of our own, on a level, and of polyanya.

#[cfg(feature = "nav")]
mod own {
    use bevy_math::Vec2;
    use bevy_sidestep::prelude::*;
    use bevy_sidestep::sidestep::Segment;
    use bevy_sidestep::sidestep::nav::{Blocked, NavMeshes, WalkableArea};
    use bevy_sidestep::{Walkable, WhenBlocked};
    use bevy_transform::components::Transform;

    use crate::stage::*;

    /// Ground of 20 m by 20 m with a wall across it that is open at one end.
    fn ground(top: f32) -> NavMeshes {
        let mut area = WalkableArea::new(Vec2::splat(-10.0), Vec2::splat(10.0)).expect("ground");
        let wall = Segment::new(Vec2::new(0.0, -10.0), Vec2::new(0.0, top)).expect("a wall");
        area.block(Blocked::new(wall, Vec2::ZERO).expect("a wall"));
        NavMeshes::new(area)
    }

    #[test]
    fn agents_find_their_own_way_and_another_once_the_ground_has_changed() {
        let mut app = game();
        let world = default_world(&app);
        app.world_mut()
            .entity_mut(world)
            .insert(Walkable(ground(8.0)));
        let tuning = AgentTuning {
            follows_paths: true,
            ..AgentTuning::default()
        };
        let agent = (walker(Vec2::new(-5.0, -5.0), Vec2::new(5.0, -5.0)), tuning);
        let agent = app.world_mut().spawn(agent).id();
        let mut highest = f32::NEG_INFINITY;
        for _ in 0..1_500 {
            app.update();
            highest = highest.max(place(&app, agent).y);
        }
        assert_eq!(state(&app, agent), AgentState::Arrived);
        assert!(highest > 8.0, "through the wall: {highest}");
        app.world_mut()
            .entity_mut(world)
            .insert(Walkable(ground(-7.0)));
        app.world_mut()
            .entity_mut(agent)
            .insert(Goal::xy(-5.0, -5.0));
        let mut highest = f32::NEG_INFINITY;
        for _ in 0..900 {
            app.update();
            highest = highest.max(place(&app, agent).y);
        }
        assert_eq!(state(&app, agent), AgentState::Arrived);
        assert!(highest < -4.0, "the long way: {highest}");
    }

    #[test]
    fn who_is_told_to_replan_takes_the_other_door() {
        let mut app = game();
        let world = default_world(&app);
        let mut area = WalkableArea::new(Vec2::splat(-10.0), Vec2::splat(10.0)).expect("ground");
        // A wall with doors of 2 m at y = -6 and y = 6, and a crate in the nearer one.
        for (low, high) in [(-10.0, -7.0), (-5.0, 5.0), (7.0, 10.0)] {
            let [from, to] = [low, high].map(|y| Vec2::new(0.0, y));
            let wall = Segment::new(from, to).expect("a wall");
            area.block(Blocked::new(wall, Vec2::ZERO).expect("a wall"));
            app.world_mut().spawn(Wall::line(from, to));
        }
        let edge = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let edge = edge.map(|(x, y)| Vec2::new(x, y) * 10.0);
        app.world_mut().spawn(Wall::around(&edge));
        let meshes = NavMeshes::new(area);
        app.world_mut().entity_mut(world).insert(Walkable(meshes));
        let door = Transform::from_xyz(0.0, -6.0, 0.0);
        let fallen = (Obstacle::rect(0.8, 1.9), Temporary, door);
        app.world_mut().spawn(fallen);
        let tuning = AgentTuning {
            follows_paths: true,
            when_blocked: Some(WhenBlocked::Wait),
            ..AgentTuning::default()
        };
        let agent = (walker(Vec2::new(-5.0, -6.0), Vec2::new(5.0, -6.0)), tuning);
        let agent = app.world_mut().spawn(agent).id();
        run(&mut app, 800);
        assert_eq!(state(&app, agent), AgentState::Blocked);
        app.world_mut().commands().entity(agent).replan();
        app.world_mut().flush();
        let mut highest = f32::NEG_INFINITY;
        for _ in 0..2_000 {
            app.update();
            highest = highest.max(place(&app, agent).y);
        }
        assert_eq!(state(&app, agent), AgentState::Arrived);
        assert!(highest > 5.0, "through the other door: {highest}");
    }
}

#[cfg(feature = "levels")]
mod levels {
    use bevy_math::Vec3;
    use bevy_sidestep::Walkable;
    use bevy_sidestep::prelude::*;
    use bevy_sidestep::sidestep::nav::{Level, LevelSettings, NavMeshes};
    use bevy_transform::components::Transform;

    use crate::stage::*;

    /// Ground, a deck 3 m above it, and a ramp from the deck's right end down.
    const BRIDGE: &str = "
v -10 0  10
v  10 0  10
v  10 0 -10
v -10 0 -10
f 1 2 3 4
v -4 3  2
v  4 3  2
v  4 3 -2
v -4 3 -2
f 5 6 7 8
v 9 0  2
v 9 0 -2
f 6 9 10
f 6 10 7
";

    #[test]
    fn on_a_level_heights_follow_the_ground() {
        let world = SidestepWorld::on(Plane::XZ);
        let mut app = game_with(SidestepPlugin::default().with_world(world));
        let world = default_world(&app);
        let level = Level::from_obj(BRIDGE).expect("a level");
        let meshes = NavMeshes::of_level(level, LevelSettings::default());
        app.world_mut().entity_mut(world).insert(Walkable(meshes));
        // A capsule of 1.8 m whose origin is in its middle.
        let tuning = AgentTuning {
            follows_paths: true,
            height: Some(1.8),
            feet: 0.9,
            ..AgentTuning::default()
        };
        let goal = Goal::Point(Vec3::new(-3.0, 3.0, 1.0));
        let start = Transform::from_xyz(-8.0, 0.9, 1.0);
        let agent = (Agent::default(), tuning, goal, start);
        let agent = app.world_mut().spawn(agent).id();
        let mut last = place(&app, agent);
        let mut steepest = 0.0_f32;
        for _ in 0..3_000 {
            app.update();
            let now = place(&app, agent);
            steepest = steepest.max((now.y - last.y).abs());
            last = now;
        }
        assert_eq!(state(&app, agent), AgentState::Arrived);
        assert!(last.distance(Vec3::new(-3.0, 3.9, 1.0)) < 0.3, "{last}");
        // Not in one leap: in steps as coarse as the level is measured.
        assert!(steepest < 0.25, "it leaps by {steepest} m");
    }
}

#[cfg(feature = "polyanya")]
mod polyanya_mesh {
    use bevy_ecs::prelude::*;
    use bevy_math::{Vec2, Vec3};
    use bevy_sidestep::prelude::*;
    use bevy_sidestep::{MeshError, mesh_walls, path_goal};
    use bevy_transform::components::Transform;
    use polyanya::{Mesh, Triangulation};

    use crate::stage::*;

    const RADIUS: f32 = 0.4;

    /// A hall of 12 m by 8 m with a block from (4, 0) to (6, 5), for agents of a radius.
    fn hall(radius: f32) -> Mesh {
        let corners = |points: [(f32, f32); 4]| points.map(|(x, y)| Vec2::new(x, y));
        let hall = corners([(0.0, 0.0), (12.0, 0.0), (12.0, 8.0), (0.0, 8.0)]);
        let mut triangulation = Triangulation::from_outer_edges(&hall);
        let block = corners([(4.0, 1.0), (6.0, 1.0), (6.0, 5.0), (4.0, 5.0)]);
        triangulation.add_obstacle(block);
        if radius > 0.0 {
            triangulation.set_agent_radius(radius);
            triangulation.agent_radius_on_outer_edge(true);
        }
        let mut mesh = triangulation.as_navmesh();
        mesh.bake();
        mesh
    }

    /// How far a point is from the walls of the hall (m).
    fn from_the_walls(point: Vec2) -> f32 {
        let sides = point.x.min(12.0 - point.x).min(point.y).min(8.0 - point.y);
        let [low, high] = [Vec2::new(4.0, 1.0), Vec2::new(6.0, 5.0)];
        let outside = (point - point.clamp(low, high)).length();
        let inside = (point - low).min(high - point).min_element().max(0.0);
        sides.min(if outside > 0.0 { outside } else { inside })
    }

    #[test]
    fn the_walls_of_a_mesh_are_where_the_walls_are_whatever_radius_it_was_made_for() {
        for radius in [0.0, RADIUS] {
            let place = |point: Vec2| point.extend(0.0);
            let walls = mesh_walls(&hall(radius), radius, Plane::XY, place).expect("one floor");
            let lengths = walls.segments.iter().map(|[from, to]| from.distance(*to));
            let length: f32 = lengths.sum();
            assert!(
                (length - 52.0).abs() < 0.2,
                "radius {radius}: {length} m of walls"
            );
            for [from, to] in &walls.segments {
                for share in [0.0, 0.5, 1.0] {
                    let off = from_the_walls(from.lerp(*to, share)).abs();
                    assert!(
                        off < 0.02,
                        "radius {radius}: {from} to {to} is off by {off}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_mesh_with_floors_above_each_other_is_refused_and_layers_side_by_side_arent() {
        let place = |point: Vec2| point.extend(0.0);
        let walls_of = |offset: Vec2| {
            let mut mesh = hall(0.0);
            let mut other = hall(0.0).layers.remove(0);
            other.offset = offset;
            mesh.layers.push(other);
            mesh_walls(&mesh, 0.0, Plane::XY, place)
        };
        let above = walls_of(Vec2::new(0.3, 0.2)).expect_err("floors");
        assert_eq!(above, MeshError::Floors { layers: [0, 1] });
        let words = above.to_string();
        assert!(words.contains("layers 0 and 1"), "{words}");
        assert!(words.contains("feature `levels`"), "{words}");
        // They share their side of 8 m, where there is no wall.
        let beside = walls_of(Vec2::X * 12.0).expect("side by side");
        let lengths = beside.segments.iter().map(|[from, to]| from.distance(*to));
        let length: f32 = lengths.sum();
        assert!((length - (2.0 * 52.0 - 16.0)).abs() < 0.2, "{length}");
        // Floors by themselves are fine.
        assert!(mesh_walls(&hall(RADIUS), RADIUS, Plane::XY, place).is_ok());
    }

    #[test]
    fn a_game_with_a_mesh_only_adds_avoidance() {
        // As with vleue_navigator on the ground: the mesh's y is −z of Bevy.
        let world = SidestepWorld::on(Plane::XZ);
        let mut app = game_with(SidestepPlugin::default().with_world(world));
        let place = |point: Vec2| Vec3::new(point.x, 0.0, -point.y);
        let mesh = hall(RADIUS);
        let walls = mesh_walls(&mesh, RADIUS, Plane::XZ, place).expect("one floor");
        app.world_mut().spawn(walls);
        let fallen = Transform::from_translation(place(Vec2::new(5.0, 5.9)));
        app.world_mut()
            .spawn((Obstacle::circle(0.45), Temporary, fallen));
        let ends = [
            (Vec2::new(2.0, 3.0), Vec2::new(9.0, 3.2)),
            (Vec2::new(9.0, 4.0), Vec2::new(2.0, 4.2)),
        ];
        let agents = ends.map(|(from, to)| {
            let path = mesh.path(from, to).expect("a path");
            let agent = Agent {
                radius: RADIUS,
                max_speed: 1.4,
            };
            let start = Transform::from_translation(at(from));
            app.world_mut()
                .spawn((agent, start, path_goal(&path, place)))
                .id()
        });
        let mut nearest = f32::INFINITY;
        let mut apart = f32::INFINITY;
        for _ in 0..1_200 {
            app.update();
            let [one, other] = agents.map(|agent| seen(&app, agent));
            nearest = nearest.min(from_the_walls(one)).min(from_the_walls(other));
            apart = apart.min(one.distance(other));
        }
        for (agent, (_, to)) in agents.into_iter().zip(ends) {
            assert_eq!(state(&app, agent), AgentState::Arrived);
            assert!(seen(&app, agent).distance(to) < 0.25);
        }
        assert!(nearest > RADIUS - 0.02, "{nearest} m from a wall");
        assert!(apart > 2.0 * RADIUS - 0.01, "{apart} m apart");
    }

    fn at(point: Vec2) -> Vec3 {
        Vec3::new(point.x, 0.0, -point.y)
    }

    fn seen(app: &bevy_app::App, agent: Entity) -> Vec2 {
        let place = place(app, agent);
        Vec2::new(place.x, -place.z)
    }
}
