"""`Simulation`: the same bits as the command, and what is taken from a run."""

import json
import os
import pickle
import subprocess
from pathlib import Path

import numpy as np
import pytest

import sidestep as ss

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = json.loads((ROOT / "crates/sidestep-scene/tests/golden.json").read_text())

ROOM = """
seed = 2
dt = 0.05
duration = 4.0
[[agents]]
positions = [[0.0, 0.0], [4.0, 0.1]]
goals = [{ offset = [4.0, 0.0] }]
"""


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["scene"])
def test_built_in_scenes_have_the_golden_hashes_of_the_engine(golden):
    sim = ss.Simulation.from_scene(golden["scene"], seconds=golden["seconds"], record_every=0)
    sim.run()
    assert sim.summary()["trajectory_hash"] == golden["hash"]


@pytest.mark.skipif("SIDESTEP" not in os.environ, reason="SIDESTEP names no command `sidestep`")
def test_summaries_are_those_of_the_command():
    options = ["--seed", "5", "--agents", "40", "--method", "orca", "--seconds", "4", "--set", "agents.0.radius=0.25"]
    ran = subprocess.run(
        [os.environ["SIDESTEP"], "run", "crossroads", "--json", *options], capture_output=True, text=True, check=True
    )
    theirs = json.loads(ran.stdout)
    sim = ss.Simulation.from_scene(
        "crossroads", seed=5, agents=40, method="orca", seconds=4, values={"agents.0.radius": 0.25}
    )
    sim.run()
    ours = sim.summary()
    assert set(ours) == set(theirs)
    measured = {key for key in theirs if "wall" in key or "per_second" in key or "real" in key}
    same = [key for key in theirs if key not in measured]
    assert len(same) > 20
    assert {key: ours[key] for key in same} == {key: theirs[key] for key in same}


@pytest.mark.skipif("SIDESTEP" not in os.environ, reason="SIDESTEP names no command `sidestep`")
def test_refusals_have_the_words_of_the_command():
    for options, arguments in [
        (["no-such-scene"], {"scene": "no-such-scene"}),
        (["zombies", "--set", "agents.0.radius=-1"], {"scene": "zombies", "values": {"agents.0.radius": -1}}),
        (["zombies", "--set", "agents.0.radios=1"], {"scene": "zombies", "values": {"agents.0.radios": 1}}),
    ]:
        ran = subprocess.run([os.environ["SIDESTEP"], "run", "--json", *options], capture_output=True, text=True)
        assert ran.returncode == 2
        with pytest.raises((ss.SceneError, FileNotFoundError)) as caught:
            ss.Simulation.from_scene(**arguments)
        assert str(caught.value) in " ".join(ran.stderr.split())


def test_a_scene_may_be_a_name_a_file_a_text_or_a_dict(tmp_path):
    file = tmp_path / "room.toml"
    file.write_text(ROOM)
    as_dict = {
        "seed": 2,
        "dt": 0.05,
        "duration": 4.0,
        "agents": [{"positions": np.array([[0.0, 0.0], [4.0, 0.1]]), "goals": [{"offset": (4.0, 0.0)}]}],
    }
    hashes = set()
    for scene in (file, str(file), ROOM, as_dict):
        sim = ss.Simulation.from_scene(scene)
        sim.run()
        hashes.add(sim.state_hash())
    assert len(hashes) == 1
    assert "crossroads" in ss.builtin_scenes() and "orca" in ss.method_names()


def test_runs_stop_where_they_are_told_to():
    sim = ss.Simulation.from_scene(ROOM)
    sim.run(until=1.0)
    assert sim.time == pytest.approx(1.0) and sim.steps_done == 20 and not sim.over
    sim.run(until=0.5)
    assert sim.steps_done == 20
    sim.step(3)
    assert sim.steps_done == 23
    sim.run()
    assert sim.over and sim.duration == 4.0
    sim.step(5)
    assert sim.time <= 4.0 + 1e-9


def test_trajectories_are_what_was_seen():
    sim = ss.Simulation.from_scene(ROOM, record_every=2)
    seen = [sim.positions]
    while not sim.over:
        sim.step()
        if sim.steps_done % 2 == 0:
            seen.append(sim.positions)
    columns = sim.trajectories().columns()
    assert len(sim.trajectories()) == 2 * len(seen)
    places = np.stack([columns["x"], columns["y"]], axis=1).reshape(-1, 2, 2)
    assert np.array_equal(places, np.stack(seen))
    assert columns["present"].all() and columns["step"][:4].tolist() == [0, 0, 2, 2]
    assert columns["time"][2] == pytest.approx(0.1)


def test_data_tools_take_trajectories_as_they_are():
    pyarrow, polars, duckdb, pandas = map(pytest.importorskip, ["pyarrow", "polars", "duckdb", "pandas"])
    sim = ss.Simulation.from_scene("doors", seconds=0.5)
    sim.run(until=0.2)
    early = pyarrow.table(sim.trajectories())
    sim.run()
    trajectories = sim.trajectories()
    table = pyarrow.table(trajectories)
    assert table.num_rows == len(trajectories) and early.equals(table.slice(0, early.num_rows))
    assert table.schema.names == ["step", "time", "id", "group", "x", "y", "vx", "vy", "present"]
    frame = pandas.DataFrame.from_arrow(trajectories)
    assert np.array_equal(frame["x"].to_numpy(), trajectories.columns()["x"])
    assert list(frame["group"]) == trajectories.columns()["group"]
    assert polars.DataFrame(trajectories)["y"].to_numpy().tolist() == frame["y"].tolist()
    assert duckdb.sql("select count(distinct id) from trajectories").fetchall() == [(len(sim),)]
    del sim, trajectories
    assert float(table["x"][0].as_py()) == float(frame["x"][0])


def test_arrow_tables_outlive_everything():
    pyarrow = pytest.importorskip("pyarrow")

    def table():
        sim = ss.Simulation.from_scene(ROOM)
        sim.run()
        return pyarrow.table(sim.trajectories()), sim.trajectories().columns()["x"]

    arrow, copied = table()
    assert np.array_equal(arrow["x"].to_numpy(), copied)
    # A capsule that nobody takes frees what it holds.
    ss.Simulation.from_scene(ROOM).trajectories().__arrow_c_stream__()


def test_a_snapshot_goes_on_bit_for_bit_with_its_figures():
    sim = ss.Simulation.from_scene("crates", seed=4)
    sim.run(until=3.0)
    other = pickle.loads(pickle.dumps(sim))
    snapshot = pickle.loads(pickle.dumps(sim.snapshot()))
    sim.run(until=6.0)
    other.run(until=6.0)
    assert other.state_hash() == sim.state_hash()
    assert other.summary()["trajectory_hash"] == sim.summary()["trajectory_hash"]
    sim.restore(snapshot)
    assert sim.time == pytest.approx(3.0)
    sim.run(until=6.0)
    assert sim.state_hash() == other.state_hash()


def test_what_is_there_is_told():
    sim = ss.Simulation.from_scene("plugged", seconds=12)
    sim.run()
    assert sim.is_blocked.any() == bool(sim.blocked())
    assert len(sim.setting()["agents"]) == len(sim) == len(sim.radii)
    assert sim.explain(0).reasons
    assert ss.Simulation.from_scene(sim.scene_toml()).duration == sim.duration == 12
