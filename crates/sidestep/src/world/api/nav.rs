//! Calls about walkable space.

use crate::geometry::Segment;
use crate::nav::{NavMesh, NavMeshes};
use crate::range::Range;
use crate::world::World;
use crate::world::spec::{ObstacleSpec, WorldError};

impl World {
    /// Gives the world walkable space, in the place of what it had: agents with
    /// [`Route::Walkable`](crate::walker::Route::Walkable) walk along paths through it.
    ///
    /// # Errors
    /// If no mesh can be baked for one of these agents.
    pub fn set_walkable(&mut self, meshes: NavMeshes) -> Result<(), WorldError> {
        self.routes.set(meshes, &mut self.agents)
    }

    /// Puts other walkable space in the place of what there is, such as the same baked anew with a
    /// crate cut out. Agents on a path get another one in turn, as
    /// [`WorldSettings::paths_per_step`](crate::world::WorldSettings::paths_per_step) allows, and
    /// walk on along theirs until then; [`World::set_walkable`] takes all paths away.
    ///
    /// # Errors
    /// If no mesh can be baked for an agent with
    /// [`Route::Walkable`](crate::walker::Route::Walkable); nothing has changed then.
    pub fn update_walkable(&mut self, meshes: NavMeshes) -> Result<(), WorldError> {
        self.routes.update(meshes, &self.agents)
    }

    /// The walkable space, if it was given any.
    #[must_use]
    pub const fn walkable(&self) -> Option<&NavMeshes> {
        self.routes.meshes.as_ref()
    }

    /// Puts the edges of walkable space in as walls: for a level, whose walls and ledges are known
    /// from its triangles only: [`NavMesh::edges`]. An edge stops those who stand at most `climb`
    /// metres (above 0) higher than it, such as the highest step that they can take: those on a ramp
    /// walk on over the edges below it, and those below its higher end pass beneath. The mesh should be
    /// one for a small radius, as the edges are where the centre of a disc of that radius has to stop.
    ///
    /// # Errors
    /// If `climb` isn't a finite number above 0.
    pub fn insert_edges(&mut self, mesh: &NavMesh, climb: f32) -> Result<(), WorldError> {
        Range::AboveZero.check("climb", climb)?;
        for edge in mesh.edges(climb) {
            // Edges shorter than a shape can be told from a point are left out.
            let Ok(wall) = Segment::new(edge.ends[0], edge.ends[1]) else {
                continue;
            };
            let mut spec = ObstacleSpec::new(wall);
            spec.filter.floor = edge.floor;
            self.insert_obstacle(spec)?;
        }
        Ok(())
    }
}
