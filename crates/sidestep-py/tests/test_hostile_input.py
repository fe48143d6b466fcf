"""Nothing that a caller passes crashes the process or leaves anything half done."""

import gc
import pickle
import threading
import weakref

import numpy as np
import pytest

import sidestep as ss

NAN, INF = float("nan"), float("inf")


def refused(call, *words, error=ss.SidestepError):
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value).__name__ != "PanicException"
    for word in words:
        assert word in str(caught.value), str(caught.value)


@pytest.mark.parametrize(
    ("positions", "words"),
    [
        ([1, 2, 3], "positions is an array of shape (3,); give one row (x, y) each: shape (n, 2)"),
        ([[1, 2, 3]], "shape (1, 3)"),
        (5, "a single number"),
        (np.zeros((2, 2, 2)), "shape (2, 2, 2)"),
        ([[NAN, 0]], "agent 0 of 1: position of body"),
        ([[0, 0], [INF, 0]], "agent 1 of 2: position of body"),
        (np.full((1, 2), 1e300), "agent 0 of 1"),
        ([[1e9, 0]], "too far"),
    ],
)
def test_wrong_places_are_refused(positions, words):
    world = ss.World()
    with np.errstate(over="ignore"):
        with pytest.raises(ss.SidestepError) as caught:
            world.add_agents(positions)
    assert words.split()[0] in str(caught.value)
    assert len(world) == 0


@pytest.mark.parametrize("positions", ["here", [["a", "b"]], None, object(), {"x": 1}, [[1], [2, 3]], [[1j, 0]]])
def test_what_is_no_array_is_a_type_error(positions):
    with pytest.raises((TypeError, ValueError)):
        ss.World().add_agents(positions)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"radius": -1}, "radius of body is -1"),
        ({"radius": 0}, "radius of body is 0"),
        ({"radius": NAN}, "radius of body is NaN"),
        ({"radius": [0.3, 0.3, 0.3]}, "radius is an array of shape (3,); give one number for all or 2 of them"),
        ({"max_speed": -1}, "max_speed"),
        ({"mass": 0}, "mass of body is 0"),
        ({"max_acceleration": -2}, "max_force"),
        ({"response_time": 0}, "response_time"),
        ({"preferred_speed": NAN}, "preferred_speed is NaN"),
        ({"goals": [NAN, 0]}, "target of goals[0]"),
        ({"goals": np.zeros((3, 2))}, "goals is an array of shape (3, 2)"),
        ({"goals": [[0, 0], [1, 1]], "goal_radius": -1}, "radius of goals[0]"),
        ({"velocities": [[1, 0]]}, "velocities is an array of shape (1, 2)"),
        ({"velocities": [INF, 0]}, "velocity of body"),
        ({"ids": [1]}, "there are 1 ids for 2 agents"),
        ({"ids": [1, 1]}, "agent 1 exists already"),
        ({"method": "magic"}, 'method is "magic"'),
        ({"control": "remote"}, 'control is "remote"'),
        ({"on_arrival": "explode"}, 'on_arrival is "explode"'),
        ({"responsibility": -1}, "responsibility is -1"),
        ({"turn_rate": 0}, "turn_rate is 0"),
        ({"time_gap": -1}, "time_gap is -1"),
    ],
)
def test_wrong_agents_are_refused_whole(arguments, words):
    world = ss.World()
    refused(lambda: world.add_agents([[0, 0], [3, 0]], **arguments), words)
    assert len(world) == 0 and world.add_agents([[0, 0]]).tolist() == [0]


def test_negative_and_broken_ids_are_type_errors():
    world = ss.World()
    world.add_agents([[0, 0]])
    for ids in (-1, [-1], [0.5], ["a"], None, [2**64], np.array([0.0])):
        with pytest.raises(TypeError):
            world.remove_agents(ids)
    assert len(world) == 1


def test_ids_that_are_gone_are_lookup_errors_and_change_nothing():
    world = ss.World()
    a, b = world.add_agents([[0, 0], [2, 0]])
    world.remove_agents(b)
    before = world.state_hash()
    for call in (
        lambda: world.remove_agents([a, b]),
        lambda: world.set_goals([a, b], [5, 5]),
        lambda: world.set_velocities([a, b], [1, 0]),
        lambda: world.place_agents([a, b], [5, 5]),
        lambda: world.correct_agents([a, b], [5, 5]),
        lambda: world.set_control([a, b], "driven"),
        lambda: world.explain(b),
        lambda: world.answer_blocked(b, "replan"),
        lambda: world.index_of(b),
    ):
        refused(call, "there is no agent 1", error=ss.NoSuchAgentError)
    refused(lambda: world.remove_obstacle(7), "there is no obstacle 7", error=LookupError)
    refused(lambda: world.move_obstacle(7, [0, 0]), error=LookupError)
    assert world.state_hash() == before


@pytest.mark.parametrize("dt", [0, -1, NAN, INF, 1e9])
def test_wrong_time_steps_are_refused(dt):
    world = ss.World()
    world.add_agents([[0, 0]])
    refused(lambda: world.step(dt), "dt")
    assert world.time == 0


def test_wrong_settings_and_shapes_are_refused():
    refused(lambda: ss.World(max_substep=0), "max_substep is 0")
    refused(lambda: ss.World(settle_passes=0), "settle_passes")
    refused(lambda: ss.World(max_neighbors=0), "max_neighbors")
    refused(lambda: ss.World(torus=[[0, 0], [0, 1]]), "max above min")
    refused(lambda: ss.World(torus=[[0, 0]]), "torus has 1 points")
    world = ss.World()
    refused(lambda: world.add_circle([0, 0], -1), "radius is -1")
    refused(lambda: world.add_circle([0, 0, 0], 1), "center is an array of shape (3,)")
    refused(lambda: world.add_circle([NAN, 0], 1), "not finite")
    refused(lambda: world.add_circle([0, 0], 1, velocity=[NAN, 0]), "velocity")
    refused(lambda: world.add_wall([0, 0], [1, 0], thickness=-1))
    refused(lambda: world.add_polygon([[0, 0], [1, 0]]))
    refused(lambda: world.add_polygon([[0, 0], [2, 0], [1, 0.5], [2, 2], [0, 2]]))
    refused(lambda: world.add_box([0, 0], [1, 0]), "both sides")
    assert world.obstacles() == []
    with pytest.raises((TypeError, OverflowError)):
        ss.World(seed=-1)


def test_wrong_answers_are_refused():
    world = ss.World()
    [id] = world.add_agents([[0, 0]])
    refused(lambda: world.answer_blocked(id, "jump"), "answer is")
    refused(lambda: world.answer_blocked(id, "wait"), "seconds")
    refused(lambda: world.answer_blocked(id, "wait", seconds=NAN), "seconds is NaN")


def test_broken_snapshots_are_refused():
    world = ss.World()
    world.add_agents([[0, 0]])
    good = bytes(world.snapshot())
    simulation = ss.Simulation.from_scene("crossroads", seconds=1)
    refused(lambda: ss.Snapshot(b""), "aren't a snapshot", error=ss.SnapshotError)
    refused(lambda: ss.Snapshot(b"hello"), error=ss.SnapshotError)
    refused(lambda: world.restore(simulation.snapshot()), "a snapshot of a World", error=ss.SnapshotError)
    refused(lambda: simulation.restore(world.snapshot()), "a snapshot of a Simulation", error=ss.SnapshotError)
    before = world.state_hash()
    for cut in range(1, len(good) - 1, 7):
        refused(lambda: world.restore(ss.Snapshot(good[:cut])), error=ss.SnapshotError)
    for place in range(1, len(good), 5):
        broken = bytearray(good)
        broken[place] ^= 0x55
        refused(lambda: world.restore(ss.Snapshot(bytes(broken))), error=ss.SnapshotError)
    assert world.state_hash() == before
    whole = bytes(simulation.snapshot())
    random = np.random.default_rng(1)
    for _ in range(300):
        broken = bytearray(whole)
        for place in random.integers(1, len(whole), 3):
            broken[place] ^= int(random.integers(1, 256))
        try:
            ss.Simulation.from_snapshot(ss.Snapshot(bytes(broken))).step()
        except ss.SidestepError:
            pass
    for cut in range(1, len(whole) - 1, max(1, len(whole) // 50)):
        refused(lambda: ss.Simulation.from_snapshot(ss.Snapshot(whole[:cut])))


def test_wrong_scenes_are_refused(tmp_path):
    make = ss.Simulation.from_scene
    refused(lambda: make("crossraods"), "did you mean `crossroads`?", error=FileNotFoundError)
    refused(lambda: make(tmp_path / "no.toml"), "there is no such file", error=FileNotFoundError)
    refused(lambda: make(tmp_path), "folder", error=FileNotFoundError)
    refused(lambda: make("dt = 1\nnonsense"), "scene:2", error=ss.SceneError)
    refused(lambda: make({"agents": [{"radius": NAN}]}), error=ValueError)
    refused(lambda: make({"agents": None}), error=ss.SceneError)
    refused(lambda: make({"agents": object()}), "none of these", error=TypeError)
    refused(lambda: make("zombies", method="magic"), "magic", error=ss.SceneError)
    refused(lambda: make("zombies", seconds=-1), error=ss.SceneError)
    refused(lambda: make("zombies", dt=NAN), error=ss.SceneError)
    refused(lambda: make("zombies", values={"agents.0.radios": 1}), "radios", error=ss.SceneError)
    refused(lambda: make("zombies", agents=0), error=ss.SceneError)
    refused(lambda: make("zombies", values={1: 2}), error=TypeError)
    refused(lambda: make(5), "give the name", error=TypeError)
    sim = make("crossroads", seconds=1, record_every=0)
    refused(sim.trajectories, "record_every")
    refused(lambda: sim.run(until=NAN), "until isn't finite")
    refused(lambda: sim.explain(10**9), error=LookupError)
    with pytest.raises(OverflowError):
        sim.step(-1)
    loop = {}
    loop["a"] = loop
    refused(lambda: make(loop), error=ValueError)


def test_threads_may_use_one_world_at_once():
    world = ss.World()
    world.add_agents(np.random.default_rng(0).random((300, 2)) * 30, goals=[15, 15])
    failures = []

    def use(number: int) -> None:
        random = np.random.default_rng(number)
        try:
            for _ in range(60):
                match random.integers(6):
                    case 0:
                        world.step(1 / 30)
                    case 1:
                        assert world.positions.shape[1] == 2
                        assert np.isfinite(world.positions).all()
                    case 2:
                        ids = world.add_agents(random.random((3, 2)) * 30)
                        world.remove_agents(ids)
                    case 3:
                        pickle.dumps(world)
                    case 4:
                        world.explain(0)
                        world.events()
                    case 5:
                        world.restore(world.snapshot())
        except ss.NoSuchAgentError:
            # Somebody has gone back to before the agents came.
            pass
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=use, args=[number]) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert not any(thread.is_alive() for thread in threads)
    assert failures == []
    assert len(world) >= 300


def test_arrays_that_are_freed_or_changed_after_the_call_do_not_matter():
    world = ss.World()
    places = np.random.default_rng(0).random((100, 2)) * 20
    ids = world.add_agents(places[::2].copy()[::-1], goals=np.asfortranarray(places[1::2]))
    expected = world.positions.copy()
    places[:] = NAN
    del places
    gc.collect()
    assert np.array_equal(world.positions, expected)
    ids[:] = 12345
    assert world.ids[0] == 0
    world.step(0.1)


def test_a_finaliser_that_asks_the_world_again_does_not_wait_for_itself():
    world = ss.World()
    world.add_agents([[0, 0], [2, 2]], goals=[5, 5])
    asked = []

    def use() -> None:
        for _ in range(5):
            # What is freed when the next array takes its place asks for that array.
            weakref.finalize(world.positions, lambda: asked.append(world.positions.shape))
            world.step(1 / 60)
            world.positions

    thread = threading.Thread(target=use, daemon=True)
    thread.start()
    thread.join(timeout=60)
    assert not thread.is_alive() and asked


def test_ctrl_c_breaks_off_between_two_steps():
    import _thread
    import signal

    agents = [{"positions": [[0, 0]], "goals": [{"direction": [1, 0]}]}]
    sim = ss.Simulation.from_scene({"duration": 100000, "agents": agents}, record_every=0)
    # Who is started in the background of a script ignores it, and would go on for ever.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            sim.run()
    finally:
        signal.signal(signal.SIGINT, before)
    done = sim.steps_done
    assert not sim.over
    sim.step()
    assert sim.steps_done == done + 1
