//! Worlds that are saved, loaded and restored while they are stepped.

use sidestep::avoid::Method;
use sidestep::avoid::detour::DetourMethod;
use sidestep::world::{
    AgentAvoidance, AgentId, Detouring, ObstacleAvoidance, SavedWorld, Supply, World,
};
use std::sync::Arc;

use super::worlds;
use crate::case::Case;
use crate::dealer::Dealer;
use crate::play::Play;

const STREAM: u64 = 5;

/// Draws a tame world with much coming and going.
pub fn draw(seed: u64) -> Case {
    let mut dealer = Dealer::new(seed, STREAM);
    let people = dealer.count(1, 40);
    worlds::tame(&mut dealer, people)
}

/// Hands over the methods that a saved world only names.
struct Methods<'c>(&'c Case);

impl Methods<'_> {
    fn profile(&self, agent: AgentId) -> Option<&sidestep::world::Profile> {
        let person = self.0.people.iter().find(|it| it.spec.id == Some(agent))?;
        Some(&person.spec.profile)
    }
}

impl Supply for Methods<'_> {
    fn obstacle_method(&mut self, agent: AgentId, _: &str) -> Option<Arc<dyn Method>> {
        match &self.profile(agent)?.obstacle_avoidance {
            ObstacleAvoidance::Custom(method) => Some(method.clone()),
            _ => None,
        }
    }

    fn agent_method(&mut self, agent: AgentId, _: &str) -> Option<Arc<dyn Method>> {
        match &self.profile(agent)?.agent_avoidance {
            AgentAvoidance::Custom(method) => Some(method.clone()),
            _ => None,
        }
    }

    fn detour_method(&mut self, agent: AgentId, _: &str) -> Option<Arc<dyn DetourMethod>> {
        match &self.profile(agent)?.detouring {
            Detouring::Custom(method) => Some(method.clone()),
            _ => None,
        }
    }
}

/// A world that went through bytes, by way of `what` is compared.
fn loaded(case: &Case, world: &World) -> Result<World, String> {
    let bytes =
        postcard::to_allocvec(&world.save()).map_err(|error| format!("not saved: {error}"))?;
    let saved: SavedWorld =
        postcard::from_bytes(&bytes).map_err(|error| format!("not read: {error}"))?;
    let world = World::load(&saved, &mut Methods(case));
    let world = world.map_err(|error| format!("not loaded: {error}"))?;
    let again =
        postcard::to_allocvec(&world.save()).map_err(|error| format!("not saved: {error}"))?;
    if again == bytes {
        Ok(world)
    } else {
        Err("what is saved of it again is something else".to_owned())
    }
}

/// A world loaded at one moment and one restored go on as the world itself does.
pub fn fault(case: &Case) -> Option<String> {
    let mut play = Play::new(case, case.settings).ok()?;
    let mut twins: Vec<(&str, Play<'_>)> = Vec::new();
    let mut dealer = Dealer::new(case.settings.seed, STREAM);
    for _ in 0..case.steps {
        if dealer.one_in(10) || play.step == 0 {
            // Between what is changed and the step, too.
            if dealer.one_in(2) {
                play.prepare();
            }
            let restored = World::from_snapshot(&play.world.snapshot());
            let loaded = match loaded(case, &play.world) {
                Ok(loaded) => loaded,
                Err(fault) => return Some(format!("before step {}: {fault}", play.step + 1)),
            };
            twins = vec![
                ("restored", play.continued_in(restored)),
                ("loaded", play.continued_in(loaded)),
            ];
        }
        if let Err(error) = play.step() {
            return Some(format!("step refused: {error}"));
        }
        for (what, twin) in &mut twins {
            if let Err(error) = twin.step() {
                return Some(format!("step of what was {what} refused: {error}"));
            }
            let same = twin.world.state_hash() == play.world.state_hash()
                && twin.world.events() == play.world.events();
            if !same {
                return Some(format!(
                    "what was {what} is another world after step {}",
                    play.step
                ));
            }
        }
    }
    None
}
