"""CrowdNav's calls of Python-RVO2, as recorded from its published code, get RVO2's answers from `sidestep.compat.rvo2`.

CrowdNav is in no registry: `bench/crowdnav.py` runs a clone of it, and has recorded them.
"""

from pathlib import Path

import numpy as np
import pytest

from sidestep.compat import rvo2
from sidestep.gym import draw_walks

CALLS = Path(__file__).parent / "data" / "crowdnav_calls.txt"


def number(word):
    return float(word) if any(letter in word for letter in ".e") else int(word)


def arguments_of(name, numbers):
    if name == "addAgent":
        return (tuple(numbers[:2]), *numbers[2:8], tuple(numbers[8:]))
    if name.startswith("setAgent"):
        return (numbers[0], tuple(numbers[1:]))
    return tuple(numbers)


def recorded():
    """Each call: simulator, name, arguments, and the answer's numbers."""
    for line in CALLS.read_text().splitlines():
        if line.startswith("#"):
            continue
        call, _, answer = line.partition(" = ")
        simulator, name, *words = call.split()
        yield simulator, name, arguments_of(name, list(map(number, words))), list(map(number, answer.split()))


def replayed(make):
    """Makes all of the recorded calls. Returns how far the answers are from those of RVO2, by call."""
    simulators = {}
    apart = {}
    for simulator, name, arguments, expected in recorded():
        if name == "PyRVOSimulator":
            simulators[simulator] = make(*arguments)
            continue
        answer = getattr(simulators[simulator], name)(*arguments)
        if expected:
            apart.setdefault(name, []).append(np.abs(np.subtract(answer, expected)).max())
        else:
            assert answer is None
    return {name: np.array(distances) for name, distances in apart.items()}


def test_recorded_calls_get_the_recorded_answers():
    apart = replayed(rvo2.PyRVOSimulator)
    assert {name: len(distances) for name, distances in apart.items()} == {
        "addAgent": 37,
        "getNumAgents": 138,
        "getAgentVelocity": 144,
        "getAgentPosition": 132,
    }
    assert not apart["addAgent"].any() and not apart["getNumAgents"].any()
    # m/s, each for the state that CrowdNav has just set.
    assert apart["getAgentVelocity"].max() < 1e-4
    # m, after up to 22 steps that nobody has corrected.
    assert apart["getAgentPosition"].max() < 1e-3


def test_the_recording_would_notice_another_method():
    def wrong(*arguments):
        return rvo2.PyRVOSimulator(*arguments, method="default")

    assert replayed(wrong)["getAgentVelocity"].max() > 0.1


def test_the_recorded_people_are_those_of_the_environment():
    """The first simulator is the robot's, of test case 0: itself, then the five people."""
    added = [arguments[0] for simulator, name, arguments, _ in recorded() if (simulator, name) == ("0", "addAgent")]
    walks = draw_walks(np.random.RandomState(1000), "circle", 5)
    assert added[0] == (0, -4)
    assert np.array(added[1:]) == pytest.approx(walks[:, :2], abs=1e-6)
