//! Placement: what is random is clear of everything, the same for ever, and says so when it can't
//! fit.

use sidestep::Vec2;
use sidestep_scene::builtin;
use sidestep_scene::format::Scene;
use sidestep_scene::place::{GoalDrawer, Layout, LayoutGoalKind};
use sidestep_scene::recording::{GoalSetting, Outline, WorldBounds};

fn layout(text: &str) -> Layout {
    let scene = Scene::from_toml(text, "test.toml").expect("a good scene");
    Layout::new(&scene).expect("room for all")
}

#[track_caller]
fn refused(text: &str, words: &[&str]) {
    let scene = Scene::from_toml(text, "test.toml").expect("a good scene");
    let message = Layout::new(&scene)
        .map(|_| ())
        .expect_err("no room")
        .to_string();
    for word in words {
        assert!(message.contains(word), "{message}\nlacks {word}");
    }
}

/// Free gap between an agent and an outline, worked out apart from the placement's own geometry.
fn gap(outline: &Outline, at: Vec2, radius: f32) -> f32 {
    match outline {
        Outline::Circle {
            center,
            radius: own,
        } => at.distance(*center) - own - radius,
        Outline::Polygon { points } => {
            // Sampled densely enough for the centimetres that the assertions ask for.
            let edges = points.iter().zip(points.iter().cycle().skip(1));
            let nearest = edges
                .flat_map(|(from, to)| (0..=1000).map(|i| from.lerp(*to, i as f32 / 1000.0)))
                .map(|point| point.distance(at))
                .fold(f32::INFINITY, f32::min);
            nearest - radius
        }
    }
}

#[test]
fn every_built_in_scene_has_room_and_nobody_starts_in_anything() {
    for built_in in builtin::all() {
        let layout = Layout::new(&built_in.scene(&[]).expect(built_in.name)).expect(built_in.name);
        assert!(!layout.agents.is_empty());
        for (id, agent) in layout.agents.iter().enumerate() {
            for obstacle in &layout.obstacles {
                let gap = gap(&obstacle.outline, agent.start, agent.radius);
                assert!(gap > 0.0, "{}: agent {id} starts {gap} m in", built_in.name);
            }
            let sees =
                |other: usize| layout.groups[agent.group].mask & layout.groups[other].layer != 0;
            // Those who don't see each other may stand in one place.
            let others = layout.agents[..id].iter();
            for other in others.filter(|other| sees(other.group)) {
                let gap = agent.start.distance(other.start) - agent.radius - other.radius;
                assert!(gap > 0.0005, "{}: two start {gap} m apart", built_in.name);
            }
            if let WorldBounds::Walled { min, max } = layout.bounds {
                let reach = Vec2::splat(agent.radius);
                assert!((agent.start - reach).cmpge(min).all());
                assert!((agent.start + reach).cmple(max).all());
            }
            assert!((agent.facing.length() - 1.0).abs() < 1e-5);
            assert!(agent.speed > 0.0 && agent.speed <= agent.max_speed);
        }
    }
}

#[test]
fn the_built_in_scenes_are_what_their_titles_say() {
    let of = |name: &str| {
        let scene = builtin::find(name).expect(name).scene(&[]).expect(name);
        Layout::new(&scene).expect(name)
    };
    let zombies = of("zombies");
    assert_eq!((zombies.agents.len(), zombies.obstacles.len()), (200, 40));
    assert_eq!(zombies.steps, 1800);
    let speeds = || zombies.agents.iter().map(|agent| agent.speed);
    assert!(speeds().all(|speed| (1.0..=3.0).contains(&speed)));
    assert!(speeds().fold(3.0, f32::min) < 1.1 && speeds().fold(1.0, f32::max) > 2.9);
    let forest = of("forest");
    assert_eq!((forest.agents.len(), forest.obstacles.len()), (100, 500));
    let gauntlet = of("gauntlet");
    let speeds: Vec<f32> = gauntlet.agents.iter().map(|agent| agent.speed).collect();
    assert_eq!(speeds, [0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0]);
    for agent in &gauntlet.agents {
        let Some(LayoutGoalKind::Point { point, .. }) = agent.goals.first().map(|goal| goal.kind)
        else {
            panic!("a lane ends at a point");
        };
        let in_the_way = gauntlet.obstacles.iter().filter(|obstacle| {
            (0..=1000).any(|step| {
                let at = agent.start.lerp(point, step as f32 / 1000.0);
                gap(&obstacle.outline, at, agent.radius) < 0.0
            })
        });
        assert!(in_the_way.count() >= 3, "at {} m/s", agent.speed);
    }
}

#[test]
fn scattered_obstacles_keep_their_gap() {
    let forest = builtin::find("forest")
        .expect("forest")
        .scene(&[])
        .expect("forest");
    let forest = Layout::new(&forest).expect("room");
    for (index, one) in forest.obstacles.iter().enumerate() {
        let Outline::Circle { center, radius } = one.outline else {
            panic!("trees are round");
        };
        for other in &forest.obstacles[..index] {
            assert!(gap(&other.outline, center, radius) >= 1.2 - 1e-4);
        }
    }
}

#[test]
fn scattered_boxes_lie_within_their_region_and_keep_clear() {
    let layout = layout(
        "[[scatter]]\ncount = 60\nshape = \"box\"\nradius = { min = 0.2, max = 1.0 }\n\
         region = { min = [0, 0], max = [40, 30] }\nkeep_clear = 2\n\
         [[agents]]\npositions = [[12, 12]]\ngoals = [{ point = [30, 20] }]\n",
    );
    assert_eq!(layout.obstacles.len(), 60);
    for obstacle in &layout.obstacles {
        let Outline::Polygon { points } = &obstacle.outline else {
            panic!("boxes have corners");
        };
        for point in points {
            assert!(point.cmpge(Vec2::splat(-1e-4)).all() && point.x < 40.001 && point.y < 30.001);
            assert!(point.distance(Vec2::splat(12.0)) >= 1.999);
            assert!(point.distance(Vec2::new(30.0, 20.0)) >= 1.999);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_layout_and_another_seed_another() {
    let scene = |seed: &str| {
        let set = [("seed".to_owned(), seed.to_owned())];
        let scene = builtin::find("zombies").expect("zombies").scene(&set);
        Layout::new(&scene.expect("zombies")).expect("room")
    };
    assert_eq!(scene("1"), scene("1"));
    let (one, two) = (scene("1"), scene("2"));
    assert!(
        one.agents
            .iter()
            .zip(&two.agents)
            .all(|(one, two)| one.start != two.start)
    );
    assert!(
        one.obstacles
            .iter()
            .zip(&two.obstacles)
            .all(|(one, two)| one != two)
    );
}

#[test]
fn more_agents_change_neither_the_obstacles_nor_the_agents_before() {
    let mut scene = builtin::find("zombies")
        .expect("zombies")
        .scene(&[])
        .expect("zombies");
    let before = Layout::new(&scene).expect("room");
    scene.scale_agents(260).expect("more");
    let after = Layout::new(&scene).expect("room");
    assert_eq!(before.obstacles, after.obstacles);
    assert_eq!(before.agents[..], after.agents[..200]);
    assert_eq!(after.agents.len(), 260);
}

#[test]
fn a_range_for_one_thing_changes_nothing_about_the_others() {
    let with = |mass: &str| {
        layout(&format!(
            "[[agents]]\ncount = 20\nregion = {{ min = [0, 0], max = [30, 30] }}\n\
             radius = {{ min = 0.2, max = 0.6 }}\nmass = {mass}\n"
        ))
    };
    let (fixed, drawn) = (with("1.0"), with("{ min = 1, max = 2 }"));
    for (fixed, drawn) in fixed.agents.iter().zip(&drawn.agents) {
        assert_eq!((fixed.start, fixed.radius), (drawn.start, drawn.radius));
    }
    assert!(
        drawn
            .agents
            .windows(2)
            .any(|pair| pair[0].mass != pair[1].mass)
    );
}

#[test]
fn a_full_region_says_how_many_fit() {
    refused(
        "[[agents]]\nname = \"herd\"\ncount = 100_000\nregion = { min = [0, 0], max = [9, 9] }\n",
        &[
            "test.toml:3:9:",
            "only ",
            " of 100000 agents of group `herd` fit",
            "enlarge `region`",
        ],
    );
    refused(
        "[[agents]]\ncount = 1\nradius = 5\nregion = { min = [0, 0], max = [9, 9] }\n",
        &["test.toml:2:9:", "only 0 of 1 agents"],
    );
    refused(
        "[[agents]]\npositions = [[0, 0]]\n[[scatter]]\ncount = 50\nradius = 1\n\
         region = { min = [0, 0], max = [9, 9] }\n",
        &["test.toml:4:9:", " of 50 obstacles fit"],
    );
}

#[test]
fn a_listed_start_in_something_is_refused_with_its_place() {
    let circle = "[[obstacles]]\ncircle = { center = [5, 0], radius = 1 }\n";
    let agents = "[[agents]]\npositions = [\n  [0, 0],\n  [4, 0],\n]\n";
    refused(
        &format!("{circle}{agents}"),
        &[
            "test.toml:6:3: `agents.0.positions.1`",
            "agent 1",
            "inside obstacle 0",
            "move it",
        ],
    );
    let wall = "[[walls]]\npoints = [[-9, 0.3], [9, 0.3]]\n";
    refused(
        &format!("{wall}{agents}"),
        &["test.toml:5:3:", "in wall segment 0"],
    );
    let edges = "[bounds]\nkind = \"walled\"\nmin = [-1, -1]\nmax = [3, 1]\n";
    refused(
        &format!("{edges}{agents}"),
        &["test.toml:8:3:", "beyond the edges"],
    );
    let later = "[[obstacles]]\ncircle = { center = [5, 0], radius = 1 }\nappear = 3\n";
    assert_eq!(layout(&format!("{later}{agents}")).agents.len(), 2);
}

#[test]
fn listed_agents_may_overlap_but_random_ones_keep_off_them() {
    let layout = layout(
        "[[agents]]\ncount = 30\nregion = { min = [-4, -4], max = [4, 4] }\n\
         [[agents]]\npositions = [[0, 0], [0, 0]]\nradius = 2\n",
    );
    assert_eq!(layout.agents[30].start, layout.agents[31].start);
    assert!(
        layout.agents[..30]
            .iter()
            .all(|agent| agent.start.length() > 2.4)
    );
}

#[test]
fn obstacles_appear_move_and_vanish_as_they_are_told() {
    let layout = layout(
        "[[obstacles]]\nbox = { center = [9, 9], size = [2, 4] }\nappear = 2\nvanish = 8\n\
         path = [[0, 0], [6, 0]]\nspeed = 2\n\
         [[obstacles]]\ncircle = { center = [20, 0], radius = 1 }\nvelocity = [0, -3]\n\
         [[agents]]\npositions = [[50, 50]]\n",
    );
    let [crate_, ball] = &layout.obstacles[..] else {
        panic!("two obstacles");
    };
    let Outline::Polygon { points } = &crate_.outline else {
        panic!("a box has corners");
    };
    assert_eq!(
        points[0],
        Vec2::new(-1.0, -2.0),
        "moved to the start of its path"
    );
    assert_eq!(crate_.offset_at(1.9), None);
    assert_eq!(crate_.offset_at(3.0), Some(Vec2::new(2.0, 0.0)));
    assert_eq!(crate_.velocity_at(3.0), Vec2::new(2.0, 0.0));
    assert_eq!(crate_.offset_at(7.9), Some(Vec2::new(6.0, 0.0)));
    assert_eq!(crate_.velocity_at(7.9), Vec2::ZERO);
    assert_eq!(crate_.offset_at(8.0), None);
    assert_eq!(ball.offset_at(2.0), Some(Vec2::new(0.0, -6.0)));
}

#[test]
fn names_and_kinds_of_goals_are_resolved() {
    let layout = layout(
        "[[targets]]\nname = \"a\"\npath = [[0, 0], [1, 0]]\nspeed = 1\n\
         [[targets]]\nname = \"b\"\npath = [[0, 9], [1, 9]]\nspeed = 1\n\
         [[agents]]\npositions = [[2, 3]]\ngoals = [\n\
         { offset = [1, 1] }, { mirror = [0, 0], radius = 2 }, { target = \"b\" },\n\
         { agent = \"crowd\" }, { idle = 3 }, { region = { min = [0, 0], max = [1, 1] } },\n\
         { random = { min = [10, 10], max = [12, 12] } }]\n\
         [[agents]]\nname = \"crowd\"\nradius = 0.6\n\
         count = 4\ncircle = { center = [20, 20], radius = 5 }\n",
    );
    let setting = layout.setting();
    let goals = &setting.agents[0].goals;
    assert_eq!(goals.len(), 6, "staying put is nothing to reach");
    let point = |x, y, radius| GoalSetting::Point {
        point: Vec2::new(x, y),
        radius,
    };
    assert_eq!(goals[0], point(3.0, 4.0, 0.5));
    assert_eq!(goals[1], point(-2.0, -3.0, 2.0));
    assert_eq!(
        goals[2],
        GoalSetting::Target {
            target: 1,
            radius: 0.5
        }
    );
    assert!(
        matches!(goals[3], GoalSetting::Agent { id: 1, radius } if (radius - 1.1).abs() < 1e-6)
    );
    let GoalSetting::Point { point, .. } = goals[5] else {
        panic!("a random goal is a point");
    };
    assert!(point.cmpge(Vec2::splat(10.0)).all() && point.cmple(Vec2::splat(12.0)).all());
    assert_eq!(setting.agents[1].start, Vec2::new(25.0, 20.0));
    assert!((setting.agents[2].start - Vec2::new(20.0, 25.0)).length() < 1e-5);
    assert_eq!(setting.groups, ["group-1", "crowd"]);
}

#[test]
fn random_goals_are_free_and_drawn_anew_each_round() {
    let text = "[[obstacles]]\ncircle = { center = [15, 0], radius = 4 }\n\
                [[agents]]\ncount = 50\nregion = { min = [-9, -9], max = [9, 9] }\n\
                goals = [{ random = { min = [10, -5], max = [20, 5] } }]\non_arrival = \"redraw\"\n";
    let layout = layout(text);
    let drawer = GoalDrawer::new(&layout);
    for id in 0..50 {
        let rounds: Vec<Vec2> = (0..4)
            .filter_map(|round| Some(drawer.draw(&layout, id, 0, round)?.position))
            .collect();
        assert_eq!(rounds.len(), 4);
        assert!(
            rounds
                .iter()
                .all(|point| point.distance(Vec2::new(15.0, 0.0)) >= 4.4)
        );
        assert!(rounds.windows(2).all(|pair| pair[0] != pair[1]));
        let LayoutGoalKind::Point { point, .. } = layout.agents[id].goals[0].kind else {
            panic!("a random goal is a point");
        };
        assert_eq!(point, rounds[0], "round 0 is the goal of the layout");
    }
    refused(
        &text
            .replace("[20, 5]", "[15.5, 4]")
            .replace("[10, -5]", "[14.5, 1]"),
        &["no point for a body"],
    );
}

#[test]
fn a_crowd_of_100_000_finds_room() {
    let layout = layout(
        "[[agents]]\ncount = 100_000\nradius = { min = 0.2, max = 0.4 }\n\
         region = { min = [0, 0], max = [400, 400] }\n",
    );
    assert_eq!(layout.agents.len(), 100_000);
}

#[test]
fn scaling_shares_agents_out_in_proportion() {
    let scaled = |text: &str, wanted: u64| {
        let mut scene = Scene::from_toml(text, "test.toml").expect("a good scene");
        let result = scene.scale_agents(wanted);
        let sizes: Vec<usize> = scene.agents.iter().map(|group| group.size()).collect();
        result.map(|()| sizes).map_err(|error| error.to_string())
    };
    let region = "region = { min = [0, 0], max = [99, 99] }\n";
    let two = format!("[[agents]]\ncount = 30\n{region}[[agents]]\ncount = 10\n{region}");
    assert_eq!(scaled(&two, 80), Ok(vec![60, 20]));
    assert_eq!(scaled(&two, 2), Ok(vec![1, 1]));
    let listed = "[[agents]]\npositions = [[0, 0], [1, 1], [2, 2]]\n";
    assert_eq!(scaled(&format!("{two}{listed}"), 43), Ok(vec![30, 10, 3]));
    assert_eq!(scaled(&format!("{two}{listed}"), 4), Ok(vec![2, 1, 1]));
    assert_eq!(scaled(listed, 2), Ok(vec![2]));
    let too_many = scaled(listed, 4).expect_err("only three are listed");
    assert!(
        too_many.starts_with("test.toml:1:1: `agents`: too many: the scene lists"),
        "{too_many}"
    );
    assert!(scaled(&two, 1).expect_err("two groups").contains("too few"));
    assert!(scaled(&two, 1_000_000_000_000).is_err());
}

#[test]
fn a_scene_that_keeps_its_density_grows_with_its_agents() {
    let plaza = builtin::find("plaza").expect("there is one");
    for wanted in [100, 1600, 10_000] {
        let mut scene = plaza.scene(&[]).expect("a good scene");
        let density = |scene: &Scene| {
            let edges = scene.edges().expect("it has edges");
            let size = edges.max().single() - edges.min().single();
            scene.agents[0].size() as f32 / (size.x * size.y)
        };
        assert!((density(&scene) - 0.25).abs() < 1e-6);
        scene.scale_agents(wanted).expect("room");
        assert!((density(&scene) - 0.25).abs() < 1e-6);
        let edges = scene.edges();
        assert_eq!(scene.agents[0].region, edges);
        assert_eq!(scene.agents[0].goals[0].random, edges);
        assert_eq!(
            Layout::new(&scene).map(|it| it.agents.len()),
            Ok(wanted as usize)
        );
    }
    let mut wide = plaza
        .scene(&[("bounds.max".to_owned(), "[900000, 20]".to_owned())])
        .expect("a good scene");
    let before = wide.clone();
    let message = wide.scale_agents(1600).expect_err("beyond the coordinates");
    assert!(
        message.to_string().contains("2.000 times as large"),
        "{message}"
    );
    assert_eq!(wide.bounds, before.bounds);
}

#[test]
fn placement_gives_the_same_bits_on_every_machine() {
    let layout = layout(
        "seed = 5\n[[scatter]]\ncount = 9\nshape = \"box\"\nradius = { min = 0.3, max = 1 }\n\
         region = { min = [0, 0], max = [20, 20] }\n\
         [[agents]]\ncount = 9\nregion = { min = [-9, 0], max = [20, 20] }\n\
         heading = { min = -3, max = 3 }\ngoals = [{ random = { min = [0, 0], max = [20, 20] } }]\n\
         [[agents]]\ncount = 7\ncircle = { center = [40, 40], radius = 5 }\n",
    );
    let mut numbers = Vec::new();
    for obstacle in &layout.obstacles {
        if let Outline::Polygon { points } = &obstacle.outline {
            numbers.extend(points.iter().flat_map(|point| point.to_array()));
        }
    }
    for agent in &layout.agents {
        numbers.extend(agent.start.to_array());
        numbers.extend(agent.facing.to_array());
        if let Some(LayoutGoalKind::Point { point, .. }) = agent.goals.first().map(|goal| goal.kind)
        {
            numbers.extend(point.to_array());
        }
    }
    assert_eq!(numbers.len(), 9 * 8 + 16 * 4 + 9 * 2);
    // FNV-1a over the raw bits.
    let hash = numbers
        .iter()
        .flat_map(|number| number.to_bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    assert_eq!(
        hash, 7_282_707_818_417_941_478,
        "random placement has changed: every scene looks different now"
    );
}

#[test]
fn thick_walls_have_flat_ends_and_filled_corners() {
    let text = "[[walls]]\npoints = [[0, 0], [4, 0], [4, 3]]\nthickness = 0.5\n\
                [[walls]]\npoints = [[9, 0], [9, 3], [6, 3]]\nclosed = true\n\
                [[agents]]\npositions = [[-5, 0]]\n";
    let scene = Scene::from_toml(text, "walls.toml").expect("a good scene");
    let walls = Layout::new(&scene).expect("a good layout").walls;
    let corners: Vec<Vec<[f32; 2]>> = (walls.iter())
        .map(|wall| {
            wall.corners()
                .iter()
                .map(|corner| corner.to_array())
                .collect()
        })
        .collect();
    assert_eq!(
        corners[0],
        [[0.0, -0.25], [4.25, -0.25], [4.25, 0.25], [0.0, 0.25]]
    );
    assert_eq!(
        corners[1],
        [[4.25, -0.25], [4.25, 3.0], [3.75, 3.0], [3.75, -0.25]]
    );
    assert_eq!(corners.len(), 5);
    assert!(corners[2..].iter().all(|ends| ends.len() == 2));
}
