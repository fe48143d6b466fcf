"""`World`: what goes in, what comes out, and that it is the same every time."""

import copy
import pickle
import threading
import time

import numpy as np
import pytest

import sidestep as ss


def crossing(n: int = 20, **settings: object) -> ss.World:
    """Agents that change places across a circle."""
    world = ss.World(**settings)
    angles = 2 * np.pi * np.arange(n) / n
    places = 6.0 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    world.add_agents(places, radius=0.25, max_speed=1.4, goals=-places)
    return world


def overlaps(world: ss.World) -> int:
    places, radii = world.positions, world.radii
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2) - radii[:, None] - radii[None]
    return int((gaps[np.triu_indices(len(places), 1)] < -0.001).sum())


def test_agents_change_places_without_overlapping():
    world = crossing()
    goals = -world.positions
    for _ in range(60 * 30):
        world.step(1 / 60)
        assert overlaps(world) == 0
        if world.arrived.all():
            break
    assert world.arrived.all()
    # Who has stepped aside for the last goes back.
    for _ in range(60 * 5):
        world.step(1 / 60)
        assert overlaps(world) == 0
    assert np.linalg.norm(world.positions - goals, axis=1).max() < 0.1


def test_views_are_handed_out_again_and_stay_what_they_were():
    world = crossing()
    before = world.positions
    assert world.positions is before and not before.flags.writeable
    assert before.dtype == np.float32 and before.shape == (20, 2)
    with pytest.raises(ValueError):
        before[0, 0] = 1.0
    kept = before.copy()
    world.step(0.1)
    assert world.positions is not before
    assert not np.array_equal(world.positions, kept)
    assert np.array_equal(before, kept)
    del world
    assert np.array_equal(before, kept)


def test_ids_name_rows_whatever_comes_and_goes():
    world = ss.World()
    ids = world.add_agents([[0, 0], [2, 0], [4, 0]])
    assert ids.tolist() == [0, 1, 2] and ids.dtype == np.uint64
    world.remove_agents(ids[1])
    assert world.ids.tolist() == [0, 2] and len(world) == 2
    assert 1 not in world and 2 in world and world.index_of(2) == 1
    assert world.add_agents([[6, 0]]).tolist() == [3]
    assert world.add_agents([[8, 0]], ids=[10]).tolist() == [10]
    assert world.positions[world.index_of(10)].tolist() == [8, 0]


def test_the_order_of_ids_and_threads_do_not_matter():
    places = np.array([[0.0, 0.0], [5.0, 0.1], [2.5, 3.0]])
    goals = places[::-1].copy()
    hashes = []
    for order in ([0, 1, 2], [2, 0, 1]):
        for parallel in (True, False):
            world = ss.World(parallel=parallel)
            world.add_agents(places[order], goals=goals[order], ids=order)
            world.step(1 / 60, count=200)
            hashes.append((world.state_hash(), world.positions.tobytes()))
    assert len(set(hashes)) == 1


def test_goals_are_reached_in_order():
    world = ss.World()
    [id] = world.add_agents([[0, 0]], goals=[[[2, 0], [2, 2]]])
    seen = []
    for _ in range(600):
        world.step(1 / 30)
        seen += [(event.kind, event.agent) for event in world.events()]
    assert ("goal_reached", id) in seen and seen[-1] == ("arrived", id)
    assert world.goal_indices.tolist() == [2]
    assert np.allclose(world.positions, [[2, 2]], atol=0.3)
    world.set_goals(id, [0, 0])
    world.step(1 / 30, count=300)
    assert np.allclose(world.positions, [[0, 0]], atol=0.3)


def test_driven_agents_go_where_they_are_driven_and_others_make_room():
    world = ss.World()
    [player] = world.add_agents([[-4, 0]], control="driven")
    [walker] = world.add_agents([[4, 0]], goals=[[-4, 0]])
    world.set_velocities(player, [1.0, 0.0])
    for _ in range(60 * 4):
        world.step(1 / 60)
        assert overlaps(world) == 0
    assert np.allclose(world.positions[0], [0, 0], atol=0.01)
    assert abs(world.positions[1, 1]) > 0.1 or world.positions[1, 0] > 0.5
    world.set_control(player, "steered")
    world.set_goals(player, [-4, 0])
    world.step(1 / 60, count=600)
    assert world.arrived.tolist() == [True, True]


def test_who_is_walled_in_is_blocked_and_can_be_answered():
    world = ss.World()
    [id] = world.add_agents([[0, 0]], goals=[[8, 0]])
    ids = [
        world.add_box(center, size, temporary=True)
        for center, size in [((1.5, 0), (0.3, 3.3)), ((-1.5, 0), (0.3, 3.3)), ((0, 1.5), (3.3, 0.3)), ((0, -1.5), (3.3, 0.3))]
    ]
    world.step(1 / 30, count=90)
    [blocked] = world.blocked()
    assert blocked.agent == id and blocked.goal == (8.0, 0.0)
    assert {kind for kind, _ in blocked.by} == {"obstacle"}
    assert {name for _, name in blocked.by} <= set(ids)
    world.answer_blocked(id, "wait", seconds=5)
    assert world.blocked() == []
    world.remove_obstacle(ids[0])
    world.step(1 / 30, count=400)
    assert world.arrived.all()


def test_explain_says_why():
    world = ss.World()
    [id] = world.add_agents([[0, 0]], goals=[[8, 0]], velocities=[1.4, 0])
    world.add_circle((2.0, 0.05), 0.5)
    explanation = world.explain(id)
    assert any(reason.startswith("passes on the") for reason in explanation.reasons)
    assert explanation.forces[0]["name"] == "arrive" and len(explanation.total) == 2
    assert {"kind", "shape", "label"} <= set(explanation.marks[0])


def test_obstacles_move_and_push():
    world = ss.World()
    [id] = world.add_agents([[1.0, 1.0]])
    door = world.add_wall((0, 0), (2, 0))
    world.move_obstacle(door, (0, 1), angle=np.pi / 2)
    world.step(1 / 30)
    assert world.positions[0, 0] < -0.2
    world.place_obstacle(door, (5, 5))
    assert world.obstacles() == [{"id": door, "center": (5.0, 5.0), "angle": 0.0, "temporary": False}]


def test_a_torus_wraps():
    world = ss.World(torus=[[0, 0], [10, 10]])
    world.add_agents([[9.5, 5]], control="driven", velocities=[1, 0])
    world.step(0.1, count=10)
    assert np.allclose(world.positions, [[0.5, 5]], atol=1e-4)


@pytest.mark.parametrize("again", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy, copy.copy])
def test_worlds_and_snapshots_go_on_bit_for_bit(again):
    world = crossing()
    world.add_circle((0, 0), 1.0, temporary=True)
    world.step(1 / 60, count=100)
    other, snapshot = again(world), again(world.snapshot())
    assert snapshot == world.snapshot() and bytes(snapshot) == bytes(world.snapshot())
    world.step(1 / 60, count=100)
    other.step(1 / 60, count=100)
    third = ss.World.from_snapshot(snapshot)
    third.step(1 / 60, count=100)
    assert other.state_hash() == world.state_hash() == third.state_hash()
    other.restore(snapshot)
    assert other.time == pytest.approx(100 / 60)
    assert np.array_equal(other.positions, ss.World.from_snapshot(snapshot).positions)


def test_other_threads_run_while_a_step_is_computed():
    world = crossing(3000)
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    before = counted
    # One long call: whoever holds the interpreter's lock in it lets nobody count.
    world.step(0.1, count=20)
    assert counted > before
    done.set()
    counter.join()
