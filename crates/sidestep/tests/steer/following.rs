use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::steer::Pace;
use sidestep::steer::{self, FollowLeader, Neighbor};

use super::{body, moving};
use crate::common::shapes::direction_at;

const DT: f32 = 1.0 / 60.0;

#[test]
fn offset_pursuit_keeps_its_station_beside_one_who_walks() {
    for bearing in 0..8 {
        let velocity = direction_at(bearing as f32 * 0.785) * 1.0;
        let mut leader = moving(Vec2::ZERO, velocity);
        let mut body = body(Vec2::new(-3.0, -2.0));
        let offset = Vec2::new(-1.0, 1.5);
        for _ in 0..1200 {
            let seen = Neighbor::new(1, &leader);
            body.advance(steer::offset_pursuit(&body, &seen, offset, 2.0, DT), DT);
            leader.advance(Vec2::ZERO, DT);
        }
        let station = leader.position + offset.rotate(leader.heading);
        let off = body.position.distance(station);
        assert!(off < 0.05, "bearing {bearing}: {off} m off");
        assert!(body.velocity.distance(leader.velocity) < 0.05);
    }
}

#[test]
fn offset_pursuit_follows_through_a_curve() {
    let mut leader = moving(Vec2::ZERO, Vec2::X);
    let mut body = body(Vec2::new(0.0, -1.0));
    let offset = Vec2::new(-1.0, 0.0);
    let mut worst: f32 = 0.0;
    for step in 0..3600 {
        let seen = Neighbor::new(1, &leader);
        body.advance(steer::offset_pursuit(&body, &seen, offset, 2.0, DT), DT);
        leader.velocity = direction_at(step as f32 * DT * 0.2);
        leader.advance(Vec2::ZERO, DT);
        if step > 600 {
            let station = leader.position + offset.rotate(leader.heading);
            worst = worst.max(body.position.distance(station));
        }
    }
    assert!(worst < 0.3, "{worst} m off in a curve of 5 m radius");
}

/// Followers of a leader that walks along +x for some seconds and then stands.
fn follow(starts: &[Vec2], walk: f32, seconds: f32) -> (Body, Vec<Body>) {
    let parameters = FollowLeader::for_radius(0.4);
    let mut leader = moving(Vec2::ZERO, Vec2::X);
    let mut followers: Vec<Body> = starts.iter().map(|start| body(*start)).collect();
    for step in 0..(seconds / DT) as u32 {
        if step as f32 * DT > walk {
            leader.velocity = Vec2::ZERO;
        }
        let seen = Neighbor::new(0, &leader);
        let all: Vec<Neighbor> = (1..)
            .zip(&followers)
            .map(|(id, body)| Neighbor::new(id, body))
            .collect();
        for (index, body) in followers.iter_mut().enumerate() {
            let id = index as u64 + 1;
            let others = all.iter().filter(|other| other.id != id);
            let others = others.chain(std::iter::once(&seen));
            let force = parameters.steer(body, id, &seen, others, Pace { speed: 2.0, dt: DT });
            body.advance(force, DT);
        }
        leader.advance(Vec2::ZERO, DT);
    }
    (leader, followers)
}

#[test]
fn followers_end_behind_their_leader() {
    let starts = [
        (3.0, 1.0),
        (-2.0, 2.0),
        (1.0, -2.0),
        (-4.0, 0.0),
        (2.0, 3.0),
    ];
    let starts = starts.map(|(x, y)| Vec2::new(x, y));
    for walk in [20.0, 10.0] {
        let (leader, followers) = follow(&starts, walk, 20.0);
        for (index, follower) in followers.iter().enumerate() {
            let offset = follower.position - leader.position;
            assert!(
                offset.x < 0.0,
                "follower {index} is at {offset} of the leader"
            );
            assert!(offset.length() < 5.0, "follower {index} is at {offset}");
            for other in &followers[..index] {
                let gap = follower.position.distance(other.position) - 0.8;
                // Nothing but their wish keeps them apart here: a squeeze is all that may be.
                assert!(gap > -0.02, "followers overlap by {}", -gap);
            }
        }
    }
}

#[test]
fn a_follower_in_the_way_steps_aside() {
    for beside in [0.3, -0.3, 0.0] {
        let mut leader = moving(Vec2::ZERO, Vec2::X);
        let mut follower = body(Vec2::new(2.0, beside));
        let mut nearest = f32::INFINITY;
        for _ in 0..(8.0 / DT) as u32 {
            let seen = Neighbor::new(0, &leader);
            let parameters = FollowLeader::for_radius(0.4);
            let force = parameters.steer(&follower, 1, &seen, [&seen], Pace { speed: 2.0, dt: DT });
            follower.advance(force, DT);
            leader.advance(Vec2::ZERO, DT);
            nearest = nearest.min(follower.position.distance(leader.position) - 0.8);
        }
        let offset = follower.position - leader.position;
        eprintln!("beside {beside}: nearest {nearest}, ends at {offset}");
        assert!(nearest > -0.05, "beside {beside}: run over by {}", -nearest);
        assert!(offset.x < 0.0, "beside {beside}: ends at {offset}");
    }
}
