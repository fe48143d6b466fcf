//! One method alone: a single body looks ahead and walks past what it sees. No world and no walker.

use std::error::Error;

use sidestep::Vec2;
use sidestep::avoid::guard::Guard;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::avoid::{Memory, Obstacle, Surroundings, Wish};
use sidestep::geometry::{Circle, ConvexPolygon, Shape};
use sidestep::motion::Body;
use sidestep::steer;

fn main() -> Result<(), Box<dyn Error>> {
    let shapes: [Shape; 3] = [
        Circle::new(Vec2::new(4.0, 0.2), 1.0)?.into(),
        ConvexPolygon::rectangle(Vec2::new(7.5, -0.8), Vec2::new(1.0, 2.0), 0.4)?.into(),
        Circle::new(Vec2::new(11.0, 0.5), 1.2)?.into(),
    ];
    let obstacles = [0, 1, 2].map(|id| Obstacle::new(id, &shapes[id as usize]));
    let around = Surroundings::obstacles(&obstacles);

    let mut body = Body::new(Vec2::ZERO, 0.4, 2.0); // radius 0.4 m, up to 2 m/s
    let goal = Vec2::new(15.0, 0.0);
    let (look_ahead, guard) = (LookAhead::for_radius(body.radius), Guard::for_extent(20.0));
    // What the method remembers belongs to the caller.
    let mut memory = Memory::default();
    let (mut seconds, dt) = (0.0, 1.0 / 60.0);
    while body.position.distance(goal) > 0.3 {
        // What it wants: straight to the goal.
        let force = steer::arrive(&body, goal, body.limits.max_speed, dt);
        let wish = Wish {
            reach: body.position.distance(goal),
            ..Wish::to_go(body.intended_velocity(force, dt), dt)
        };
        // Past what is in the way, on the side once chosen.
        let decision = look_ahead.decide(&body, &wish, &around, &mut memory);
        // The last word: it can always stop before it touches anything.
        let force = body.force_towards(decision.velocity, dt);
        let guarded = guard.decide(&body, &Wish { force, ..wish }, &around);
        body.advance(guarded.force, dt);

        seconds += dt;
        assert!(seconds < 10.0, "three obstacles cost little time");
        for obstacle in &obstacles {
            assert!(obstacle.hull().surface(body.position).distance > body.radius);
        }
    }
    println!("there after {seconds:.1} s, and nothing was touched");
    Ok(())
}
