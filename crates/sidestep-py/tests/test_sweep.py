"""`sidestep.sweep`: many runs in a folder, shared with the command, that survive whatever happens meanwhile."""

import json
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import sidestep as ss

COMMAND = os.environ.get("SIDESTEP")
needs_command = pytest.mark.skipif(not COMMAND, reason="SIDESTEP names no command to compare with")

SWEEP = """
scenes = ["headon", "crossing"]
methods = ["default", "orca"]
seeds = [1, 2]

[set]
duration = 2

[grid]
dt = [0.05, 0.1]
"""


def command(*arguments):
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def figures(folder):
    """What the runs have left, without the time that they took."""
    results = {}
    for path in sorted((folder / "runs").iterdir()):
        result = json.loads(path.read_text())
        del result["checksum"]
        for key in ("wall_seconds", "agent_steps_per_second"):
            (result["summary"] or {}).pop(key, None)
        results[path.name] = result
    return results


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The sweep, done in one go."""
    out = tmp_path_factory.mktemp("whole")
    result = ss.sweep(SWEEP, out, jobs=2)
    assert (result.total, result.done, result.kept, result.failures) == (16, 16, 0, ())
    return out


def test_every_run_leaves_a_file_of_its_name_and_nothing_else_stays(whole):
    sweep = ss.Sweep(SWEEP)
    names = {f"{sweep.name(run)}.json" for run in range(len(sweep))}
    assert len(names) == 16
    assert set(os.listdir(whole / "runs")) == names
    assert set(os.listdir(whole)) == {"runs", "sweep.json"}


def test_a_dict_and_a_file_are_the_same_sweep(whole, tmp_path):
    source = {
        "scenes": ["headon", "crossing"],
        "methods": ["default", "orca"],
        "seeds": range(1, 3),
        "set": {"duration": 2},
        "grid": {"dt": [0.05, 0.1]},
    }
    (tmp_path / "sweep.toml").write_text(SWEEP)
    names = [ss.Sweep(SWEEP).name(run) for run in range(16)]
    for other in (source, tmp_path / "sweep.toml"):
        sweep = ss.Sweep(other)
        assert [sweep.name(run) for run in range(len(sweep))] == names
        assert ss.sweep(other, whole).kept == 16


@needs_command
def test_what_the_command_has_begun_python_goes_on_with_and_the_other_way_round(whole, tmp_path):
    (tmp_path / "sweep.toml").write_text(SWEEP)
    for first in ("command", "python"):
        out = tmp_path / first
        if first == "command":
            command("sweep", tmp_path / "sweep.toml", "--out", out, "--shard", "0/2")
            result = ss.sweep(tmp_path / "sweep.toml", out)
            assert (result.kept, result.done) == (8, 16)
        else:
            assert ss.sweep(tmp_path / "sweep.toml", out, shard=(0, 2)).total == 8
            said = command("sweep", tmp_path / "sweep.toml", "--out", out)
            assert "8 done already" in said and "16 of 16 runs are done" in said
        assert figures(out) == figures(whole)
        plans = [json.loads((folder / "sweep.json").read_text()) for folder in (out, whole)]
        assert plans[0] | {"source": ""} == plans[1] | {"source": ""}


@needs_command
def test_tables_are_those_of_the_command(whole):
    parquet = pytest.importorskip("pyarrow.parquet")
    pyarrow = pytest.importorskip("pyarrow")
    command("gather", whole)
    gathered = ss.gather(whole)
    for name, table in (("groups", gathered.groups), ("runs", gathered.runs)):
        theirs = parquet.read_table(whole / f"{name}.parquet")
        ours = pyarrow.table(table)
        assert ours.column_names == theirs.column_names and ours.num_rows == theirs.num_rows > 0
        assert ours.to_pydict() == theirs.to_pydict() == table.columns()
        (whole / f"{name}.parquet").unlink()
        for end in ("csv", "svg", "png"):
            (whole / f"{name}.{end}").unlink(missing_ok=True)


def test_pandas_and_polars_take_the_tables(whole):
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    gathered = ss.gather(whole)
    assert (gathered.done, gathered.failed, gathered.missing) == (16, 0, 0)
    frame = pandas.DataFrame.from_arrow(gathered.runs)
    assert len(frame) == 16 and set(frame["method"]) == {"default", "orca"}
    groups = polars.DataFrame(gathered.groups)
    mean = groups.filter((polars.col("measure") == "arrived") & (polars.col("scene") == "headon"))
    for row in mean.iter_rows(named=True):
        of_group = frame[(frame.scene == "headon") & (frame.method == row["method"]) & (frame.dt == row["dt"])]
        assert row["mean"] == of_group["arrived"].mean() and row["runs"] == len(of_group) == 2


def test_shares_are_the_whole_and_schedulers_say_them(whole, tmp_path, monkeypatch):
    counts = [ss.sweep(SWEEP, tmp_path, shard=(index, 3), jobs=1).total for index in (0, 1)]
    assert counts == [6, 5]
    monkeypatch.setenv("SLURM_ARRAY_TASK_ID", "2")
    monkeypatch.setenv("SLURM_ARRAY_TASK_COUNT", "3")
    result = ss.sweep(SWEEP, tmp_path)
    assert (result.total, result.kept) == (5, 0)
    assert figures(tmp_path) == figures(whole)
    monkeypatch.setenv("SLURM_ARRAY_TASK_ID", "7")
    with pytest.raises(ss.SidestepError, match=r"give shard=\(I, N\)"):
        ss.sweep(SWEEP, tmp_path)


def test_progress_comes_after_each_run_and_other_threads_go_on(tmp_path):
    seen, ticks, over = [], [], threading.Event()

    def tick():
        while not over.wait(0.001):
            ticks.append(time.monotonic())

    other = threading.Thread(target=tick)
    other.start()
    began = time.monotonic()
    result = ss.sweep({"scenes": ["zombies"], "seeds": [1, 2, 3], "set": {"duration": 3}}, tmp_path, jobs=1, progress=seen.append)
    took = time.monotonic() - began
    over.set()
    other.join()
    assert [it.done for it in seen] == [1, 2, 3] and {it.run for it in seen} == {0, 1, 2}
    assert all(it.total == 3 and it.failed == 0 for it in seen) and result.done == 3
    # Held for a whole run, the interpreter's lock would leave a gap of a third of the time.
    assert max(np.diff([began, *ticks])) < max(0.25 * took, 0.1)


def test_a_run_that_fails_is_told_and_tried_again_and_others_go_on(tmp_path):
    (tmp_path / "full.toml").write_text(
        "duration = 1\n[[agents]]\ncount = 500\nregion = { min = [0, 0], max = [2, 2] }\n"
        "goals = [{ point = [3, 0] }]\n[[obstacles]]\ncircle = { center = [1, 1], radius = 5 }\n"
    )
    source = tmp_path / "sweep.toml"
    source.write_text("scenes = ['headon', 'full.toml']\nset = { duration = 1 }\n")
    seen = []
    with pytest.warns(ss.SweepWarning, match="full.toml, default: .*fit into its region"):
        result = ss.sweep(source, tmp_path, progress=seen.append)
    [failed] = result.failures
    assert (result.total, result.done, failed.run, failed.words) == (2, 1, 1, "full.toml, default")
    assert sorted((it.done, it.failed) for it in seen)[-1] == (1, 1)
    gathered = ss.gather(tmp_path)
    assert (gathered.done, gathered.failed, gathered.missing) == (1, 1, 0)
    assert gathered.runs.columns()["failure"] == [None, failed.why]
    with pytest.warns(ss.SweepWarning):
        again = ss.sweep(source, tmp_path)
    assert (again.kept, len(again.failures)) == (1, 1)


def test_what_was_spoiled_is_told_and_made_anew(whole, tmp_path):
    ss.sweep(SWEEP, tmp_path)
    name = f"{ss.Sweep(SWEEP).name(3)}.json"
    spoiled = tmp_path / "runs" / name
    spoiled.write_text(spoiled.read_text()[:-30])
    with pytest.warns(ss.SweepWarning, match="left out"):
        assert ss.gather(tmp_path).missing == 1
    with pytest.warns(ss.SweepWarning, match="made anew"):
        assert ss.sweep(SWEEP, tmp_path).kept == 15
    assert figures(tmp_path) == figures(whole)


def test_what_another_process_has_in_hand_is_left_to_it(tmp_path):
    from sidestep._native import SweepFolder

    sweep = ss.Sweep(SWEEP)
    folder = SweepFolder(tmp_path, sweep, False)
    claim = folder.claim(5)
    assert claim is not None and folder.claim(5) is None
    result = []
    waits = threading.Thread(target=lambda: result.append(ss.sweep(SWEEP, tmp_path)))
    waits.start()
    deadline = time.monotonic() + 60
    while len(list((tmp_path / "runs").glob("*.json"))) < 15 and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.3)
    assert waits.is_alive() and not folder.has_figures(5)
    assert folder.keep(5, sweep.perform(5)) is None
    written = (tmp_path / "runs" / f"{sweep.name(5)}.json").stat().st_mtime_ns
    claim.release()
    waits.join(60)
    assert result[0].done == 16
    assert (tmp_path / "runs" / f"{sweep.name(5)}.json").stat().st_mtime_ns == written


LONG = {"scenes": ["zombies"], "seeds": list(range(1, 31)), "set": {"duration": 20, "agents": 150}}


def begin_long(out, jobs=2):
    code = f"""
        import sidestep as ss
        ss.sweep({LONG!r}, {str(out)!r}, jobs={jobs}, progress=lambda it: print(it.done, flush=True))
    """
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill"])
def test_who_is_interrupted_goes_on_with_what_is_missing(tmp_path, how):
    process = begin_long(tmp_path)
    for _ in range(2):
        assert process.stdout.readline()
    began = time.monotonic()
    process.send_signal(how)
    error = process.communicate(timeout=60)[1]
    took = time.monotonic() - began
    left = os.listdir(tmp_path / "runs")
    done = [name for name in left if name.endswith(".json")]
    assert 2 <= len(done) < 30
    if how == signal.SIGINT:
        # Between two steps, and not after the run.
        assert "KeyboardInterrupt" in error and took < 5
        assert done == left, "nothing is left behind"
    written = {name: (tmp_path / "runs" / name).stat().st_mtime_ns for name in done}
    # Every result that is there is whole, and is kept.
    begun = []

    def stop(it):
        begun.append(it.run)
        raise InterruptedError

    with pytest.raises(InterruptedError):
        ss.sweep(LONG, tmp_path, progress=stop)
    assert len(begun) == 1
    left = os.listdir(tmp_path / "runs")
    assert all(name.endswith(".json") for name in left) and len(left) >= len(done) + 1
    assert ss.gather(tmp_path).done == len(left)
    assert all((tmp_path / "runs" / name).stat().st_mtime_ns == at for name, at in written.items())


def test_a_sweep_is_sent_elsewhere_with_the_texts_of_its_scenes(tmp_path):
    (tmp_path / "walk.toml").write_text('name = "walk"\nduration = 2\n[[agents]]\ncount = 3\nregion = { min = [0, 0], max = [5, 5] }\ngoals = [{ point = [9, 0] }]\n')
    (tmp_path / "sweep.toml").write_text("scenes = ['walk.toml']\nseeds = [1, 2]\n")
    sweep = ss.Sweep(tmp_path / "sweep.toml")
    packed = pickle.dumps(sweep)
    here = json.loads(sweep.perform(1))
    (tmp_path / "walk.toml").unlink()
    (tmp_path / "sweep.toml").unlink()
    code = "import pickle, sys; sys.stdout.write(pickle.load(sys.stdin.buffer).perform(1))"
    sent = subprocess.run([sys.executable, "-c", code], input=packed, capture_output=True, check=True)
    there = json.loads(sent.stdout)
    assert there["run"] == here["run"] == sweep.name(1)
    assert there["summary"]["trajectory_hash"] == here["summary"]["trajectory_hash"]


@pytest.mark.parametrize(
    ("source", "error", "words"),
    [
        ("no.toml", FileNotFoundError, "there is no such file"),
        ("scenes = 1\n", ss.SceneError, "sweep:1"),
        ("scenes = ['headon']\n[grid]\ndt = [0.1, -1]\n", ss.SceneError, "sweep:3"),
        ({"scenes": ["hedon"]}, ss.SceneError, "did you mean `headon`?"),
        ({"scenes": ["headon"], "seed": [1]}, ss.SceneError, "seed"),
        ({"scenes": ["headon"], "seeds": {"first": 1, "count": 2_000_000}}, ss.SceneError, "1000000"),
        ({"scenes": None}, ss.SceneError, "None"),
        ({}, ss.SceneError, "`scenes` is missing"),
        (5, TypeError, "give the path of a sweep file"),
    ],
)
def test_wrong_sweeps_are_refused_before_anything_is_made(source, error, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error) as caught:
        ss.sweep(source, tmp_path / "out")
    assert words in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_wrong_folders_and_numbers_are_refused(whole, tmp_path):
    other = {"scenes": ["headon"], "set": {"duration": 1}}
    with pytest.raises(ss.SidestepError, match="another sweep.*choose another folder .out., or give amend=True"):
        ss.sweep(other, whole)
    with pytest.raises(ss.SidestepError, match="no folder of a sweep"):
        ss.gather(tmp_path)
    with pytest.raises(ValueError, match="jobs is 0"):
        ss.sweep(other, tmp_path, jobs=0)
    with pytest.raises(ss.SidestepError, match="of 2 the last is 1/2"):
        ss.sweep(other, tmp_path, shard=(2, 2))
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="in the way"):
        ss.sweep(other, tmp_path / "file")
    sweep = ss.Sweep(other)
    for call in (sweep.name, sweep.words, sweep.perform):
        with pytest.raises(IndexError, match="there is no run 1; there are 1"):
            call(1)
    with pytest.raises(ss.SidestepError, match="threads is 0"):
        sweep.perform(0, threads=0)
    with pytest.raises(ss.SidestepError, match="aren't a sweep"):
        ss.Sweep._unpack(b"{}")


def test_a_folder_is_taken_over_and_what_both_have_is_kept(tmp_path):
    source = {"scenes": ["headon"], "seeds": [1, 2], "set": {"duration": 1}}
    ss.sweep(source, tmp_path)
    result = ss.sweep({**source, "seeds": [1, 2, 3]}, tmp_path, amend=True)
    assert (result.total, result.kept) == (3, 2)
