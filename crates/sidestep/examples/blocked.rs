//! Three people behind crates that close their corridors: the world says who is blocked and by
//! what, and the game answers each of them differently.

use std::error::Error;

use sidestep::{
    AgentSpec, BlockedAnswer, Blocker, Body, ConvexPolygon, Goal, Link, ObstacleId, ObstacleSpec,
    Segment, Vec2, World, WorldSettings,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    let mut people = Vec::new();
    for y in [0.0, 8.0, 16.0] {
        // A corridor with one way out, and a crate right across it.
        let corners = [[9.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [9.0, -1.0]];
        let corners = corners.map(|corner| Vec2::new(0.0, y) + Vec2::from(corner));
        for wall in corners.windows(2) {
            world.insert_obstacle(ObstacleSpec::new(Segment::new(wall[0], wall[1])?))?;
        }
        let shape = ConvexPolygon::rectangle(Vec2::new(5.0, y), Vec2::new(1.0, 2.0), 0.0)?;
        world.insert_obstacle(ObstacleSpec::new(shape).temporary())?;
        let body = Body::new(Vec2::new(0.0, y), 0.3, 1.5);
        let goal = Goal::point(Vec2::new(12.0, y), 0.2);
        people.push(world.insert_agent(AgentSpec::new(body).with_goal(goal))?);
    }

    let mut answers = Vec::new();
    while !world.agents().all(|agent| agent.arrived) {
        world.step(1.0 / 60.0)?;
        assert!(world.time() < 30.0, "every answer helps");
        let blocked: Vec<_> = world.blocked().collect();
        for agent in blocked {
            let Some(&Blocker::Obstacle(obstacle)) = agent.by.first() else {
                continue;
            };
            let y = agent.goal.y;
            if agent.agent == people[0] {
                answers.push("break the crate");
                world.remove_obstacle(ObstacleId(obstacle))?;
            } else if agent.agent == people[1] {
                answers.push("jump over it");
                let [from, to] = [3.5, 6.5].map(|x| Vec2::new(x, y));
                let seconds = 0.8;
                world.jump(agent.agent, Link { from, to, seconds })?;
            } else if world.time() - agent.since < 2.0 {
                // It is listed again when the time is over. If the way were free before, it would
                // go on at once.
                answers.push("wait");
                world.answer_blocked(agent.agent, BlockedAnswer::Wait { seconds: 2.0 })?;
            } else {
                answers.push("stand elsewhere");
                world.place_agent(agent.agent, Vec2::new(7.0, y), Vec2::ZERO)?;
            }
        }
    }
    // Each is asked for once, and the one that waits a second time.
    answers.sort_unstable();
    assert_eq!(
        answers,
        ["break the crate", "jump over it", "stand elsewhere", "wait"]
    );
    println!(
        "all out after {:.1} s: {}",
        world.time(),
        answers.join(", ")
    );
    Ok(())
}
