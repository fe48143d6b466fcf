"""A crowd in which every agent is steered by a policy of its own: a parallel environment of PettingZoo.

Agents start on a circle and go to the other side. Their actions are velocities, and contacts are punished.

>>> from sidestep.pettingzoo import parallel_env
>>> env = parallel_env(agents=4)
>>> observations, infos = env.reset(seed=1)
>>> sorted(observations)
['agent_0', 'agent_1', 'agent_2', 'agent_3']
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from sidestep._native import World

__all__ = ["CrossingEnv", "parallel_env"]

_RADIUS = 0.3
_SPEED = 1.0
_DT = 0.25


class CrossingEnv(ParallelEnv[str, npt.NDArray[np.float32], npt.NDArray[np.float32]]):
    """Agents that cross a circle.

    agents: how many, 2 or more; circle_radius in metres, or None for one on which they have 1.5 m each, 4 m
    at least; seconds: the time after which it ends; neighbors: how many others each sees, the nearest.

    The observation: the way to the goal (m) and the own velocity (m/s), then of each neighbour, nearest
    first, the way there and its velocity, with 0 for those that there are none of. The action: a velocity
    (m/s), shortened to 1 m/s. The reward: metres gained towards the goal, 1 for reaching it, and −0.25 for
    each step in which it touches somebody. Who has reached its goal leaves.
    """

    metadata = {"name": "sidestep_crossing_v0", "render_modes": [], "is_parallelizable": True}

    def __init__(
        self, agents: int = 8, circle_radius: float | None = None, seconds: float = 25.0, neighbors: int = 5
    ) -> None:
        if agents < 2:
            raise ValueError(f"agents is {agents}; give 2 or more")
        if neighbors < 0:
            raise ValueError(f"neighbors is {neighbors}; give 0 or more")
        if not 0.0 < seconds < np.inf:
            raise ValueError(f"seconds is {seconds}; give a time above 0")
        radius = max(4.0, 1.5 * agents / (2.0 * np.pi)) if circle_radius is None else circle_radius
        if not 2.0 * np.pi * radius >= 4.0 * _RADIUS * agents:
            raise ValueError(f"circle_radius is {circle_radius}, too small for {agents} agents; give a larger one")
        self._circle_radius = radius
        self._seconds = seconds
        self._neighbors = neighbors
        self.render_mode = None
        self.possible_agents = [f"agent_{index}" for index in range(agents)]
        self.agents: list[str] = []
        observed = spaces.Box(-np.inf, np.inf, shape=(4 + 4 * neighbors,), dtype=np.float32)
        acted = spaces.Box(-_SPEED, _SPEED, shape=(2,), dtype=np.float32)
        self.observation_spaces = {name: observed for name in self.possible_agents}
        self.action_spaces = {name: acted for name in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns what an agent may do."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[np.float32]], dict[str, dict[str, Any]]]:
        """Begins anew; the same seed puts everybody in the same places."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        count = len(self.possible_agents)
        room = 2.0 * np.pi / count
        # Nobody may start in somebody else.
        spare = max(0.0, room - 2.2 * _RADIUS / self._circle_radius)
        angles = room * np.arange(count) + spare * (self._random.random(count) - 0.5)
        starts = self._circle_radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        self._goals = (-starts).astype(np.float32)
        self._world = World(max_substep=_DT)
        # Driven agents are pushed by nobody: these go where they are told, and touch where they are told to.
        self._world.add_agents(starts, radius=_RADIUS, max_speed=_SPEED, control="driven", ids=range(count))
        self._rows = {name: index for index, name in enumerate(self.possible_agents)}
        self.agents = list(self.possible_agents)
        return self._observations(self.agents), {name: {} for name in self.agents}

    def _observations(self, names: list[str]) -> dict[str, npt.NDArray[np.float32]]:
        ids = self._world.ids
        places, velocities = self._world.positions, self._world.velocities
        ways = places[None] - places[:, None]
        distances = np.hypot(ways[..., 0], ways[..., 1])
        np.fill_diagonal(distances, np.inf)
        order = np.argsort(distances, axis=1, kind="stable")[:, : min(self._neighbors, max(len(ids) - 1, 0))]
        row_of = {int(id): row for row, id in enumerate(ids)}
        seen = {}
        for name in names:
            row = row_of[self._rows[name]]
            near = order[row]
            others = np.zeros((self._neighbors, 4), dtype=np.float32)
            others[: len(near), :2] = ways[row, near]
            others[: len(near), 2:] = velocities[near]
            own = [*(self._goals[self._rows[name]] - places[row]), *velocities[row]]
            seen[name] = np.concatenate([np.array(own, dtype=np.float32), others.ravel()])
        return seen

    def step(self, actions: dict[str, npt.ArrayLike]) -> tuple[
        dict[str, npt.NDArray[np.float32]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Moves all agents at their velocities (m/s) for 0.25 s."""
        names = self.agents
        if not names:
            return {}, {}, {}, {}, {}
        ids = [self._rows[name] for name in names]
        velocities = np.array([np.asarray(actions[name], dtype=np.float64) for name in names])
        speeds = np.linalg.norm(velocities, axis=1, keepdims=True)
        self._world.set_velocities(ids, velocities * (_SPEED / np.maximum(speeds, _SPEED)))
        goals = self._goals[ids]
        before = np.linalg.norm(goals - self._world.positions, axis=1)
        self._world.step(_DT)
        places = self._world.positions
        left = np.linalg.norm(goals - places, axis=1)
        ways = places[None] - places[:, None]
        distances = np.hypot(ways[..., 0], ways[..., 1])
        np.fill_diagonal(distances, np.inf)
        touching = (distances < 2.0 * _RADIUS).any(axis=1)
        there = left < _RADIUS
        late = self._world.time > self._seconds - 0.5 * _DT
        observations = self._observations(names)
        rewards = before - left + 1.0 * there - 0.25 * touching
        infos: dict[str, dict[str, Any]] = {name: {"touching": bool(touching[row])} for row, name in enumerate(names)}
        terminated = {name: bool(there[row]) for row, name in enumerate(names)}
        truncated = {name: bool(late and not there[row]) for row, name in enumerate(names)}
        if there.any():
            self._world.remove_agents([id for id, gone in zip(ids, there) if gone])
        self.agents = [name for name in names if not terminated[name] and not truncated[name]]
        return observations, dict(zip(names, map(float, rewards))), terminated, truncated, infos


def parallel_env(**options: Any) -> CrossingEnv:
    """Makes a `CrossingEnv`."""
    return CrossingEnv(**options)
