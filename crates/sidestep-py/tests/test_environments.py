"""The environments of gymnasium and PettingZoo keep their contracts, and CrowdNav's rules."""

import csv
import os
from pathlib import Path

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from sidestep.gym import CrowdNavEnv, CrowdNavVectorEnv, draw_walks  # noqa: E402

CASES = Path(os.environ.get("SIDESTEP_CASES", "/nowhere")) / "crowdnav"


@pytest.mark.parametrize("scene", ["circle", "square"])
def test_gymnasium_finds_nothing_wrong(scene):
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make("sidestep/CrowdNav-v0", scene=scene).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("scene", ["circle", "square"])
@pytest.mark.skipif(not CASES.is_dir(), reason="SIDESTEP_CASES names no folder with crowdnav")
def test_people_are_those_of_crowdnavs_test_cases(scene):
    cases: dict[int, list[list[float]]] = {}
    with open(CASES / f"{scene}_crossing_100.csv") as file:
        for row in csv.DictReader(file):
            place = [float(row[key]) for key in ("px", "py", "gx", "gy")]
            cases.setdefault(int(row["case"]), []).append(place)
    assert len(cases) == 100
    for case, walks in cases.items():
        drawn = draw_walks(np.random.RandomState(1000 + case), scene, len(walks))
        assert np.allclose(drawn, walks, atol=1e-6), case


def play(env, act, **reset):
    observation, _ = env.reset(**reset)
    rewards = []
    while True:
        observation, reward, terminated, truncated, info = env.step(act(observation))
        rewards.append(reward)
        if terminated or truncated:
            return rewards, terminated, info, observation


def test_waiting_is_a_timeout_after_24_seconds_and_no_reward():
    env = CrowdNavEnv("square", people=1)
    rewards, terminated, info, _ = play(env, lambda _: [0, 0], options={"case": 3})
    assert (terminated, info["outcome"]) == (False, "timeout")
    assert len(rewards) == 97 and rewards[-1] == 0


def test_rewards_are_crowdnavs():
    ends = {}
    for seed in range(40):
        env = CrowdNavEnv("circle")
        rewards, terminated, info, observation = play(env, lambda _: [0, 1], seed=seed)
        ends[info["outcome"]] = rewards
        if info["outcome"] == "success":
            assert rewards[-1] == 1 and np.hypot(*(observation[:2] - observation[5:7])) < 0.3 and terminated
        if info["outcome"] == "collision":
            assert rewards[-1] == -0.25 and info["gap"] < 0 and terminated
        # A step within the distance of discomfort costs (gap - 0.2) * 0.5 * 0.25 at most.
        assert all(-0.2 * 0.5 * 0.25 <= reward <= 0 for reward in rewards[:-1])
    assert set(ends) == {"success", "collision"}
    assert any(reward < 0 for rewards in ends.values() for reward in rewards[:-1])


def test_seeds_repeat_and_differ():
    first, again, other = (CrowdNavEnv().reset(seed=seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(first, again) and not np.array_equal(first, other)


def test_many_go_as_one_does():
    many = CrowdNavVectorEnv(3, "square")
    alone = [CrowdNavEnv("square") for _ in range(3)]
    seen, _ = many.reset(seed=5)
    ones = [env.reset(seed=5 + index)[0] for index, env in enumerate(alone)]
    random = np.random.default_rng(0)
    ended = [False] * 3
    begun = 0
    for _ in range(150):
        assert np.array_equal(seen, np.stack(ones))
        actions = random.uniform(-1, 1, (3, 2)) * 0.3 + [0, 0.7]
        seen, rewards, terminated, truncated, _ = many.step(actions)
        for index, env in enumerate(alone):
            if ended[index]:
                ones[index], ended[index] = env.reset()[0], False
                assert rewards[index] == 0 and not terminated[index] and not truncated[index]
                begun += 1
                continue
            ones[index], reward, over, late, _ = env.step(actions[index])
            assert (reward, over, late) == (rewards[index], terminated[index], truncated[index])
            ended[index] = over or late
    assert begun > 0


def test_wrong_actions_and_settings_are_refused():
    env = CrowdNavEnv()
    env.reset(seed=1)
    for action in ([0], [0, 0, 0], [float("nan"), 0], [[0, 0], [0, 0]]):
        with pytest.raises(ValueError):
            env.step(action)
    with pytest.raises(ValueError):
        CrowdNavEnv(scene="triangle")
    with pytest.raises(ValueError):
        CrowdNavEnv(people=0)
    with pytest.raises(ValueError, match="no room for 60"):
        CrowdNavEnv(people=60).reset(seed=1)
    with pytest.raises(ValueError):
        CrowdNavVectorEnv(2).reset(seed=[1])
    with pytest.raises(ValueError):
        CrowdNavVectorEnv(2).step(np.zeros((3, 2)))


def test_pettingzoo_finds_nothing_wrong():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    from sidestep.pettingzoo import parallel_env

    parallel_api_test(parallel_env(agents=6), num_cycles=300)
    parallel_seed_test(lambda: parallel_env(agents=6))


def test_who_walks_to_its_goal_is_rewarded_and_leaves():
    pytest.importorskip("pettingzoo")
    from sidestep.pettingzoo import parallel_env

    env = parallel_env(agents=2)
    seen, _ = env.reset(seed=3)
    total = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        # Straight to the goal, a little to the right.
        turned = {name: seen[name][:2] @ np.array([[0.95, -0.31], [0.31, 0.95]]) for name in env.agents}
        seen, rewards, terminated, truncated, infos = env.step(turned)
        for name, reward in rewards.items():
            total[name] += reward
    assert all(terminated.values()) and not any(info["touching"] for info in infos.values())
    assert all(8.0 < value < 9.0 for value in total.values())
