//! The same scene with another number of agents.

use super::document::way;
use super::error::SceneError;
use super::number::Count;
use super::scene::Scene;

impl Scene {
    /// Changes the number of agents to `wanted` in all.
    ///
    /// Groups that start in a region or round a circle grow and shrink in proportion, those with
    /// listed positions stay as they are. If that can't give a number as small as `wanted`, all
    /// groups shrink in proportion and those with listed positions keep their first ones. Every
    /// group keeps at least one agent.
    ///
    /// # Errors
    /// [`SceneError::Invalid`] when `wanted` is less than one agent a group, more than 1,000,000, or
    /// more than the listed positions of a scene that has nothing else.
    pub fn scale_agents(&mut self, wanted: u64) -> Result<(), SceneError> {
        let refuse = |scene: &Self, message: String| Err(scene.error_at(&way!["agents"], message));
        let groups = self.agents.len();
        if wanted < groups as u64 {
            return refuse(
                self,
                format!(
                    "too few: the scene has {groups} groups of agents, and each needs at least one"
                ),
            );
        }
        if Count::new(wanted).is_err() {
            return refuse(
                self,
                "too many: at most 1000000 agents are allowed".to_owned(),
            );
        }
        let sizes: Vec<u64> = self
            .agents
            .iter()
            .map(|group| group.size() as u64)
            .collect();
        let growing: Vec<usize> = (0..groups)
            .filter(|index| self.agents[*index].count.is_some())
            .collect();
        let listed: u64 = (0..groups)
            .filter(|index| !growing.contains(index))
            .map(|index| sizes[index])
            .sum();
        if !growing.is_empty() && wanted >= listed + growing.len() as u64 {
            self.share_out(&growing, &sizes, wanted - listed);
            return Ok(());
        }
        let total: u64 = sizes.iter().sum();
        if wanted > total {
            return refuse(
                self,
                format!(
                    "too many: the scene lists the positions of {total} agents and has no group with \
                     `count` and `region`; add one, or list more positions"
                ),
            );
        }
        let all: Vec<usize> = (0..groups).collect();
        self.share_out(&all, &sizes, wanted);
        Ok(())
    }

    /// Gives the chosen groups `wanted` agents in all, in proportion to their sizes and each at least
    /// one, by largest remainder.
    fn share_out(&mut self, chosen: &[usize], sizes: &[u64], wanted: u64) {
        let weight = |index: usize| u128::from(sizes[index].max(1));
        let total: u128 = chosen.iter().map(|index| weight(*index)).sum();
        let spare = u128::from(wanted.saturating_sub(chosen.len() as u64));
        let mut shares: Vec<(usize, u64, u128)> = chosen
            .iter()
            .map(|&index| {
                let product = spare * weight(index);
                (index, 1 + (product / total) as u64, product % total)
            })
            .collect();
        let given: u64 = shares.iter().map(|share| share.1).sum();
        shares.sort_by_key(|(index, _, remainder)| (std::cmp::Reverse(*remainder), *index));
        for share in shares
            .iter_mut()
            .take(wanted.saturating_sub(given) as usize)
        {
            share.1 += 1;
        }
        for (index, share, _) in shares {
            let group = &mut self.agents[index];
            if group.count.is_some() {
                group.count = Some(Count::clamped(share));
            } else {
                group.positions.truncate(share as usize);
            }
        }
    }
}
