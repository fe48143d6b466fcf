"""Runs for PedPy, which computes density, flow and speed as researchers of pedestrians do.

>>> import pedpy
>>> import sidestep as ss
>>> from sidestep.pedpy import to_pedpy
>>> sim = ss.Simulation.from_scene("doors", seconds=3.0, record_every=2)
>>> sim.run()
>>> trajectories, area = to_pedpy(sim)
>>> trajectories.frame_rate == 1.0 / (2 * sim.dt)
True
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pedpy
import shapely

from sidestep._native import Simulation

__all__ = ["to_pedpy", "walkable_area"]

# Room around what is there where a scene has no edges (m).
_MARGIN = 1.0
# What has no area is cut out this wide on each side (m).
_THIN = 0.005


def to_pedpy(sim: Simulation, area: Any = None) -> tuple[pedpy.TrajectoryData, pedpy.WalkableArea]:
    """Returns the trajectories of a run and where one can walk in it.

    area is what `pedpy.WalkableArea` takes, or None for `walkable_area`. Frames count the kept steps from
    0; who has left the world has no rows from then on.

    Raises `sidestep.SidestepError` if nothing was recorded, and ValueError if fewer than two frames were.
    """
    table = sim.trajectories()
    columns = table.columns()
    steps = np.unique(columns["step"])
    if len(steps) < 2:
        raise ValueError("fewer than two frames are recorded; run the simulation first")
    every = int(steps[1] - steps[0])
    here = columns["present"]
    data = pd.DataFrame(
        {
            "id": columns["id"][here].astype(np.int64),
            "frame": ((columns["step"][here] - steps[0]) // every).astype(np.int64),
            "x": columns["x"][here].astype(np.float64),
            "y": columns["y"][here].astype(np.float64),
        }
    )
    trajectories = pedpy.TrajectoryData(data=data, frame_rate=1.0 / (every * sim.dt))
    return trajectories, walkable_area(sim) if area is None else pedpy.WalkableArea(area)


def walkable_area(sim: Simulation) -> pedpy.WalkableArea:
    """Returns where one can walk: within the edges of the scene, or a metre around everything where it has none.

    Obstacles that belong to the level, where they are at the start, and walls are cut out; walls without
    thickness 1 cm wide. Of what is then in several pieces, the one with the most agents at the start counts.
    """
    setting = sim.setting()
    solid = [_outline(it["outline"]) for it in setting["obstacles"] if not it["temporary"]]
    for corners in setting["walls"]:
        if len(corners) == 2:
            solid.append(shapely.LineString(corners).buffer(_THIN, cap_style="square"))
        elif corners:
            solid.append(shapely.Polygon(corners))
    starts = shapely.points([agent["start"] for agent in setting["agents"]])
    bounds = setting["bounds"]
    if bounds["kind"] == "open":
        columns = sim.trajectories().columns()
        walked = shapely.MultiPoint(np.column_stack([columns["x"], columns["y"]]))
        everything = shapely.union_all([walked, *solid, *starts])
        whole = shapely.box(*everything.bounds).buffer(_MARGIN, join_style="mitre")
    else:
        whole = shapely.box(*bounds["min"], *bounds["max"])
    free = shapely.difference(whole, shapely.union_all(solid)) if solid else whole
    pieces = list(getattr(free, "geoms", [free]))
    best = max(pieces, key=lambda piece: (shapely.covers(piece, starts).sum(), piece.area))
    return pedpy.WalkableArea(best)


def _outline(outline: dict[str, Any]) -> shapely.Geometry:
    if outline["kind"] == "circle":
        return shapely.Point(outline["center"]).buffer(outline["radius"])
    return shapely.Polygon(outline["points"])
