//! What a saved world only names, and the caller hands over.

use std::sync::Arc;

use crate::avoid::Method;
use crate::avoid::detour::DetourMethod;
use crate::walker::AgentId;

/// Hands over what a [`SavedWorld`](super::SavedWorld) only names: walkable space, and methods of
/// one's own. What isn't written answers that there is none; `()` has nothing to hand over.
///
/// ```
/// # #[cfg(feature = "nav")]
/// # mod level {
/// use std::sync::Arc;
///
/// use sidestep::avoid::Method;
/// use sidestep::nav::NavMeshes;
/// use sidestep::world::{AgentId, Supply};
///
/// /// A level whose only walkable space is kept by the game, as are its methods.
/// struct Level {
///     meshes: NavMeshes,
///     methods: Vec<Arc<dyn Method>>,
/// }
///
/// impl Supply for Level {
///     fn walkable(&mut self, key: u64) -> Option<NavMeshes> {
///         (self.meshes.key() == key).then(|| self.meshes.clone())
///     }
///
///     fn agent_method(&mut self, _: AgentId, name: &str) -> Option<Arc<dyn Method>> {
///         self.methods.iter().find(|method| method.name() == name).cloned()
///     }
/// }
/// # }
/// ```
pub trait Supply {
    /// The walkable space whose ground has this [key](crate::nav::NavMeshes::key); what is closed
    /// on it doesn't matter.
    #[cfg(feature = "nav")]
    fn walkable(&mut self, key: u64) -> Option<crate::nav::NavMeshes> {
        let _ = key;
        None
    }

    /// The method of this [name](Method::name) by which an agent avoids walls and obstacles, with
    /// the numbers that it had.
    fn obstacle_method(&mut self, agent: AgentId, name: &str) -> Option<Arc<dyn Method>> {
        let _ = (agent, name);
        None
    }

    /// The method of this [name](Method::name) by which an agent avoids others, with the numbers
    /// that it had.
    fn agent_method(&mut self, agent: AgentId, name: &str) -> Option<Arc<dyn Method>> {
        let _ = (agent, name);
        None
    }

    /// The method of this [name](DetourMethod::name) by which an agent goes round what is
    /// temporary, with the numbers that it had.
    fn detour_method(&mut self, agent: AgentId, name: &str) -> Option<Arc<dyn DetourMethod>> {
        let _ = (agent, name);
        None
    }
}

/// Nothing to hand over.
impl Supply for () {}
