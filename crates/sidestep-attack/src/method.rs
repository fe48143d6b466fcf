//! The avoidance methods by the names that scene files have for them.

use sidestep::motion::Body;
use sidestep::world::AgentSpec;
use sidestep_scene::format::Scene;
use sidestep_scene::method::Method;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::Simulation;

use crate::scene_text;

/// The names of all methods that need no walkable space.
pub fn names() -> impl Iterator<Item = &'static str> {
    (Method::ALL.into_iter())
        .filter(|method| *method != Method::Rebake)
        .map(Method::name)
}

/// Somebody with this body who avoids by the method of that name, exactly as a scene file means it.
///
/// # Panics
/// If there is no such method, or no scene can hold such a body: faults of this program.
#[must_use]
pub fn agent(body: &Body, name: &str) -> AgentSpec {
    if name == "default" {
        return AgentSpec::new(*body);
    }
    let mut text = format!("method = \"{name}\"\nduration = 1.0\n");
    scene_text::body(&mut text, body);
    let scene = Scene::from_toml(&text, "method").expect("a scene of one agent");
    let layout = Layout::new(&scene).expect("a layout of one agent");
    let simulation = Simulation::new(layout).expect("a run of one agent");
    let mut spec = simulation.spec(0).expect("one agent");
    spec.id = None;
    spec.body = *body;
    spec
}
