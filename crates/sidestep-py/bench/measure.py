"""Measures what Python costs: a step, RVO2's interface beside pyrvo, the environments, and sweeps.

    python bench/measure.py [steps] [rvo2] [environments] [sweeps]

Each figure is the median of several rounds, in which both sides take turns; the answer is checked beside it.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

import sidestep as ss
from sidestep.compat import rvo2

ROUNDS = 7


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def plaza(agents: int) -> ss.World:
    """Agents at 0.3 a square metre that go to a place of somebody else."""
    random = np.random.default_rng(1)
    side = int(np.ceil(np.sqrt(agents)))
    grid = np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=-1).reshape(-1, 2)[:agents] * 1.8
    world = ss.World(parallel=False)
    world.add_agents(grid + random.random((agents, 2)) * 0.6, radius=0.3, goals=random.permutation(grid))
    return world


def steps() -> None:
    """A step and its positions from Python, and the same steps in one call, which is Rust alone."""
    print("agents   a call a step (us)   one call for all (us)   positions (us)")
    for agents, count in [(1, 20_000), (100, 500), (10_000, 8)]:
        world = plaza(agents)
        world.step(1 / 60, count=5)
        snapshot = world.snapshot()
        each, whole, seen = [], [], []

        def one_by_one() -> None:
            for _ in range(count):
                world.step(1 / 60)

        for _ in range(ROUNDS):
            world.restore(snapshot)
            whole.append(seconds(lambda: world.step(1 / 60, count=count)) / count)
            expected = world.state_hash()
            world.restore(snapshot)
            each.append(seconds(one_by_one) / count)
            assert world.state_hash() == expected
            world.set_velocities([], np.zeros((0, 2)))  # A change, so that the column is gathered anew.
            seen.append(seconds(lambda: world.positions))
        print(f"{agents:6}" + "".join(f"{1e6 * statistics.median(it):20.2f}" for it in (each, whole, seen)))


def ring(agents: int) -> tuple[np.ndarray, float]:
    radius = max(4.0, agents * 0.11)
    angles = 2 * np.pi * np.arange(agents) / agents
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1) * (1 + 0.02 * np.sin(7 * angles))[:, None], radius


def wishes(places: np.ndarray, goals: np.ndarray) -> np.ndarray:
    ways = goals - places
    lengths = np.linalg.norm(ways, axis=1, keepdims=True)
    return ways * np.minimum(1.2, lengths) / np.maximum(lengths, 1e-9)


class Pyrvo:
    def __init__(self, starts: np.ndarray, defaults: tuple[float, ...]) -> None:
        import pyrvo

        self.simulator = pyrvo.RVOSimulator(*defaults)
        for start in starts:
            self.simulator.add_agent(tuple(start))
        self.agents = range(len(starts))

    def want(self, velocities: np.ndarray) -> None:
        for agent in self.agents:
            self.simulator.set_agent_pref_velocity(agent, tuple(velocities[agent]))

    def step(self) -> None:
        self.simulator.do_step()

    def positions(self) -> np.ndarray:
        return np.array([self.simulator.get_agent_position(agent).to_tuple() for agent in self.agents])


class Ours:
    def __init__(self, starts: np.ndarray, defaults: tuple[float, ...], method: str) -> None:
        self.simulator = rvo2.PyRVOSimulator(*defaults, method=method)
        for start in starts:
            self.simulator.addAgent(tuple(start))

    def want(self, velocities: np.ndarray) -> None:
        self.simulator.setPrefVelocities(velocities)

    def step(self) -> None:
        self.simulator.doStep()

    def positions(self) -> np.ndarray:
        return self.simulator.getPositions().astype(float)


def against_rvo2() -> None:
    """People who change places on a ring, for 40 s: time in doStep alone, and how they overlap."""
    defaults = (0.1, 8.0, 10, 4.0, 2.0, 0.3, 1.4)
    print("agents  simulator               a step (us)   overlapping pairs and steps   deepest (mm)   within 1 m of the goal")
    for agents in (20, 200):
        starts, _ = ring(agents)
        sides = {
            "pyrvo 0.4.3": Pyrvo(starts, defaults),
            "compat.rvo2 orca": Ours(starts, defaults, "orca"),
            "compat.rvo2 default": Ours(starts, defaults, "default"),
        }
        times: dict[str, list[float]] = {name: [] for name in sides}
        overlaps, deepest = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0.0)
        for _ in range(400):
            for name, side in sides.items():
                side.want(wishes(side.positions(), -starts))
                times[name].append(seconds(side.step))
                places = side.positions()
                gaps = np.linalg.norm(places[:, None] - places[None], axis=2)[np.triu_indices(agents, 1)] - 0.6
                overlaps[name] += int((gaps < -0.001).sum())
                deepest[name] = max(deepest[name], float(-gaps.min()))
        for name, side in sides.items():
            there = int((np.linalg.norm(side.positions() + starts, axis=1) < 1.0).sum())
            deep = 1000 * deepest[name]
            median = 1e6 * statistics.median(times[name])
            print(f"{agents:6}  {name:22}{median:13.1f}{overlaps[name]:26}{deep:20.1f}{there:18} of {agents}")


def environments() -> None:
    """Steps a second of CrowdNav's episodes, one at a time and many at once."""
    from sidestep.gym import CrowdNavEnv, CrowdNavVectorEnv

    env = CrowdNavEnv("circle")
    action = np.array([0.0, 0.9])

    def alone() -> None:
        env.reset(seed=1)
        for _ in range(3000):
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()

    rates = [3000 / seconds(alone) for _ in range(ROUNDS)]
    print(f"CrowdNavEnv, 5 people, resets included: {statistics.median(rates):,.0f} steps a second")
    for count in (16, 256):
        many = CrowdNavVectorEnv(count, "circle")
        actions = np.tile(action, (count, 1))

        def together() -> None:
            many.reset(seed=1)
            for _ in range(100):
                many.step(actions)

        rates = [100 * count / seconds(together) for _ in range(ROUNDS)]
        print(f"CrowdNavVectorEnv({count}), resets included: {statistics.median(rates):,.0f} steps a second")


SWEEP = """scenes = ["headon", "crossing"]
methods = ["default", "orca"]
seeds = { first = 1, count = 250 }
[set]
duration = 10
"""


def sweeps() -> None:
    """A sweep of 1,000 short runs from Python, beside the command that the variable SIDESTEP names, by turns."""
    command = os.environ.get("SIDESTEP")
    times: dict[tuple[str, int], list[float]] = {}
    for _ in range(3):
        for jobs in (1, 2):
            for who in ("command", "Python") if command else ("Python",):
                with tempfile.TemporaryDirectory() as place:
                    file, out = os.path.join(place, "sweep.toml"), os.path.join(place, "out")
                    with open(file, "w") as text:
                        text.write(SWEEP)

                    def by_command() -> None:
                        arguments = [str(command), "sweep", file, "--out", out, "--jobs", str(jobs)]
                        subprocess.run(arguments, check=True, capture_output=True)

                    took = seconds(by_command if who == "command" else lambda: ss.sweep(file, out, jobs=jobs))
                    assert ss.gather(out).done == 1000
                    times.setdefault((who, jobs), []).append(took)
    for (who, jobs), took_each in times.items():
        print(f"{who:8} {jobs} at once: {statistics.median(took_each):6.1f} s for 1,000 runs")


PARTS = {"steps": steps, "rvo2": against_rvo2, "environments": environments, "sweeps": sweeps}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
        print()
