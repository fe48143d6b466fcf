//! Which agents overlap which at the positions of a frame.

use serde::{Deserialize, Serialize};

use super::box_tree::{BoxTree, Extent};
use super::depths::NOISE_FLOOR;
use super::step::Step;

/// Two agents that overlap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pair {
    /// Index of the first in the setting.
    pub first: u32,
    /// Index of the second, greater than `first`.
    pub second: u32,
    /// Sum of the radii minus the distance of the centres (m), above the noise floor.
    pub depth: f64,
}

/// Finds the overlapping pairs of a frame in time about linear in the number of agents.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PairFinder {
    tree: BoxTree,
    pairs: Vec<Pair>,
    seconds: Vec<u32>,
}

impl PairFinder {
    /// Every pair of agents that are here, on the ground, and overlap, in order of their indexes.
    pub(super) fn find(&mut self, step: &Step) -> &[Pair] {
        let here = || {
            let moves = (0u32..).zip(&step.moves);
            moves.filter(|(_, walk)| walk.is_here() && !walk.airborne)
        };
        self.tree
            .rebuild(here().map(|(index, _)| (index, outline(step, index))));
        self.pairs.clear();
        for (first, walk) in here() {
            let area = outline(step, first);
            self.seconds.clear();
            for offset in step.edges.images(area, self.tree.extent()) {
                self.tree.visit(area.moved(offset), |second| {
                    if second > first {
                        self.seconds.push(second);
                    }
                });
            }
            self.seconds.sort_unstable();
            self.seconds.dedup();
            for &second in &self.seconds {
                let way = step.moves[second as usize].to - walk.to;
                let reach = step.radii[first as usize] + step.radii[second as usize];
                let depth = reach - step.edges.shortest(way).length();
                if depth > NOISE_FLOOR && step.on_one_floor(walk, &step.moves[second as usize]) {
                    self.pairs.push(Pair {
                        first,
                        second,
                        depth,
                    });
                }
            }
        }
        &self.pairs
    }
}

/// The box around an agent's disc, at home on a torus.
fn outline(step: &Step, index: u32) -> Extent {
    let position = step.moves[index as usize].to;
    let position = position + step.edges.offset_home(position);
    Extent::around([position]).grown(step.radii[index as usize])
}
