//! The same scene with another number of agents.

use super::document::way;
use super::error::SceneError;
use super::number::Count;
use super::scene::Scene;
use super::shape::{Point, Region};

impl Scene {
    /// Changes the number of agents to `wanted` in all.
    ///
    /// Groups that start in a region or round a circle grow and shrink in proportion, those with
    /// listed positions stay as they are. If that can't give a number as small as `wanted`, all
    /// groups shrink in proportion and those with listed positions keep their first ones. Every
    /// group keeps at least one agent. With [`Scene::keep_density`] the world grows and shrinks
    /// with them.
    ///
    /// # Errors
    /// [`SceneError::Invalid`] when `wanted` is less than one agent a group, more than 1,000,000,
    /// more than the listed positions of a scene that has nothing else, or more than there is room
    /// for within the largest coordinates.
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
            if self.keep_density {
                let total: u64 = sizes.iter().sum();
                return self.stretch((wanted as f64 / total as f64).sqrt());
            }
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

    /// Makes the world and the boxes in it `factor` times as wide and high about the origin.
    fn stretch(&mut self, factor: f64) -> Result<(), SceneError> {
        let at = |point: Point| Point::new(point.x() * factor, point.y() * factor);
        let mut stretched = self.clone();
        let result: Result<(), String> = (|| {
            let whole = |region: Region| {
                let [min, max] = [at(region.min()), at(region.max())];
                let [min, max] = [min.map_err(told)?, max.map_err(told)?];
                Region::new(min, max).map_err(told)
            };
            for corner in [&mut stretched.bounds.min, &mut stretched.bounds.max] {
                *corner = corner.map(at).transpose().map_err(told)?;
            }
            for formation in &mut stretched.formations {
                formation.place = formation.place.map(at).transpose().map_err(told)?;
            }
            for group in &mut stretched.agents {
                group.region = group.region.map(whole).transpose()?;
                for goal in &mut group.goals {
                    goal.region = goal.region.map(whole).transpose()?;
                    goal.random = goal.random.map(whole).transpose()?;
                    for point in [
                        &mut goal.point,
                        &mut goal.offset,
                        &mut goal.mirror,
                        &mut goal.flee,
                        &mut goal.aim,
                    ] {
                        *point = point.map(at).transpose().map_err(told)?;
                    }
                }
            }
            Ok(())
        })();
        result.map_err(|message| {
            let message =
                format!("the world would have to be {factor:.3} times as large: {message}");
            self.error_at(&way!["bounds"], message)
        })?;
        *self = stretched;
        Ok(())
    }

    /// Gives the chosen groups `wanted` agents in all, in proportion to their sizes and each at
    /// least one, by largest remainder.
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

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
