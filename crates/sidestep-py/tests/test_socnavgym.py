"""SocNavGym as published runs with `sidestep.compat.rvo2` as its `rvo2`, and its people go as with RVO2 itself.

Skipped unless it is installed: ``pip install --no-deps socnavgym gym==0.26.2 gym_notices cloudpickle
opencv-python-headless``, with what PedPy brings. Its neural reward, and with that torch, isn't needed.
"""

import importlib.util
import random
import sys
import types
import warnings
from unittest.mock import MagicMock

import numpy as np
import pytest

if importlib.util.find_spec("socnavgym") is None:
    pytest.skip("socnavgym isn't installed", allow_module_level=True)

from sidestep.compat import rvo2

# Between the least and the most of everything, SocNavGym draws.
NUMBERS = {
    "static_humans": (1, 2), "dynamic_humans": (4, 8), "tables": (1, 2), "plants": (1, 2), "laptops": (0, 1),
    "h_h_dynamic_interactions": (0, 1), "h_h_dynamic_interactions_non_dispersing": (0, 1), "h_h_static_interactions": (0, 1),
    "h_h_static_interactions_non_dispersing": (0, 1), "human_in_h_h_interactions": (2, 3), "h_l_interactions": (0, 1),
    "h_l_interactions_non_dispersing": (0, 1),
}  # fmt: skip


def configuration():
    env = {f"{end}_{name}": value for name, pair in NUMBERS.items() for end, value in zip(("min", "max"), pair)}
    env |= {
        "margin": 0.5, "max_advance_human": 1.4, "max_advance_robot": 1.0, "max_rotation": 1.57, "wall_segment_size": 1.0,
        "speed_threshold": 0.1, "get_padded_observations": False, "set_shape": "square", "add_corridors": False, "min_map_x": 12,
        "max_map_x": 14, "min_map_y": 12, "max_map_y": 14, "crowd_dispersal_probability": 0.01,
        "human_laptop_dispersal_probability": 0.01, "crowd_formation_probability": 0.01, "human_laptop_formation_probability": 0.01,
        "cuda_device": 0, "reward_file": "dsrnn",
    }  # fmt: skip
    return {
        "rendering": {"resolution_view": 500, "milliseconds": 1},
        "episode": {"episode_length": 120, "time_step": 0.25},
        "robot": {"robot_radius": 0.25, "goal_radius": 0.5, "robot_type": "holonomic"},
        "human": {
            "human_diameter": 0.5, "human_goal_radius": 0.5, "human_policy": "orca", "gaze_angle": 0, "prob_to_avoid_robot": 0.5,
            "fov_angle": 6.28,
        },
        "laptop": {"laptop_width": 0.4, "laptop_length": 0.6}, "plant": {"plant_radius": 0.3},
        "table": {"table_width": 1.0, "table_length": 2.0}, "wall": {"wall_thickness": 0.2},
        "human-human-interaction": {"interaction_radius": 0.6, "interaction_goal_radius": 0.5, "noise_variance": 0.1},
        "human-laptop-interaction": {"human_laptop_distance": 0.4}, "env": env,
    }  # fmt: skip


class Pyrvo:
    """Python-RVO2's calls, as far as SocNavGym makes them, on RVO2 itself."""

    def __init__(self, *defaults):
        import pyrvo

        self.simulator = pyrvo.RVOSimulator(*defaults)

    def __getattr__(self, name):
        snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
        call = getattr(self.simulator, snake)

        def translated(*arguments):
            plain = [
                [list(map(float, corner)) for corner in it]
                if name == "addObstacle"
                else (tuple(map(float, it)) if isinstance(it, tuple) else it)
                for it in arguments
            ]
            found = call(*plain)
            return found.to_tuple() if hasattr(found, "to_tuple") else found

        return translated


@pytest.fixture(scope="module")
def socnavgym(tmp_path_factory):
    """Its environment's module, and the path of a configuration, which the package doesn't bring."""
    import yaml

    needless = ["torch", "rvo2"]
    needless += [f"socnavgym.envs.utils.sngnnv2{part}" for part in ("", ".socnav", ".socnav_V2_API")]
    before = {name: sys.modules.get(name) for name in needless}
    rvo2.install()
    for name in needless:
        if name != "rvo2":
            # It is made for every reward, and asked by the neural one only.
            sys.modules[name] = MagicMock()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from socnavgym.envs import socnavenv_v1
    path = tmp_path_factory.mktemp("socnavgym") / "configuration.yaml"
    path.write_text(yaml.safe_dump(configuration()))
    assert socnavenv_v1.rvo2 is rvo2
    yield socnavenv_v1, str(path)
    for name, module in before.items():
        if module is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = module


def play(socnavgym, seed, steps, make):
    """Steps of an episode with a robot that goes ahead: where everybody is, and how often a simulator was asked for."""
    module, path = socnavgym
    made = []

    class Named(types.ModuleType):
        @staticmethod
        def PyRVOSimulator(*arguments):
            made.append(make(*arguments))
            return made[-1]

    module.rvo2 = Named("rvo2")
    try:
        random.seed(seed)
        np.random.seed(seed)
        env = module.SocNavEnv_v1(path)
        env.reset(seed=seed)
        places = []
        for _ in range(steps):
            _, reward, terminated, truncated, _ = env.step(np.array([0.5, 0.0, 0.0], dtype=np.float32))
            assert np.isfinite(reward)
            people = [*env.static_humans, *env.dynamic_humans]
            places.append([(human.x, human.y) for human in people])
            if terminated or truncated:
                break
    finally:
        module.rvo2 = rvo2
    return places, len(made)


def test_episodes_run_and_people_move(socnavgym):
    steps, moved = 0, 0
    for seed in range(3):
        places, asked = play(socnavgym, seed, 40, rvo2.PyRVOSimulator)
        assert asked >= len(places)
        assert all(np.isfinite(row).all() for row in places)
        steps += len(places)
        moved += np.linalg.norm(np.array(places[-1][:6]) - np.array(places[0][:6]), axis=1).max() > 1.0
    assert steps > 30 and moved >= 1


class Both:
    """Asks both sides the same, and notes how far the velocities differ that they answer."""

    def __init__(self, differences, *arguments):
        self.differences, self.sides = differences, (rvo2.PyRVOSimulator(*arguments), Pyrvo(*arguments))

    def __getattr__(self, name):
        def asked(*arguments):
            ours, theirs = (getattr(side, name)(*arguments) for side in self.sides)
            if name == "getAgentVelocity":
                self.differences.append(np.hypot(ours[0] - theirs[0], ours[1] - theirs[1]))
            return ours

        return asked


def test_people_go_as_with_rvo2(socnavgym):
    pytest.importorskip("pyrvo")
    differences = []
    for seed in range(3):
        play(socnavgym, seed, 15, lambda *arguments: Both(differences, *arguments))
    # Where no velocity is allowed, as among the crowded, rounding decides.
    differences = np.array(differences)
    print(f"{len(differences)} velocities, {(differences > 1e-3).sum()} differ by more than 1 mm/s")
    assert len(differences) > 100 and (differences > 1e-3).mean() < 0.05
