"""Runs CrowdNav's own environment, which is in no registry: github.com/vita-epfl/CrowdNav, as of commit b8d7979.

    python bench/crowdnav.py FOLDER compare    how far `compat.rvo2` is from pyrvo in each velocity that CrowdNav asks for
    python bench/crowdnav.py FOLDER speed      its steps a second, on either of both
    python bench/crowdnav.py FOLDER record     writes tests/data/crowdnav_calls.txt, its calls with RVO2's answers

FOLDER is a clone of CrowdNav. Its package `gym` may be gymnasium.
"""

from __future__ import annotations

import configparser
import statistics
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyrvo

from sidestep.compat import rvo2

CALLS = Path(__file__).parents[1] / "tests" / "data" / "crowdnav_calls.txt"
HEAD = """\
# What CrowdNav (github.com/vita-epfl/CrowdNav, commit b8d7979) calls of Python-RVO2, and what RVO2 (pyrvo 0.4.3) answers:
# test case 0 of the circle, with a robot that follows ORCA, and what `get_human_times` does after test case 1 of the square.
# A line is the simulator, the call, its arguments, and after "=" the answer. Numbers are of single precision, as RVO2's.
# Made by bench/crowdnav.py.
"""
# How far two answers may be apart and still be called the same (m/s).
SAME = 1e-3
ROUNDS = 7


class Pyrvo:
    """Python-RVO2's calls, as far as CrowdNav makes them, on RVO2 itself."""

    def __init__(self, *defaults: float) -> None:
        simulator = self.simulator = pyrvo.RVOSimulator(*defaults)
        self.doStep = simulator.do_step
        self.getNumAgents = simulator.get_num_agents
        self.setAgentPosition = simulator.set_agent_position
        self.setAgentVelocity = simulator.set_agent_velocity
        self.setAgentPrefVelocity = simulator.set_agent_pref_velocity
        self.addAgent = simulator.add_agent

    def getAgentPosition(self, agent: int) -> tuple[float, float]:
        place: tuple[float, float] = self.simulator.get_agent_position(agent).to_tuple()
        return place

    def getAgentVelocity(self, agent: int) -> tuple[float, float]:
        velocity: tuple[float, float] = self.simulator.get_agent_velocity(agent).to_tuple()
        return velocity


class Recorder:
    """RVO2, and a line for each call."""

    lines: list[str] = []
    made = 0

    def __init__(self, *defaults: float) -> None:
        self.number, Recorder.made = Recorder.made, Recorder.made + 1
        self.simulator = Pyrvo(*defaults)
        self.note("PyRVOSimulator", defaults, None)

    def note(self, name: str, arguments: tuple[Any, ...], answer: Any) -> None:
        def plain(values: Any) -> str:
            flat = np.hstack([np.asarray(value, dtype=np.float32) for value in values])
            return " ".join(str(int(value)) if value == int(value) else str(value) for value in flat)

        line = f"{self.number} {name}"
        if arguments:
            line += f" {plain(arguments)}"
        if answer is not None:
            line += f" = {plain([answer])}"
        self.lines.append(line)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            answer = getattr(self.simulator, name)(*arguments)
            self.note(name, arguments, answer)
            return answer

        return call


class Both:
    """Asks RVO2 and `compat.rvo2` the same, goes on with RVO2's answer, and notes how far apart the velocities are."""

    apart: list[float] = []

    def __init__(self, *defaults: Any) -> None:
        self.sides = (Pyrvo(*defaults), rvo2.PyRVOSimulator(*defaults))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            theirs, ours = (getattr(side, name)(*arguments) for side in self.sides)
            if name == "getAgentVelocity":
                self.apart.append(float(np.hypot(ours[0] - theirs[0], ours[1] - theirs[1])))
            return theirs

        return call


class Use:
    """What `import rvo2` finds: which simulator is used can be changed."""

    simulator: Any = Pyrvo


def load(folder: str) -> Callable[[str, bool], Any]:
    """Imports CrowdNav from its folder, and returns what makes one of its environments."""
    module = types.ModuleType("rvo2")
    module.PyRVOSimulator = lambda *arguments: Use.simulator(*arguments)  # type: ignore[attr-defined]
    sys.modules["rvo2"] = module
    sys.modules.setdefault("gym", gymnasium)
    sys.path.insert(0, folder)
    from crowd_sim.envs.crowd_sim import CrowdSim  # type: ignore[import-not-found]
    from crowd_sim.envs.policy.orca import ORCA  # type: ignore[import-not-found]
    from crowd_sim.envs.utils.robot import Robot  # type: ignore[import-not-found]

    def make(scene: str, visible: bool) -> Any:
        config = configparser.RawConfigParser()
        config.read(Path(folder) / "crowd_nav" / "configs" / "env.config")
        config.set("sim", "test_sim", f"{scene}_crossing")
        config.set("robot", "visible", str(visible))
        env = CrowdSim()
        env.configure(config)
        robot = Robot(config, "robot")
        robot.set_policy(ORCA())
        env.set_robot(robot)
        return env

    return make


def episode(env: Any, case: int) -> tuple[int, str]:
    """Plays a test case with a robot that follows ORCA. Returns its steps and how it ended."""
    seen = env.reset("test", case)
    steps, done, how = 0, False, None
    while not done:
        seen, _, done, how = env.step(env.robot.act(seen))
        steps += 1
    return steps, type(how).__name__


def compare(make: Callable[[str, bool], Any]) -> None:
    Use.simulator = Both
    for scene in ("circle", "square"):
        for visible in (False, True):
            env = make(scene, visible)
            Both.apart.clear()
            steps = sum(episode(env, case)[0] for case in range(50))
            apart = np.array(Both.apart)
            differ = (apart > SAME).sum()
            found = f"{len(apart)} velocities, {differ} differ by more than 1 mm/s"
            print(f"{scene}, visible robot {visible}: 50 cases, {steps} steps, {found}")


def speed(make: Callable[[str, bool], Any]) -> None:
    """As `measure.py environments`: the circle, five people, a robot that goes ahead, resets included."""
    from crowd_sim.envs.utils.action import ActionXY  # type: ignore[import-not-found]

    rates: dict[str, list[float]] = {"pyrvo": [], "compat.rvo2": []}
    for _ in range(ROUNDS):
        for name, simulator in (("pyrvo", Pyrvo), ("compat.rvo2", rvo2.PyRVOSimulator)):
            Use.simulator = simulator
            env = make("circle", False)
            env.reset("test", 0)
            start = time.perf_counter()
            for _ in range(2000):
                _, _, done, _ = env.step(ActionXY(0.0, 0.9))
                if done:
                    env.reset("test")
            rates[name].append(2000 / (time.perf_counter() - start))
    for name, found in rates.items():
        print(f"CrowdNav's environment on {name}, 5 people, resets included: {statistics.median(found):,.0f} steps a second")


def record(make: Callable[[str, bool], Any]) -> None:
    Use.simulator = Recorder
    print("circle, case 0:", *episode(make("circle", False), 0))
    calls = list(Recorder.lines)
    env = make("square", True)
    print("square, case 1:", *episode(env, 1))
    before = len(Recorder.lines)
    env.get_human_times()
    calls += Recorder.lines[before:]
    part = CALLS.with_name(CALLS.name + ".part")
    part.write_text(HEAD + "\n".join(calls) + "\n")
    part.replace(CALLS)
    print(f"{len(calls)} calls in {CALLS}")


if __name__ == "__main__":
    what = {"compare": compare, "speed": speed, "record": record}
    if len(sys.argv) != 3 or sys.argv[2] not in what or not (Path(sys.argv[1]) / "crowd_sim").is_dir():
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    what[sys.argv[2]](load(sys.argv[1]))
