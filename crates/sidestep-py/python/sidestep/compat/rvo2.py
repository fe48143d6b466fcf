"""Python-RVO2's interface, for what was written for it: CrowdNav, SocNavGym and others.

>>> from sidestep.compat import rvo2
>>> sim = rvo2.PyRVOSimulator(0.25, 10.0, 10, 5.0, 5.0, 0.3, 1.0)
>>> a = sim.addAgent((0.0, 0.0))
>>> b = sim.addAgent((4.0, 0.1))
>>> sim.setAgentPrefVelocity(a, (1.0, 0.0)); sim.setAgentPrefVelocity(b, (-1.0, 0.0))
>>> sim.doStep()
>>> sim.getAgentVelocity(a)[1] < 0.0
True

Code that says ``import rvo2`` gets this module after ``rvo2.install()``, which changes `sys.modules`
and nothing else.

``method="orca"``, the default, gives RVO2's answers to within the rounding of single precision.
``method="default"`` moves the same agents by Sidestep's own method, which settles contacts: a drop-in
that doesn't let them overlap. It has no half-planes and no lists of what was near, so `getAgentNumORCALines` and
the numbers of neighbours are 0, and of an agent's parameters only the radius and the largest speed count.

What differs from Python-RVO2: `processObstacles` cuts no wall in two, so that corners keep their numbers;
`removeObstacle` takes a whole obstacle out; numbers that make no sense, and agents that there are none of, are
errors instead of a crash.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from sidestep._native import OrcaSimulator

__all__ = ["PyRVOSimulator", "install"]

_Pair = tuple[float, float]


def install() -> None:
    """Lets ``import rvo2`` find this module, in this process."""
    sys.modules["rvo2"] = sys.modules[__name__]


def _pair(value: Sequence[float]) -> _Pair:
    x, y = value
    return (float(x), float(y))


class PyRVOSimulator:
    """Agents that avoid each other and walls, stepped together.

    timeStep in seconds; neighborDist in metres; both horizons in seconds; radius in metres; maxSpeed and
    velocity in m/s. All but the time step are what agents get that are added without their own.

    Raises `sidestep.SidestepError`, a ValueError, where a number makes no sense.
    """

    def __init__(
        self,
        timeStep: float,
        neighborDist: float,
        maxNeighbors: int,
        timeHorizon: float,
        timeHorizonObst: float,
        radius: float,
        maxSpeed: float,
        velocity: Sequence[float] = (0, 0),
        *,
        method: Literal["orca", "default"] = "orca",
    ) -> None:
        if method not in ("orca", "default"):
            raise ValueError(f'method is {method!r}; give "orca" or "default"')
        self._simulator = OrcaSimulator(timeStep, method == "default")
        self._defaults = (neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, radius, maxSpeed, _pair(velocity))
        # Refuses defaults that make no sense here, where they are said.
        OrcaSimulator(timeStep, False).add_agent((0.0, 0.0), *self._defaults)

    def addAgent(
        self,
        pos: Sequence[float],
        neighborDist: float | None = None,
        maxNeighbors: int | None = None,
        timeHorizon: float | None = None,
        timeHorizonObst: float | None = None,
        radius: float | None = None,
        maxSpeed: float | None = None,
        velocity: Sequence[float] | None = None,
    ) -> int:
        """Adds an agent at a place (m), with the defaults or with parameters of its own, and returns its number."""
        given = (neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, radius, maxSpeed, velocity)
        if all(value is None for value in given):
            return self._simulator.add_agent(pos, *self._defaults)
        if (
            neighborDist is None
            or maxNeighbors is None
            or timeHorizon is None
            or timeHorizonObst is None
            or radius is None
            or maxSpeed is None
            or velocity is None
        ):
            raise ValueError("Either pass only 'pos', or pass all parameters.")
        return self._simulator.add_agent(
            pos, neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, radius, maxSpeed, _pair(velocity)
        )

    def setAgentDefaults(
        self,
        neighbor_dist: float,
        max_neighbors: int,
        time_horizon: float,
        time_horizon_obst: float,
        radius: float,
        max_speed: float,
        velocity: Sequence[float] = (0, 0),
    ) -> None:
        """Says what agents get that are added from now on without parameters of their own."""
        defaults = (neighbor_dist, max_neighbors, time_horizon, time_horizon_obst, radius, max_speed, _pair(velocity))
        OrcaSimulator(self._simulator.dt, False).add_agent((0.0, 0.0), *defaults)
        self._defaults = defaults

    def addObstacle(self, vertices: Sequence[Sequence[float]]) -> int:
        """Adds a loop of walls, solid inside where it is counter-clockwise; two corners are a wall.

        Returns the number of its first corner. `processObstacles` takes it into account.
        """
        if len(vertices) < 2:
            raise RuntimeError("Error adding obstacle to RVO simulation")
        return self._simulator.add_obstacle(vertices)

    def clearObstacle(self) -> None:
        """Takes all obstacles out. `processObstacles` takes it into account."""
        self._simulator.clear_obstacles()

    def removeObstacle(self, obstacle_no: int) -> None:
        """Takes out the obstacle that a corner belongs to, so that the corners after it count from a smaller number.

        `processObstacles` takes it into account. Python-RVO2 takes a single corner out and leaves its neighbours joined
        to what is gone.
        """
        self._simulator.remove_obstacle(obstacle_no)

    def queryVisibility(
        self, point1: Sequence[float], point2: Sequence[float], radius: float = 0.0
    ) -> bool:
        """Returns whether a disc of a radius (m) can go straight from one place (m) to another without meeting a wall.

        Walls are met from outside only: one is seen through from its solid side.
        """
        return self._simulator.can_see(_pair(point1), _pair(point2), radius)

    def processObstacles(self) -> None:
        """Takes the obstacles that were added into account."""
        self._simulator.process_obstacles()

    def doStep(self) -> None:
        """Lets all agents decide, and moves them by a time step; the interpreter's lock is released meanwhile."""
        self._simulator.step()

    # All agents at once, which Python-RVO2 hasn't got.

    def setPrefVelocities(self, velocities: npt.ArrayLike) -> None:
        """Sets the preferred velocities (m/s) of all agents, a row each."""
        self._simulator.set_preferred(velocities)

    def getPositions(self) -> npt.NDArray[np.float32]:
        """Returns the places (m) of all agents, a row each."""
        return self._simulator.all()[0]

    def getVelocities(self) -> npt.NDArray[np.float32]:
        """Returns the velocities (m/s) of all agents, a row each."""
        return self._simulator.all()[1]

    # One agent.

    def getAgentPosition(self, agent_no: int) -> _Pair:
        """Returns where an agent is (m)."""
        return self._simulator.motion(agent_no)[0]

    def getAgentVelocity(self, agent_no: int) -> _Pair:
        """Returns an agent's velocity (m/s)."""
        return self._simulator.motion(agent_no)[1]

    def getAgentPrefVelocity(self, agent_no: int) -> _Pair:
        """Returns the velocity that an agent would like to have (m/s)."""
        return self._simulator.motion(agent_no)[2]

    def getAgentNeighborDist(self, agent_no: int) -> float:
        """Returns how far an agent sees others (m)."""
        return self._simulator.parameters(agent_no)[0]

    def getAgentMaxNeighbors(self, agent_no: int) -> int:
        """Returns how many others an agent takes into account at most."""
        return self._simulator.parameters(agent_no)[1]

    def getAgentTimeHorizon(self, agent_no: int) -> float:
        """Returns for how long an agent avoids others (s)."""
        return self._simulator.parameters(agent_no)[2]

    def getAgentTimeHorizonObst(self, agent_no: int) -> float:
        """Returns for how long an agent avoids walls (s)."""
        return self._simulator.parameters(agent_no)[3]

    def getAgentRadius(self, agent_no: int) -> float:
        """Returns an agent's radius (m)."""
        return self._simulator.parameters(agent_no)[4]

    def getAgentMaxSpeed(self, agent_no: int) -> float:
        """Returns an agent's largest speed (m/s)."""
        return self._simulator.parameters(agent_no)[5]

    def setAgentPosition(self, agent_no: int, position: Sequence[float]) -> None:
        """Puts an agent somewhere (m)."""
        self._simulator.set_agent(agent_no, position=_pair(position))

    def setAgentVelocity(self, agent_no: int, velocity: Sequence[float]) -> None:
        """Sets an agent's velocity (m/s)."""
        self._simulator.set_agent(agent_no, velocity=_pair(velocity))

    def setAgentPrefVelocity(self, agent_no: int, velocity: Sequence[float]) -> None:
        """Sets the velocity that an agent would like to have (m/s)."""
        self._simulator.set_agent(agent_no, preferred=_pair(velocity))

    def setAgentNeighborDist(self, agent_no: int, neighbor_dist: float) -> None:
        """Sets how far an agent sees others (m)."""
        self._simulator.set_agent(agent_no, neighbor_distance=neighbor_dist)

    def setAgentMaxNeighbors(self, agent_no: int, max_neighbors: int) -> None:
        """Sets how many others an agent takes into account at most."""
        self._simulator.set_agent(agent_no, max_neighbors=max_neighbors)

    def setAgentTimeHorizon(self, agent_no: int, time_horizon: float) -> None:
        """Sets for how long an agent avoids others (s)."""
        self._simulator.set_agent(agent_no, time_horizon=time_horizon)

    def setAgentTimeHorizonObst(self, agent_no: int, timeHorizonObst: float) -> None:
        """Sets for how long an agent avoids walls (s)."""
        self._simulator.set_agent(agent_no, obstacle_time_horizon=timeHorizonObst)

    def setAgentRadius(self, agent_no: int, radius: float) -> None:
        """Sets an agent's radius (m)."""
        self._simulator.set_agent(agent_no, radius=radius)

    def setAgentMaxSpeed(self, agent_no: int, max_speed: float) -> None:
        """Sets an agent's largest speed (m/s)."""
        self._simulator.set_agent(agent_no, max_speed=max_speed)

    # What the last step saw.

    def getAgentNumAgentNeighbors(self, agent_no: int) -> int:
        """Returns how many others an agent took into account in the last step."""
        return len(self._simulator.seen(agent_no)[0])

    def getAgentAgentNeighbor(self, agent_no: int, neighbor_no: int) -> int:
        """Returns one of those others, the nearest first."""
        return self._simulator.seen(agent_no)[0][neighbor_no]

    def getAgentNumObstacleNeighbors(self, agent_no: int) -> int:
        """Returns how many walls an agent took into account in the last step."""
        return len(self._simulator.walls_near(agent_no))

    def getAgentObstacleNeighbor(self, agent_no: int, obstacle_no: int) -> int:
        """Returns one of those walls, the nearest first, by the number of the corner that it begins at."""
        return self._simulator.walls_near(agent_no)[obstacle_no]

    def getAgentNumORCALines(self, agent_no: int) -> int:
        """Returns how many half-planes an agent had in the last step."""
        return len(self._simulator.seen(agent_no)[1])

    def getAgentORCALine(self, agent_no: int, line_no: int) -> tuple[float, float, float, float]:
        """Returns a half-plane as point and direction; what is allowed is on its left."""
        return self._simulator.seen(agent_no)[1][line_no]

    # The whole.

    def getGlobalTime(self) -> float:
        """Returns the simulated time (s)."""
        return self._simulator.time

    def getTimeStep(self) -> float:
        """Returns the time step (s)."""
        return self._simulator.dt

    def setTimeStep(self, time_step: float) -> None:
        """Sets the time step (s)."""
        self._simulator.dt = time_step

    def getNumAgents(self) -> int:
        """Returns the number of agents."""
        return len(self._simulator)

    def getNumObstacleVertices(self) -> int:
        """Returns the number of corners of all obstacles."""
        return sum(map(len, self._simulator.obstacles()))

    def getObstacleVertex(self, vertex_no: int) -> _Pair:
        """Returns a corner (m)."""
        loop, place = self._corner(vertex_no)
        return self._simulator.obstacles()[loop][place]

    def getNextObstacleVertexNo(self, vertex_no: int) -> int:
        """Returns the number of the corner after one."""
        return self._beside(vertex_no, 1)

    def getPrevObstacleVertexNo(self, vertex_no: int) -> int:
        """Returns the number of the corner before one."""
        return self._beside(vertex_no, -1)

    def _corner(self, vertex_no: int) -> tuple[int, int]:
        place = vertex_no
        for index, loop in enumerate(self._simulator.obstacles()):
            if 0 <= place < len(loop):
                return index, place
            place -= len(loop)
        raise IndexError(f"there is no corner {vertex_no}; there are {self.getNumObstacleVertices()}, counted from 0")

    def _beside(self, vertex_no: int, step: int) -> int:
        loop, place = self._corner(vertex_no)
        length = len(self._simulator.obstacles()[loop])
        return vertex_no - place + (place + step) % length
