"""Steering and crowd simulation: many agents around obstacles and each other.

Two ways in. A `Simulation` runs a scene, built in or your own, as the command `sidestep run` does and
with the same bits. A `World` holds agents that you add, steer or drive yourself, in arrays.

>>> import sidestep as ss
>>> sim = ss.Simulation.from_scene("crossroads", seed=3, agents=20)
>>> sim.run(until=5.0)
>>> sim.positions.shape
(20, 2)
>>> sim.summary()["agent_overlaps"]
0

Units are metres, seconds, radians and kilograms; x points right, y up, and angles turn to the left.
"""

from sidestep._native import (
    BlockedAgent,
    Event,
    Explanation,
    NoSuchAgentError,
    SceneError,
    SidestepError,
    Simulation,
    Snapshot,
    SnapshotError,
    Sweep,
    Table,
    Trajectories,
    World,
    __version__,
    builtin_scenes,
    method_names,
)
from sidestep._sweeps import FailedRun, Gathered, SweepProgress, SweepResult, SweepWarning, gather, sweep

__all__ = [
    "BlockedAgent",
    "Event",
    "Explanation",
    "FailedRun",
    "Gathered",
    "NoSuchAgentError",
    "SceneError",
    "SidestepError",
    "Simulation",
    "Snapshot",
    "SnapshotError",
    "Sweep",
    "SweepProgress",
    "SweepResult",
    "SweepWarning",
    "Table",
    "Trajectories",
    "World",
    "__version__",
    "builtin_scenes",
    "gather",
    "method_names",
    "sweep",
]
