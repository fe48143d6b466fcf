"""CrowdNav's episodes as environments of gymnasium, one or many at once.

A robot crosses a circle or a square of people who follow ORCA. The rules are those of CrowdNav
(C. Chen, Y. Liu, S. Kreiss and A. Alahi, "Crowd-Robot Interaction", ICRA 2019; facts from its
`crowd_sim.py` and `env.config`): a step of 0.25 s, 1 for the goal, −0.25 for a collision, a little less
than 0 for coming nearer to somebody than 0.2 m, 25 s of time of which the last isn't played.

>>> import gymnasium
>>> import sidestep.gym
>>> env = gymnasium.make("sidestep/CrowdNav-v0", scene="circle")
>>> observation, info = env.reset(seed=7)
>>> observation.shape
(34,)
>>> observation, reward, terminated, truncated, info = env.step([0.0, 1.0])

The observation: of the robot its place (m), velocity (m/s), radius, goal, preferred speed and the
direction of its goal (rad), 9 numbers; then of each person its place, velocity and radius, 5 numbers.
The action: the robot's velocity (m/s); one that is longer than 1 m/s is shortened to that.
"""

from __future__ import annotations

import math
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sidestep._native import CrowdNavEpisodes

__all__ = ["CrowdNavEnv", "CrowdNavVectorEnv", "draw_walks"]

Scene: TypeAlias = Literal["circle", "square"]

# CrowdNav's `env.config`.
_CIRCLE_RADIUS = 4.0
_SQUARE_WIDTH = 10.0
_RADIUS = 0.3
_DISCOMFORT = 0.2
_SPEED = 1.0
_OUTCOMES = ("", "success", "collision", "timeout")


def draw_walks(random: Any, scene: Scene, people: int) -> npt.NDArray[np.float64]:
    """Draws starts and goals (m) as CrowdNav does, a row of four numbers for each of some people.

    `random` is anything whose `random()` gives numbers from 0 to 1. With ``numpy.random.RandomState(1000 + n)``
    these are the people of CrowdNav's test case n.

    Raises ValueError where the scene is neither "circle" nor "square", or there is no room for so many.
    """
    if scene not in ("circle", "square"):
        raise ValueError(f'scene is {scene!r}; give "circle" or "square"')
    draw = getattr(random, "random_sample", None) or random.random
    # The robot is the first who stands somewhere and goes somewhere.
    starts = [(0.0, -_CIRCLE_RADIUS)]
    goals = [(0.0, _CIRCLE_RADIUS)]
    apart = 2.0 * _RADIUS + _DISCOMFORT

    def is_free(point: tuple[float, float], taken: list[tuple[float, float]]) -> bool:
        return all(math.hypot(point[0] - x, point[1] - y) >= apart for x, y in taken)

    def drawn(make: Any, is_good: Any) -> tuple[float, float]:
        for _ in range(100_000):
            x, y = make()
            if is_good((x, y)):
                return (x, y)
        raise ValueError(f"there is no room for {people} people on the {scene}; give fewer")

    for _ in range(people):
        if scene == "circle":

            def on_the_circle() -> tuple[float, float]:
                angle = draw() * np.pi * 2
                off_x = (draw() - 0.5) * _SPEED
                off_y = (draw() - 0.5) * _SPEED
                return (_CIRCLE_RADIUS * np.cos(angle) + off_x, _CIRCLE_RADIUS * np.sin(angle) + off_y)

            start = drawn(on_the_circle, lambda point: is_free(point, starts) and is_free(point, goals))
            goal = (-start[0], -start[1])
        else:
            sign = -1.0 if draw() > 0.5 else 1.0

            def on_a_half(side: float) -> tuple[float, float]:
                return (draw() * _SQUARE_WIDTH * 0.5 * side, (draw() - 0.5) * _SQUARE_WIDTH)

            start = drawn(lambda: on_a_half(sign), lambda point: is_free(point, starts))
            goal = drawn(lambda: on_a_half(-sign), lambda point: is_free(point, goals))
        starts.append(start)
        goals.append(goal)
    return np.array([(*start, *goal) for start, goal in zip(starts[1:], goals[1:])])


def _spaces(people: int) -> tuple[Any, Any]:
    observed = spaces.Box(-np.inf, np.inf, shape=(9 + 5 * people,), dtype=np.float32)
    return observed, spaces.Box(-_SPEED, _SPEED, shape=(2,), dtype=np.float32)


def _shortened(actions: npt.ArrayLike) -> npt.NDArray[np.float64]:
    velocities = np.asarray(actions, dtype=np.float64)
    speeds = np.linalg.norm(velocities, axis=-1, keepdims=True)
    shortened: npt.NDArray[np.float64] = velocities * (_SPEED / np.maximum(speeds, _SPEED))
    return shortened


class CrowdNavEnv(gymnasium.Env[npt.NDArray[np.float32], npt.NDArray[np.float32]]):
    """One episode after the other.

    scene: "circle" or "square"; people: how many; robot_visible: whether they see the robot, which
    CrowdNav's don't. `reset(seed=…)` draws the same people for the same seed;
    `reset(options={"case": n})` those of CrowdNav's test case n.
    """

    metadata = {"render_modes": []}

    def __init__(self, scene: Scene = "circle", people: int = 5, robot_visible: bool = False, render_mode: None = None) -> None:
        if scene not in ("circle", "square"):
            raise ValueError(f'scene is {scene!r}; give "circle" or "square"')
        self.scene = scene
        self.people = people
        self.render_mode = render_mode
        self._episodes = CrowdNavEpisodes(1, people, robot_visible)
        self.observation_space, self.action_space = _spaces(people)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begins an episode, and returns what is seen."""
        super().reset(seed=seed)
        case = (options or {}).get("case")
        random = self.np_random if case is None else np.random.RandomState(1000 + int(case))
        self._episodes.reset(0, draw_walks(random, self.scene, self.people))
        return self._episodes.observe()[0], {}

    def step(
        self, action: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Moves the robot at a velocity (m/s) for 0.25 s.

        `info` has the smallest gap (m) to anybody, and how the episode ended: "", "success", "collision"
        or "timeout".
        """
        rewards, ended, gaps = self._episodes.step(_shortened(action)[None])
        how = int(ended[0])
        info = {"outcome": _OUTCOMES[how], "gap": float(gaps[0])}
        return self._episodes.observe()[0], float(rewards[0]), how in (1, 2), how == 3, info


class CrowdNavVectorEnv(VectorEnv[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[Any]]):
    """Many episodes at once, stepped together on all processors with the interpreter's lock released.

    An episode that has ended begins anew with the next step, whose action for it isn't looked at
    (gymnasium's `AutoresetMode.NEXT_STEP`).
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(self, num_envs: int, scene: Scene = "circle", people: int = 5, robot_visible: bool = False) -> None:
        if scene not in ("circle", "square"):
            raise ValueError(f'scene is {scene!r}; give "circle" or "square"')
        self.num_envs = num_envs
        self.scene = scene
        self.people = people
        self._episodes = CrowdNavEpisodes(num_envs, people, robot_visible)
        self.single_observation_space, self.single_action_space = _spaces(people)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._randoms = [np.random.default_rng() for _ in range(num_envs)]
        self._ended = np.zeros(num_envs, dtype=bool)

    def _begin(self, index: int) -> None:
        self._episodes.reset(index, draw_walks(self._randoms[index], self.scene, self.people))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begins all episodes. With one seed the n-th episode gets the n-th after it, as gymnasium has it."""
        if seed is not None:
            seeds = [seed + index for index in range(self.num_envs)] if isinstance(seed, int) else list(seed)
            if len(seeds) != self.num_envs:
                raise ValueError(f"there are {len(seeds)} seeds for {self.num_envs} episodes; give one each")
            for index, one in enumerate(seeds):
                if one is not None:
                    self._randoms[index] = np.random.default_rng(one)
        for index in range(self.num_envs):
            self._begin(index)
        self._ended[:] = False
        return self._episodes.observe(), {}

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Moves all robots at their velocities (m/s), a row each, for 0.25 s."""
        velocities = _shortened(actions)
        fresh = self._ended
        for index in np.flatnonzero(fresh):
            self._begin(int(index))
        rewards, ended, gaps = self._episodes.step(velocities, fresh)
        self._ended = ended > 0
        info = {"outcome": np.array(_OUTCOMES)[ended], "gap": gaps}
        return self._episodes.observe(), rewards, (ended == 1) | (ended == 2), ended == 3, info


gymnasium.register(id="sidestep/CrowdNav-v0", entry_point="sidestep.gym:CrowdNavEnv")
