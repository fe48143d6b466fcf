"""Walkable space, markers and formations in a `World`."""

import pickle

import numpy as np
import pytest

import sidestep as ss

AREA = [[-6, -4], [6, 4]]


def with_wall(**agents):
    """A wall from the lower side up to y = 2, and an agent on its left that wants to the right."""
    world = ss.World()
    world.add_wall([0, -4], [0, 2])
    world.set_walkable(AREA)
    world.add_agents([[-3, -2]], radius=0.3, max_speed=1.5, goals=[[3, -2]], **agents)
    return world


def length(path):
    return np.linalg.norm(np.diff(path, axis=0), axis=1).sum()


def test_paths_are_the_shortest_round_the_corner():
    world = with_wall()
    path = world.path([-3, -2], [3, -2], radius=0.3)
    assert path.dtype == np.float32 and path.shape[1] == 2
    assert np.allclose(path[[0, -1]], [[-3, -2], [3, -2]])
    # Two straight pieces that touch a circle of the radius round the wall's end, and the arc between them.
    reach = np.hypot(3, 4)
    tangent = np.sqrt(reach**2 - 0.3**2)
    arc = 0.3 * (2 * np.pi - 2 * np.arccos(0.3 / reach) - 2 * np.arctan2(3, 4))
    shortest = 2 * tangent + arc
    # Rounded corners stand out by up to 5 in a thousand of the radius.
    assert shortest - 1e-3 < length(path) < shortest + 0.01
    # Nowhere nearer to the wall than the radius.
    fine = np.concatenate([np.linspace(a, b, 200) for a, b in zip(path, path[1:])])
    beside = np.hypot(fine[:, 0], np.maximum(0, fine[:, 1] - 2))
    assert beside.min() > 0.3 - 1e-3
    assert np.allclose(world.path([-3, 3], [3, 3], radius=0.3), [[-3, 3], [3, 3]])


def test_no_way_and_places_without_room():
    world = ss.World()
    world.set_walkable(AREA, blocked=[[[-0.5, -4], [0.5, -4], [0.5, 4], [-0.5, 4]]])
    places = [[-3, 0], [0, 0], [0.6, 0], [0.9, 0], [5.9, 0]]
    assert world.is_walkable(places, radius=0.3).tolist() == [True, False, False, True, False]
    assert world.path([-3, 0], [3, 0], radius=0.3) is None
    # A goal where nobody can be becomes the nearest place that can be reached.
    path = world.path([-3, 1], [0.1, 1], radius=0.3)
    assert path[-1] == pytest.approx([-0.8, 1], abs=1e-3)
    small = ss.World()
    small.set_walkable([[0, 0], [1, 1]])
    assert small.path([0.2, 0.2], [0.8, 0.8], radius=0.6) is None


def test_who_walks_along_paths_gets_round_the_wall_and_the_others_are_as_before():
    world = with_wall(route="walkable")
    highest = -4.0
    for _ in range(600):
        world.step(1 / 30)
        highest = max(highest, world.positions[0, 1])
    assert world.arrived[0] and highest > 2.0
    # The same call cuts out what stands there later, and temporary things not.
    crate = world.add_box([3, 0], [1, 1], temporary=True)
    pillar = world.add_circle([-3, 0], 0.5)
    world.set_walkable(AREA)
    assert world.is_walkable([[3, 0], [-3, 0], [0, -3]], radius=0.1).tolist() == [True, False, False]
    world.set_walkable(AREA, obstacles=False)
    assert world.is_walkable([[3, 0], [-3, 0], [0, -3]], radius=0.1).all()
    assert crate != pillar


def test_a_world_with_walkable_space_is_saved_and_sent():
    world = with_wall(route="walkable")
    world.step(1 / 30, count=40)
    copy = pickle.loads(pickle.dumps(world))
    snapshot = world.snapshot()
    assert copy.state_hash() == world.state_hash()
    for each in (world, copy):
        each.step(1 / 30, count=100)
    assert copy.state_hash() == world.state_hash()
    assert np.array_equal(copy.path([-3, -2], [3, -2]), world.path([-3, -2], [3, -2]))
    world.restore(snapshot)
    world.step(1 / 30, count=100)
    assert copy.state_hash() == world.state_hash()
    data = bytes(snapshot)
    random = np.random.default_rng(1)
    for _ in range(200):
        broken = bytearray(data)
        for place in random.integers(0, len(data), 2):
            broken[place] ^= int(random.integers(1, 256))
        try:
            ss.World.from_snapshot(ss.Snapshot(bytes(broken)))
        except ss.SidestepError:
            pass


def test_markers_are_followed_wherever_they_go():
    world = ss.World()
    ids = world.add_agents([[0, 0], [0, 3], [0, 6]], radius=0.3, max_speed=1.5)
    first, second = world.add_marker([4, 0]), world.add_marker([4, 6])
    assert (first, second) == (0, 1)
    world.follow_markers(ids[:2], [first, second], radius=0.2)
    world.step(1 / 30, count=300)
    assert np.linalg.norm(world.positions[:2] - [[4, 0], [4, 6]], axis=1).max() < 0.3
    assert world.positions[2] == pytest.approx([0, 6])
    # One that moves is followed at its speed, one that is placed is gone to.
    ways = []
    for step in range(300):
        world.move_marker(first, [4 + step / 30, 0])
        world.step(1 / 30)
        ways.append(world.positions[0, 0])
    assert ways[-1] - ways[-31] == pytest.approx(1.0, abs=0.1) and abs(4 + 299 / 30 - ways[-1]) < 1.0
    world.follow_markers(ids, second)
    world.place_marker(second, [-3, -3])
    world.step(1 / 30, count=500)
    # They make room for each other at it: side by side, or in a row as three times in a hundred (three widths).
    assert np.linalg.norm(world.positions - [-3, -3], axis=1).max() < 1.8
    copy = pickle.loads(pickle.dumps(world))
    copy.place_marker(second, [0, 0])
    world.place_marker(second, [0, 0])
    assert copy.state_hash() == world.state_hash()


def test_a_file_follows_its_leader_and_members_join_and_leave():
    world = ss.World()
    leader = world.add_agents([[0, 0]], radius=0.3, max_speed=1.0, goals=[[15, 0]])[0]
    members = world.add_agents([[-1 - k, 0.3] for k in range(4)], radius=0.3, max_speed=1.6, goals=[0, 9])
    tour = world.add_formation(members[:3], "file", leader=leader, spacing=0.9)
    [told] = world.formations()
    assert (told["id"], told["leader"], told["members"]) == (tour, leader, members[:3].tolist())
    assert told["slots"].shape == (0, 2)
    world.step(1 / 30, count=300)
    [told] = world.formations()
    places = world.positions[[world.index_of(id) for id in told["members"]]]
    assert np.linalg.norm(places - told["slots"], axis=1).max() < 0.4
    gaps = np.diff(np.sort(np.append(places[:, 0], world.positions[world.index_of(leader), 0])))
    assert gaps == pytest.approx(0.9, abs=0.15)
    # Who isn't in it went to its own goal, and who leaves does so, too.
    world.join_formation(tour, members[3])
    world.leave_formation(members[0])
    assert world.formations()[0]["members"] == members[1:].tolist()
    copy = pickle.loads(pickle.dumps(world))
    world.remove_formation(tour)
    assert world.formations() == []
    world.step(1 / 30, count=1000)
    assert np.linalg.norm(world.positions[1:] - [0, 9], axis=1).max() < 2
    assert copy.formations()[0]["members"] == members[1:].tolist()


def test_patterns_at_a_place_have_their_shapes():
    for pattern, options in [
        ("ring", {"ring_radius": 2.0}),
        ("queue", {"heading": np.pi / 2}),
        ("abreast", {"columns": 3}),
        ("wedge", {}),
    ]:
        world = ss.World()
        members = world.add_agents([[5 + k, k % 2] for k in range(6)], radius=0.3, max_speed=1.5)
        world.add_formation(members, pattern, place=[1, 2], spacing=0.8, **options)
        world.step(1 / 30, count=600)
        slots = world.formations()[0]["slots"]
        assert np.linalg.norm(world.positions - slots, axis=1).max() < 0.4, pattern
        around = slots - [1, 2]
        if pattern == "ring":
            assert np.linalg.norm(around, axis=1) == pytest.approx(2.0, abs=1e-3)
        if pattern == "queue":
            assert np.abs(around[:, 0]).max() < 1e-3 and np.diff(np.sort(around[:, 1])) == pytest.approx(0.8, abs=1e-3)


def refused(call, *words, error=ss.SidestepError):
    with pytest.raises(error) as caught:
        call()
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_what_makes_no_sense_is_refused_and_changes_nothing():
    world = ss.World()
    a, b, c = world.add_agents([[0, 0], [2, 0], [4, 0]])
    world.add_formation([b], "file", leader=a)
    before = world.state_hash()
    gone = ss.NoSuchAgentError
    refused(lambda: world.path([0, 0], [1, 1]), "no walkable space", "set_walkable")
    refused(lambda: world.is_walkable([[0, 0]]), "no walkable space")
    refused(lambda: world.set_walkable([[0, 0]]), "area has 1 points")
    refused(lambda: world.set_walkable([[1, 1], [0, 0]]), "lower left one first")
    refused(lambda: world.set_walkable([[0, 0], [np.nan, 1]]), "finite corners")
    refused(lambda: world.set_walkable(AREA, blocked=[[[0, 0], [1, 0]]]), "blocked[0]")
    refused(lambda: world.set_walkable(AREA, blocked=[[[0, 0], [2, 0], [1, 0.5], [2, 2], [0, 2]]]), "blocked[0]")
    refused(lambda: world.set_walkable(AREA, blocked=5), error=TypeError)
    refused(lambda: world.add_agents([[0, 0]], route="scenic"), 'route is "scenic"')
    refused(lambda: world.add_marker([np.nan, 0]), "position")
    refused(lambda: world.move_marker(3, [0, 0]), "there is no marker 3", error=gone)
    refused(lambda: world.place_marker(3, [0, 0]), "there is no marker 3", error=gone)
    refused(lambda: world.follow_markers([a, b], [0, 1, 2]), "3 markers for 2 agents")
    refused(lambda: world.follow_markers([c], 0), "there is no marker 0", error=gone)
    refused(lambda: world.follow_markers([c], 2**40), "there is no marker", error=gone)
    refused(lambda: world.add_formation([c], "heap", leader=a), 'pattern is "heap"')
    refused(lambda: world.add_formation([c]), "a leader or to a place")
    refused(lambda: world.add_formation([c], leader=a, place=[0, 0]), "a leader or to a place")
    refused(lambda: world.add_formation([c], leader=a, heading=0.0), "heading is that of a place")
    refused(lambda: world.add_formation([c], place=[0, 0], heading=np.inf), "heading is inf")
    refused(lambda: world.add_formation([c], leader=99), "there is no agent 99", error=gone)
    refused(lambda: world.add_formation([b, c], leader=a), "in formation 0 already")
    refused(lambda: world.add_formation([c, c], leader=a), "twice")
    refused(lambda: world.add_formation([c], leader=a, spacing=-1), "spacing")
    refused(lambda: world.add_formation([c], leader=a, columns=0), "columns")
    refused(lambda: world.add_formation([c], leader=a, looseness=2), "looseness")
    refused(lambda: world.add_formation([c], leader=a, waits_from=0), "waits_from")
    refused(lambda: world.join_formation(7, c), "there is no formation 7", error=gone)
    refused(lambda: world.leave_formation(c), "formation")
    refused(lambda: world.remove_formation(7), "there is no formation 7", error=gone)
    assert world.state_hash() == before and world.formations()[0]["members"] == [b]
    world.set_walkable(AREA)
    refused(lambda: world.path([0, 0], [np.nan, 1]), "goal")
    refused(lambda: world.path([0, 0], [1, 1], radius=0), "radius")
    refused(lambda: world.is_walkable([[0, np.inf]]), "positions")
