//! What a saved world knows of what can be walked round. Which barriers there are follows from
//! obstacles and agents; what they were before, where that still counts, is kept.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::obstacle::SavedShape;
use crate::avoid::detour::{BarrierKind, Blocker};
use crate::geometry::{Circle, Shape};
use crate::range::{Parameters, Range};
use crate::space::{Clusters, ClustersHistory, Filter, SaidBarrier, Topology};
use crate::walker::ObstacleId;
use crate::world::snapshot::LoadError;
use crate::world::store::{Agent, Obstacles};

/// Most changes that are ever counted: there are numbers left above it.
pub(super) const MOST_CHANGES: f32 = 1e18;

/// What of the clusters doesn't follow from obstacles and agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedClusters {
    /// Gaps narrower than this are closed (m).
    pub width: f32,
    /// Counts the changes.
    version: u64,
    /// Obstacles that have come, moved or gone since the clusters took notice.
    changed: Vec<u32>,
    /// Those of them that the clusters still have as they were.
    outdated: Vec<Outdated>,
}

/// An obstacle as the clusters have it, which is no longer what it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Outdated {
    id: u32,
    temporary: bool,
    shape: SavedShape,
    offset: Vec2,
    filter: Filter,
}

impl SavedClusters {
    pub fn of(clusters: &Clusters, obstacles: &Obstacles) -> Self {
        let changes = obstacles.changes();
        let outdated = |barrier: SaidBarrier<'_>| match barrier.blocker {
            Blocker::Obstacle(id) if changes.contains(&ObstacleId(id)) => Some(Outdated {
                id,
                temporary: barrier.kind == BarrierKind::Temporary,
                shape: SavedShape::of(barrier.shape),
                offset: barrier.offset,
                filter: barrier.filter,
            }),
            _ => None,
        };
        let ClustersHistory { width, version } = clusters.history();
        Self {
            width,
            version,
            changed: changes.iter().map(|id| id.0).collect(),
            outdated: if changes.is_empty() {
                Vec::new()
            } else {
                clusters.said().filter_map(outdated).collect()
            },
        }
    }

    /// The obstacles that the clusters haven't taken notice of yet.
    pub fn changes(&self, next: u32) -> Result<Vec<ObstacleId>, LoadError> {
        if let Some(&id) = self.changed.iter().find(|id| **id >= next) {
            return Err(LoadError::NoSuch {
                what: "obstacle",
                id: u64::from(id),
                by: "the changes".to_owned(),
            });
        }
        Ok(self.changed.iter().copied().map(ObstacleId).collect())
    }

    /// The clusters of these obstacles and of the agents that stand still.
    pub fn load(
        &self,
        topology: Topology,
        obstacles: &Obstacles,
        agents: &[Agent],
        standing: &[Option<Filter>],
    ) -> Result<Clusters, LoadError> {
        Range::Between(0.0, MOST_CHANGES)
            .check("number of changes of clusters", self.version as f64)?;
        let mut shapes = Vec::new();
        for it in &self.outdated {
            let what = || format!("the former obstacle {}", it.id);
            let shape = (it.shape.turned()).map_err(|source| LoadError::Shape {
                what: what(),
                source,
            })?;
            (it.filter.check())
                .and_then(|()| Range::Finite.check_vector("offset", it.offset))
                .map_err(|error| error.of(what()))?;
            shapes.push(shape);
        }
        let mut discs: Vec<(usize, Shape, Filter, Vec2)> = Vec::new();
        for (row, (agent, filter)) in agents.iter().zip(standing).enumerate() {
            let (Some(filter), Some(place)) = (filter, agent.memory.stands_at()) else {
                continue;
            };
            if let Ok(disc) = Circle::new(Vec2::ZERO, agent.body.radius) {
                discs.push((row, disc.into(), *filter, place));
            }
        }
        let current = obstacles
            .iter()
            .filter(|it| !self.changed.contains(&it.id.0));
        let current = current.map(|it| SaidBarrier {
            blocker: Blocker::Obstacle(it.id.0),
            kind: BarrierKind::of(it.temporary),
            shape: it.shape,
            offset: it.offset,
            filter: it.filter,
        });
        let outdated = self
            .outdated
            .iter()
            .zip(&shapes)
            .map(|(it, shape)| SaidBarrier {
                blocker: Blocker::Obstacle(it.id),
                kind: BarrierKind::of(it.temporary),
                shape,
                offset: it.offset,
                filter: it.filter,
            });
        let standing = discs.iter().map(|(row, shape, filter, place)| SaidBarrier {
            blocker: Blocker::Agent(agents[*row].id.0),
            kind: BarrierKind::Temporary,
            shape,
            offset: *place,
            filter: *filter,
        });
        let history = ClustersHistory {
            width: self.width,
            version: self.version,
        };
        let barriers = current.chain(outdated).chain(standing);
        Clusters::restored(topology, &history, barriers).ok_or(LoadError::Clusters)
    }
}
