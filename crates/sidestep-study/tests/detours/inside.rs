//! Agents and goals inside obstacles.

use sidestep::Vec2;
use sidestep::avoid::detour::Outcome;
use sidestep::geometry::Shape;

use super::{Method, NAMES, Place, RADIUS, at, line, methods, rectangle};
use crate::common::circle;

fn room(place: &Place, here: Vec2) -> f32 {
    place
        .barriers()
        .iter()
        .map(|barrier| barrier.hull().surface(here).distance)
        .fold(f32::INFINITY, f32::min)
}

fn scenes() -> Vec<(Vec<Shape>, Vec<Shape>)> {
    vec![
        (vec![circle(at(0.0, 0.0), 1.0)], vec![]),
        (vec![rectangle(at(0.1, 0.0), at(2.0, 1.0), 0.3)], vec![]),
        // A heap, with the place deep in it.
        (
            vec![
                circle(at(0.3, 0.0), 0.8),
                circle(at(-0.4, 0.3), 0.9),
                circle(at(0.0, -0.5), 0.7),
                rectangle(at(0.0, 0.1), at(1.5, 1.5), 0.0),
            ],
            vec![],
        ),
        // Between a crate and a wall.
        (
            vec![rectangle(at(0.0, 0.4), at(2.0, 0.8), 0.0)],
            vec![line(at(-5.0, -0.2), at(5.0, -0.2))],
        ),
    ]
}

#[test]
fn an_agent_inside_something_comes_out_and_goes_on() {
    for (index, (shapes, walls)) in scenes().into_iter().enumerate() {
        let place = Place::new(&shapes, &walls);
        for (method, name) in methods().into_iter().zip(NAMES) {
            for start in [at(0.0, 0.0), at(0.05, 0.1), at(-0.2, 0.3)] {
                let goal = at(0.5, 5.0);
                let answer = method.ask(&place, start, goal).answer;
                let out = answer.way_out.expect("a way out");
                assert!(room(&place, out) >= RADIUS, "{index}, {name}: {out}");
                assert!(out.distance(start) < 2.2, "{index}, {name}: {out}");
                // Not through the wall below.
                assert!(walls.is_empty() || out.y > -0.2, "{name}: {out}");
                let Outcome::Around {
                    sub_goal, length, ..
                } = answer.outcome
                else {
                    panic!("{index}, {name}: {answer:?}");
                };
                assert_eq!(sub_goal, out, "{index}, {name}");
                assert!(length > start.distance(out) + 2.0, "{index}, {name}");
                let walk = method.walk(&place, start, goal);
                assert!(walk.deepest <= 1e-4, "{index}, {name}: {walk:?}");
                // Beside a heap the way over the furthest tangents turns about between two
                // tangents, as it does outside of one.
                let may_turn_about =
                    matches!(method, Method::FurthestTangents(_)) && shapes.len() > 1;
                assert!(walk.arrived || may_turn_about, "{index}, {name}: {walk:?}");
            }
        }
    }
}

#[test]
fn a_goal_inside_something_moves_out_and_says_so() {
    for (index, (shapes, walls)) in scenes().into_iter().enumerate() {
        let place = Place::new(&shapes, &walls);
        for (method, name) in methods().into_iter().zip(NAMES) {
            let answer = method.ask(&place, at(0.5, 5.0), at(0.05, 0.1)).answer;
            assert!(answer.goal_moved, "{index}, {name}: {answer:?}");
            assert!(room(&place, answer.goal) >= RADIUS, "{index}, {name}");
            assert!(answer.goal.distance(at(0.05, 0.1)) < 2.2, "{index}, {name}");
        }
    }
}

/// In contact, or nearly so, nobody is inside anything: contacts leave agents there all the time.
#[test]
fn an_agent_in_contact_is_not_inside() {
    let place = Place::new(&[circle(at(0.0, 0.0), 1.0)], &[]);
    for distance in [1.2995, 1.3, 1.3005, 1.304] {
        for method in methods() {
            let start = at(-distance, 0.0);
            let answer = method.ask(&place, start, at(6.0, 0.3)).answer;
            assert_eq!(answer.way_out, None, "{distance}: {answer:?}");
            let walk = method.walk(&place, start, at(6.0, 0.3));
            assert!(walk.arrived, "{method:?}, {distance}: {walk:?}");
            assert!(walk.deepest < 1e-3, "{method:?}, {distance}: {walk:?}");
        }
    }
}

/// With no free place far and wide the agent is blocked, and not sent through what it is in.
#[test]
fn an_agent_in_the_middle_of_a_mountain_is_blocked() {
    let mountain = [
        rectangle(at(0.0, 0.0), at(60.0, 60.0), 0.0),
        rectangle(at(20.0, 0.0), at(60.0, 60.0), 0.0),
        rectangle(at(-20.0, 0.0), at(60.0, 60.0), 0.0),
        rectangle(at(0.0, 20.0), at(60.0, 60.0), 0.0),
        rectangle(at(0.0, -20.0), at(60.0, 60.0), 0.0),
    ];
    let place = Place::new(&mountain, &[]);
    for method in methods() {
        let answer = method.ask(&place, Vec2::ZERO, at(5.0, 0.0));
        let free =
            |place_out: Option<Vec2>| place_out.is_some_and(|out| room(&place, out) >= RADIUS);
        assert!(
            answer.is_blocked() || free(answer.answer.way_out),
            "{method:?}: {answer:?}"
        );
    }
}
