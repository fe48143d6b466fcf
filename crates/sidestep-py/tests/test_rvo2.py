"""`sidestep.compat.rvo2`: RVO2's answers, Python-RVO2's interface."""

import importlib
import math
import sys

import numpy as np
import pytest

import sidestep
from sidestep.compat import rvo2

DEFAULTS = dict(timeStep=0.1, neighborDist=8.0, maxNeighbors=8, timeHorizon=4.0, timeHorizonObst=2.0, radius=0.3, maxSpeed=1.4)


def circle(n, radius):
    angles = 2 * np.pi * np.arange(n) / n + 0.003 * np.arange(n) ** 2
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def wishes(places, goals, speed=1.2):
    ways = goals - places
    lengths = np.linalg.norm(ways, axis=1, keepdims=True)
    return ways * np.minimum(speed, lengths) / np.maximum(lengths, 1e-9)


@pytest.mark.parametrize(("agents", "walls"), [(2, False), (12, False), (12, True), (90, False)])
def test_answers_are_those_of_rvo2(agents, walls):
    """Each step begins where RVO2 stands, so that a difference doesn't grow."""
    pyrvo = pytest.importorskip("pyrvo")
    radius = max(3.0, agents * 0.12)
    starts = circle(agents, radius)
    theirs = pyrvo.RVOSimulator(*DEFAULTS.values())
    ours = rvo2.PyRVOSimulator(**DEFAULTS)
    for start in starts:
        theirs.add_agent(tuple(start))
        ours.addAgent(tuple(start))
    if walls:
        for x in (-1.2, 1.2):
            box = [(x - 0.3, -0.3), (x + 0.3, -0.3), (x + 0.3, 0.3), (x - 0.3, 0.3)]
            theirs.add_obstacle([list(corner) for corner in box])
            ours.addObstacle(box)
        theirs.process_obstacles()
        ours.processObstacles()
    worst = []
    for _ in range(120):
        places = np.array([theirs.get_agent_position(index).to_tuple() for index in range(agents)])
        velocities = np.array([theirs.get_agent_velocity(index).to_tuple() for index in range(agents)])
        preferred = wishes(places, -starts)
        for index in range(agents):
            theirs.set_agent_pref_velocity(index, tuple(preferred[index]))
            ours.setAgentPosition(index, places[index])
            ours.setAgentVelocity(index, velocities[index])
        ours.setPrefVelocities(preferred)
        theirs.do_step()
        ours.doStep()
        found = np.array([theirs.get_agent_velocity(index).to_tuple() for index in range(agents)])
        worst.append(np.linalg.norm(found - ours.getVelocities(), axis=1))
    worst = np.array(worst)
    # Where no velocity is allowed, single precision loses digits, and equally near neighbours come in another order.
    assert np.quantile(worst, 0.99) < 1e-4
    assert (worst > 1e-3).mean() < 0.002
    assert ours.getGlobalTime() == pytest.approx(12.0, abs=1e-3)


def rooms(seed):
    """Some convex obstacles, drawn at random and apart from each other, and lines of sight among them."""
    random = np.random.default_rng(seed)
    loops = []
    for cell in random.permutation(9)[:4]:
        center = 3.5 * np.array([cell % 3 - 1, cell // 3 - 1])
        angles = np.sort(random.uniform(0, 2 * np.pi, random.integers(3, 6)))
        radius = random.uniform(0.3, 1.2)
        loops.append([(float(x), float(y)) for x, y in center + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)])
    return loops, random.uniform(-6, 6, (200, 2, 2)), random.uniform(-5, 5, (20, 2))


def both(loops):
    pyrvo = pytest.importorskip("pyrvo")
    theirs = pyrvo.RVOSimulator(*DEFAULTS.values())
    ours = rvo2.PyRVOSimulator(**DEFAULTS)
    for loop in loops:
        assert theirs.add_obstacle([list(corner) for corner in loop]) == ours.addObstacle(loop)
    theirs.process_obstacles()
    ours.processObstacles()
    return theirs, ours


def test_who_can_see_whom_is_what_rvo2_says():
    answers = []
    for seed in range(40):
        loops, lines, _ = rooms(seed)
        theirs, ours = both(loops)
        for start, end in lines:
            start, end = tuple(map(float, start)), tuple(map(float, end))
            for radius in (0.0, 0.2):
                found = (radius, theirs.query_visibility(start, end, radius), ours.queryVisibility(start, end, radius))
                answers.append(found)
    answers = np.array(answers)
    points = answers[answers[:, 0] == 0]
    assert (points[:, 1] == points[:, 2]).all() and 0.3 < points[:, 1].mean() < 0.95
    # RVO2 doesn't look at a wall that lies wholly behind another wall's line: one that nearly lines up with the way may be left
    # out, so that it sees what is hidden here.
    discs = answers[answers[:, 0] > 0]
    differ = discs[discs[:, 1] != discs[:, 2]]
    assert len(differ) < 0.002 * len(discs) and (differ[:, 1] == 1).all()


def test_the_walls_near_an_agent_are_those_of_rvo2():
    looked = 0
    for seed in range(20):
        loops, _, places = rooms(seed)
        theirs, ours = both(loops)
        for place in places:
            assert theirs.add_agent(tuple(map(float, place))) == ours.addAgent(tuple(map(float, place)))
        assert ours.getAgentNumObstacleNeighbors(0) == 0, "nobody has looked yet"
        theirs.do_step()
        ours.doStep()
        # RVO2 cuts walls in two to sort them: a half begins at a corner with a number of its own.
        if theirs.get_num_obstacle_vertices() != ours.getNumObstacleVertices():
            continue
        corners = np.array([ours.getObstacleVertex(index) for index in range(ours.getNumObstacleVertices())])
        for agent, place in enumerate(places):
            count = ours.getAgentNumObstacleNeighbors(agent)
            assert count == theirs.get_agent_num_obstacle_neighbors(agent)
            mine = [ours.getAgentObstacleNeighbor(agent, index) for index in range(count)]
            assert sorted(mine) == sorted(theirs.get_agent_obstacle_neighbor(agent, index) for index in range(count))
            ends = corners[[ours.getNextObstacleVertexNo(wall) for wall in mine]]
            along = ends - corners[mine]
            share = ((place - corners[mine]) * along).sum(axis=1) / (along**2).sum(axis=1)
            nearest = corners[mine] + along * np.clip(share, 0, 1)[:, None]
            distances = np.linalg.norm(place - nearest, axis=1)
            assert (np.diff(distances) > -1e-4).all() and (distances < 0.3 + 2.0 * 1.4).all()
            looked += count
        with pytest.raises(IndexError):
            ours.getAgentObstacleNeighbor(0, 99)
    assert looked > 200


def test_obstacles_are_taken_out_with_the_next_processing():
    sim = rvo2.PyRVOSimulator(**DEFAULTS)
    left, right = [(-2, -1), (-1, -1), (-1, 1), (-2, 1)], [(1, -1), (2, -1), (2, 1), (1, 1)]
    assert (sim.addObstacle(left), sim.addObstacle(right)) == (0, 4)
    sim.processObstacles()
    across = [((-3, 0), (0, 0)), ((0, 0), (3, 0))]
    assert [sim.queryVisibility(*way) for way in across] == [False, False]
    sim.removeObstacle(2)
    assert sim.getNumObstacleVertices() == 4 and sim.getObstacleVertex(0) == (1.0, -1.0)
    assert [sim.queryVisibility(*way) for way in across] == [False, False], "nothing was processed yet"
    sim.processObstacles()
    assert [sim.queryVisibility(*way) for way in across] == [True, False]
    sim.clearObstacle()
    sim.processObstacles()
    assert [sim.queryVisibility(*way) for way in across] == [True, True] and sim.getNumObstacleVertices() == 0
    with pytest.raises(IndexError, match="there is no corner 0"):
        sim.removeObstacle(0)
    with pytest.raises(sidestep.SidestepError, match="radius"):
        sim.queryVisibility((0, 0), (1, 1), -1)
    with pytest.raises(sidestep.SidestepError, match="point2"):
        sim.queryVisibility((0, 0), (1, float("nan")))


# Every method of Python-RVO2's class, as its source declares them.
PUBLISHED = """
    addAgent addObstacle clearObstacle removeObstacle doStep getAgentAgentNeighbor getAgentMaxNeighbors getAgentMaxSpeed
    getAgentNeighborDist getAgentNumAgentNeighbors getAgentNumObstacleNeighbors getAgentNumORCALines getAgentObstacleNeighbor
    getAgentORCALine getAgentPosition getAgentPrefVelocity getAgentRadius getAgentTimeHorizon getAgentTimeHorizonObst
    getAgentVelocity getGlobalTime getNumAgents getNumObstacleVertices getObstacleVertex getNextObstacleVertexNo
    getPrevObstacleVertexNo getTimeStep processObstacles queryVisibility setAgentDefaults setAgentMaxNeighbors setAgentMaxSpeed
    setAgentNeighborDist setAgentPosition setAgentPrefVelocity setAgentRadius setAgentTimeHorizon setAgentTimeHorizonObst
    setAgentVelocity setTimeStep
"""


def test_nothing_of_the_published_interface_is_missing():
    missing = [name for name in PUBLISHED.split() if not callable(getattr(rvo2.PyRVOSimulator, name, None))]
    assert missing == []


def gaps(simulator, radius):
    places = simulator.getPositions()
    distances = np.linalg.norm(places[:, None] - places[None], axis=2)
    return distances[np.triu_indices(len(places), 1)] - 2 * radius


@pytest.mark.parametrize("walls", [False, True])
def test_the_default_method_arrives_without_overlapping(walls):
    starts = circle(24, 5.0)
    simulator = rvo2.PyRVOSimulator(**DEFAULTS, method="default")
    for start in starts:
        simulator.addAgent(tuple(start))
    if walls:
        simulator.addObstacle([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        simulator.processObstacles()
    closest = math.inf
    for _ in range(900):
        simulator.setPrefVelocities(wishes(simulator.getPositions(), -starts))
        simulator.doStep()
        closest = min(closest, gaps(simulator, 0.3).min())
    assert closest > -0.001
    # The last centimetres aren't asked of them: a preferred velocity is all that they know.
    assert np.median(np.linalg.norm(simulator.getPositions() + starts, axis=1)) < 0.5
    assert np.linalg.norm(simulator.getVelocities(), axis=1).max() <= 1.4 + 1e-4
    assert simulator.getAgentNumORCALines(0) == 0


def test_the_way_crowdnav_uses_it():
    """The calls that CrowdNav's `orca.py` makes in each step, in its order."""
    rvo2.install()
    theirs = importlib.import_module("rvo2")
    assert theirs is sys.modules["sidestep.compat.rvo2"]
    params = 10, 10, 5, 5
    sim = theirs.PyRVOSimulator(0.25, *params, 0.3, 1)
    sim.addAgent((0.0, -4.0), *params, 0.3 + 0.01 + 0, 1.0, (0.0, 0.0))
    sim.addAgent((0.1, 4.0), *params, 0.3 + 0.01 + 0, 1.0, (0.0, -1.0))
    sim.setAgentPrefVelocity(0, (0.0, 1.0))
    sim.setAgentPrefVelocity(1, (0, 0))
    sim.doStep()
    action = sim.getAgentVelocity(0)
    assert action[0] < 0.0 < action[1]
    for number, position, velocity in [(0, (0.0, -3.75), action), (1, (0.1, 3.75), (0.0, -1.0))]:
        sim.setAgentPosition(number, position)
        sim.setAgentVelocity(number, velocity)
    sim.doStep()
    assert sim.getNumAgents() == 2 and sim.getAgentNumAgentNeighbors(0) == 1 and sim.getAgentAgentNeighbor(0, 0) == 1
    assert len(sim.getAgentORCALine(0, 0)) == 4
    del sys.modules["rvo2"]


def test_the_interface_is_the_whole_of_python_rvo2():
    # Names as in its rvo2.pyx; those for obstacles near an agent, visibility and taking obstacles out aren't here.
    names = """addAgent addObstacle doStep getAgentAgentNeighbor getAgentMaxNeighbors getAgentMaxSpeed getAgentNeighborDist
        getAgentNumAgentNeighbors getAgentNumORCALines getAgentORCALine getAgentPosition getAgentPrefVelocity getAgentRadius
        getAgentTimeHorizon getAgentTimeHorizonObst getAgentVelocity getGlobalTime getNumAgents getNumObstacleVertices
        getObstacleVertex getNextObstacleVertexNo getPrevObstacleVertexNo getTimeStep processObstacles setAgentDefaults
        setAgentMaxNeighbors setAgentMaxSpeed setAgentNeighborDist setAgentPosition setAgentPrefVelocity setAgentRadius
        setAgentTimeHorizon setAgentTimeHorizonObst setAgentVelocity setTimeStep"""
    assert [name for name in names.split() if not hasattr(rvo2.PyRVOSimulator, name)] == []


@pytest.mark.parametrize("method", ["orca", "default"])
def test_what_is_set_is_what_is_got(method):
    sim = rvo2.PyRVOSimulator(**DEFAULTS, method=method)
    sim.setAgentDefaults(5.0, 3, 2.0, 1.0, 0.25, 2.0, (0.5, 0.0))
    agent = sim.addAgent((1, 2))
    assert sim.getAgentPosition(agent) == (1.0, 2.0) and sim.getAgentVelocity(agent) == (0.5, 0.0)
    for name, value in [
        ("NeighborDist", 6.0), ("MaxNeighbors", 4), ("TimeHorizon", 3.0), ("TimeHorizonObst", 1.5), ("Radius", 0.5),
        ("MaxSpeed", 1.5), ("Position", (3.0, 4.0)), ("Velocity", (0.25, 0.5)), ("PrefVelocity", (1.0, 0.0)),
    ]:  # fmt: skip
        getattr(sim, f"setAgent{name}")(agent, value)
        assert getattr(sim, f"getAgent{name}")(agent) == value
    sim.doStep()
    sim.setTimeStep(0.25)
    sim.setAgentRadius(agent, 0.4)
    sim.doStep()
    assert sim.getTimeStep() == 0.25 and sim.getGlobalTime() == pytest.approx(0.35)
    first = sim.addObstacle([(0, 10), (1, 10), (1, 11)])
    second = sim.addObstacle([(5, 10), (6, 10)])
    assert (first, second, sim.getNumObstacleVertices()) == (0, 3, 5)
    assert sim.getObstacleVertex(4) == (6.0, 10.0)
    assert (sim.getNextObstacleVertexNo(2), sim.getPrevObstacleVertexNo(0), sim.getNextObstacleVertexNo(4)) == (0, 2, 3)


@pytest.mark.parametrize("method", ["orca", "default"])
def test_what_crashes_python_rvo2_is_an_error_here(method):
    nan = float("nan")
    sim = rvo2.PyRVOSimulator(**DEFAULTS, method=method)
    sim.addAgent((0, 0))
    for call, error in [
        (lambda: sim.getAgentPosition(1), IndexError),
        (lambda: sim.setAgentVelocity(7, (0, 0)), IndexError),
        (lambda: sim.getAgentORCALine(0, 99), IndexError),
        (lambda: sim.getObstacleVertex(0), IndexError),
        (lambda: sim.getAgentPosition(-1), OverflowError),
        (lambda: sim.addAgent((nan, 0)), sidestep.SidestepError),
        (lambda: sim.setAgentPosition(0, (nan, 0)), sidestep.SidestepError),
        (lambda: sim.setAgentPrefVelocity(0, (float("inf"), 0)), sidestep.SidestepError),
        (lambda: sim.setAgentRadius(0, -1), sidestep.SidestepError),
        (lambda: sim.setPrefVelocities([[1, 0], [1, 0]]), sidestep.SidestepError),
        (lambda: sim.addObstacle([(0, 0)]), RuntimeError),
        (lambda: sim.addObstacle([(0, nan), (1, 1)]), sidestep.SidestepError),
        (lambda: sim.addAgent((0, 0), 5.0), ValueError),
        (lambda: sim.setTimeStep(0), sidestep.SidestepError),
        (lambda: rvo2.PyRVOSimulator(**{**DEFAULTS, "radius": -1}), sidestep.SidestepError),
        (lambda: rvo2.PyRVOSimulator(**DEFAULTS, method="magic"), ValueError),
    ]:
        with pytest.raises(error):
            call()
    sim.doStep()
    assert sim.getAgentPosition(0) == (0.0, 0.0)


def test_agents_at_one_place_and_crowds_give_numbers():
    for method in ("orca", "default"):
        sim = rvo2.PyRVOSimulator(**DEFAULTS, method=method)
        for _ in range(40):
            sim.addAgent((0.0, 0.0))
        for _ in range(20):
            sim.doStep()
        assert np.isfinite(sim.getPositions()).all()
