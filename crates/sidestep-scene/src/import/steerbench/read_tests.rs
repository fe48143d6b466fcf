//! What is read from a test case, and what is said about a wrong one.

use glam::DVec3;

use super::sample::{EVERYTHING, everything_but};
use super::*;

fn fault(text: &str) -> String {
    parse(text, "case.xml").expect_err("a fault").to_string()
}

#[test]
fn every_element_is_read() {
    let case = parse(EVERYTHING, "case.xml").expect("the sample is right");
    assert_eq!(
        (case.header.version.as_str(), case.header.name.as_str()),
        ("1.2", "Every Thing")
    );
    assert_eq!(case.header.description.as_deref(), Some("All there is."));
    assert_eq!(
        case.header.passing_criteria.as_deref(),
        Some("nobody cries")
    );
    assert_eq!(case.header.world_bounds.max, DVec3::new(50.5, 0.0, 30.0));
    assert_eq!(case.cameras.len(), 1);
    assert_eq!(case.cameras[0].field_of_view, Some(45.0));
    assert_eq!(case.remarks, []);

    let [region, first, second] = &case.agents[..] else {
        panic!("{:?}", case.agents)
    };
    assert_eq!((region.count, region.direction), (12, Place::Random));
    assert_eq!(region.goals[0].task, Task::SeekPoint(Place::Random));
    assert_eq!(
        region.goals[0].time_duration,
        314_124_901_934_089_620_000_000_000_000_000.0
    );
    assert_eq!(region.goals[1].task, Task::Group);
    assert_eq!(first.start, StartPlace::Fixed(DVec3::new(-1.0, 0.0, 2.0)));
    assert_eq!(
        (first.speed, first.direction),
        (0.25, Place::Fixed(DVec3::new(0.0, 0.0, -2.0)))
    );
    assert_eq!(first.color, Some(Place::Fixed(DVec3::new(0.3, 0.5, 1.0))));
    assert_eq!(first.goals[0].desired_speed, Some(1.25));
    assert_eq!(first.goals[0].time_duration, 100_000.0);
    assert!(matches!(
        first.goals[1].task,
        Task::EnterBox { bounds, steer_to: Some(Place::Fixed(_)) } if bounds.min.x == 5.0
    ));
    assert_eq!(
        first.goals[2].task,
        Task::FleeAgent(Quarry::Named("Agent B".to_owned()))
    );
    assert_eq!(
        first.goals[3].task,
        Task::FleePoint(Place::Fixed(DVec3::new(1.0, 0.0, 1.0)))
    );
    assert_eq!(
        first.goals[4].task,
        Task::FlowAlong(Place::Fixed(DVec3::new(0.0, 0.0, 3.0)))
    );
    assert_eq!(first.goals[5].task, Task::Idle);
    assert_eq!(
        (second.start, second.radius),
        (StartPlace::RandomInWorld, 0.5)
    );
    assert_eq!(second.goals[0].task, Task::SeekAgent(Quarry::Random));
    assert_eq!(second.goals[1].task, Task::FollowFlow(Flow::Crowd));
    let behaviour = second.goals[1].behaviour.as_ref().expect("it has one");
    assert_eq!(behaviour.steering_algorithm.as_deref(), Some("pprAI"));
    assert_eq!(
        behaviour.parameters,
        [("ped_max_speed".to_owned(), "1.7".to_owned())]
    );
    assert_eq!(case.emitters.len(), 1);
    assert_eq!(case.emitters[0].radius, 0.4);
}

#[test]
fn every_obstacle_is_read() {
    let case = parse(EVERYTHING, "case.xml").expect("the sample is right");
    let [level, circle, turned, wall, surprise, polygon] = &case.obstacles[..] else {
        panic!("{:?}", case.obstacles)
    };
    assert!(matches!(level, Obstacle::Box(bounds) if bounds.max == DVec3::new(12.0, 1.0, 9.0)));
    assert!(matches!(
        circle,
        Obstacle::Circle {
            radius: 1.5,
            height: 2.0,
            ..
        }
    ));
    assert!(matches!(
        turned,
        Obstacle::OrientedBox(OrientedBox { theta_y: 30.0, .. })
    ));
    let door = |obstacle: &Obstacle| match obstacle {
        Obstacle::OrientedWall { doorway, .. } => *doorway,
        _ => None,
    };
    assert_eq!(
        door(wall),
        Some(Doorway {
            offset: Some(2.0),
            radius: 0.75
        })
    );
    assert_eq!(
        door(surprise),
        Some(Doorway {
            offset: None,
            radius: 1.0
        })
    );
    assert!(
        matches!(polygon, Obstacle::Polygon { vertices, parts } if vertices.len() == 6 && parts.len() == 2)
    );
    assert_eq!(case.obstacle_regions.len(), 1);
    assert_eq!(
        (
            case.obstacle_regions[0].count,
            case.obstacle_regions[0].size
        ),
        (7, 0.98)
    );
}

#[test]
fn what_exists_in_published_files_is_put_right() {
    let inverted = everything_but("<xmax>50.5</xmax>", "<xmax>-200</xmax>");
    let case = parse(&inverted, "case.xml").expect("bounds are swapped");
    assert_eq!(
        (
            case.header.world_bounds.min.x,
            case.header.world_bounds.max.x
        ),
        (-200.0, -40.0)
    );
    assert!(
        case.remarks[0].to_string().starts_with("case.xml:7:5: "),
        "{}",
        case.remarks[0]
    );

    let windows = EVERYTHING.replace('\n', "\r\n");
    assert_eq!(parse(&windows, "case.xml"), parse(EVERYTHING, "case.xml"));

    let without_goals = everything_but(
        "<seekDynamicTarget><targetName>Agent A</targetName></seekDynamicTarget>",
        "",
    );
    assert_eq!(
        parse(&without_goals, "case.xml")
            .expect("goals may be none")
            .emitters[0]
            .goals,
        []
    );

    let unknown = everything_but("<radius>0.4</radius>", "<raduis>0.4</raduis>");
    let case = parse(&unknown, "case.xml").expect("unknown conditions have no effect");
    assert!(
        case.remarks[0]
            .to_string()
            .ends_with("did you mean `radius`?"),
        "{}",
        case.remarks[0]
    );

    let sub_space = EVERYTHING.replace("SteerBenchTestCase", "SteerSuiteSubSpace");
    assert_eq!(parse(&sub_space, "case.xml"), parse(EVERYTHING, "case.xml"));
}

#[test]
fn a_wrong_file_is_refused_with_place_and_remedy() {
    let cases = [
        (
            "<SteerBenchTestCase xmlns",
            "<SteerbenchTestcase xmlns",
            "124:1: this is not XML",
        ),
        (
            "<version>1.2</version>",
            "<version>7</version>",
            "5:5: version `7` of the format isn't known",
        ),
        (
            "<xmin>-40</xmin>",
            "",
            "7:5: `worldBounds` has no `xmin`; add",
        ),
        (
            "<xmin>-40</xmin>",
            "<xmin>wide</xmin>",
            "8:7: `xmin` is `wide`, which is no number",
        ),
        (
            "<xmin>-40</xmin>",
            "<xmin>NaN</xmin>",
            "8:7: `xmin` is `NaN`, which is no finite number",
        ),
        (
            "<xmin>-40</xmin>",
            "<xmin>-1e7</xmin>",
            "8:7: `xmin` is -10000000, which is out of range",
        ),
        (
            "<xmin>-40</xmin>",
            "<xmin>1</xmin><xmin>1</xmin>",
            "8:21: `worldBounds` has a second `xmin`",
        ),
        (
            "<radius>1.5</radius>",
            "<radius>-1.5</radius>",
            "23:5: `radius` is -1.5, which is out of range",
        ),
        (
            "<radius>1.5</radius>",
            "<raduis>1.5</raduis>",
            "did you mean `radius`?",
        ),
        (
            "<numAgents>12</numAgents>",
            "<numAgents>1e12</numAgents>",
            "which is no whole number",
        ),
        (
            "<numAgents>12</numAgents>",
            "<numAgents>1000000000000</numAgents>",
            "which is too many",
        ),
        (
            "<numObstacles>7</numObstacles>",
            "<numObstacles>-7</numObstacles>",
            "which is no whole number",
        ),
        (
            "<groupTarget/>",
            "<groupTargte/>",
            "`goalSequence` has no element `groupTargte`; did you mean",
        ),
        ("<obstacleRegion>", "<obstacleRegoin>", "this is not XML"),
        (
            "<targetLocation><x>5</x><y>0</y><z>-6</z></targetLocation>",
            "<targetLocaton/>",
            "`seekStaticTarget` has no `targetLocation`; did you mean `targetLocation` instead of",
        ),
        (
            "<targetName>Agent B</targetName>",
            "<targetName>Agnet B</targetName>",
            "no agent is called `Agnet B`",
        ),
        (
            "<targetName>Agent B</targetName>",
            "<targetName>Agent A</targetName>",
            "`Agent A` has itself as its target",
        ),
        (
            "<thetaY>0</thetaY>",
            "<thetaY>10</thetaY>",
            "an `orientedWallObstacle` can't be turned",
        ),
        (
            "<type>FOLLOW_CROWD</type>",
            "<type>CROWD</type>",
            "`CROWD` is no kind of flow",
        ),
        (
            "<random>true</random></position>",
            "<random>false</random></position>",
            "has neither coordinates nor",
        ),
        (
            "<random>true</random></position>",
            "<random>true</random><x>1</x></position>",
            "has both coordinates and",
        ),
        (
            "<size><x>4</x>",
            "<size><x>-4</x>",
            "a length is below zero",
        ),
    ];
    for (text, replacement, expected) in cases {
        let message = fault(&everything_but(text, replacement));
        assert!(message.starts_with("case.xml:"), "{message}");
        assert!(message.contains(expected), "{replacement}: {message}");
    }
}

#[test]
fn a_file_of_another_kind_is_named_as_such() {
    assert!(fault("<SteerBenchTestcase/>").contains("did you mean `SteerBenchTestCase`?"));
    assert!(fault("<html/>").contains("so this is no SteerBench test case"));
    assert!(fault("<SteerBenchTestCase/>").contains("the test case is empty"));
    assert!(
        fault("<SteerBenchTestCase><agent/></SteerBenchTestCase>")
            .contains("put the `<header>` before")
    );
    assert!(fault("").contains("holds no element"));
}

#[test]
fn an_outline_without_area_is_refused() {
    let flat = everything_but(
        "<vertex><x>31</x><y>0</y><z>1</z></vertex>\n    <vertex><x>31</x><y>0</y><z>3</z></vertex>\n    <vertex><x>30</x><y>0</y><z>3</z></vertex>",
        "",
    );
    assert!(parse(&flat, "case.xml").is_ok(), "three corners are enough");
    let flat = flat.replacen("<vertex><x>34</x><y>0</y><z>1</z></vertex>", "", 1);
    assert!(
        fault(&flat).contains("42:3: the outline encloses no area"),
        "{}",
        fault(&flat)
    );
}
