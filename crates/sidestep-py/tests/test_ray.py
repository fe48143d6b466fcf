"""`sidestep.ray`: a sweep on a cluster of which a worker dies on the way, and one of which a whole node does."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

import sidestep as ss

ray = pytest.importorskip("ray", reason="ray isn't installed")

import sidestep.ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

# Workers haven't got this file: what they call of it is sent along.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])

SWEEP = {"scenes": ["zombies"], "seeds": list(range(1, 13)), "set": {"duration": 6, "agents": 60}}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Two nodes of a core each, with processes of their own, that see the installed package and a folder for logs."""
    # Ray's own folder would be shared with whoever else has a cluster on this machine.
    patch = pytest.MonkeyPatch()
    patch.setenv("RAY_TMPDIR", str(tmp_path_factory.mktemp("r")))
    for attempt in range(3):
        made = Cluster()
        try:
            each = {"num_cpus": 1, "object_store_memory": 80 << 20}
            # A dead node is noticed after a second, and not after fifteen.
            soon = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500, "health_check_failure_threshold": 2}
            made.add_node(**each, include_dashboard=False, _system_config=soon)
            made.add_node(**each)
            ray.init(made.address, log_to_driver=False, logging_level="error")
            break
        except Exception:
            # On a busy machine Ray waits 15 s for its own processes and then gives up.
            ray.shutdown()
            made.shutdown()
            if attempt == 2:
                raise
    yield made
    ray.shutdown()
    made.shutdown()
    patch.undo()


class Log:
    """A file a start: which process on which node has begun which run."""

    def __init__(self, folder):
        self.folder = str(folder)

    def __call__(self, run):
        node = ray.get_runtime_context().get_node_id()
        with open(os.path.join(self.folder, f"{run}-{os.getpid()}-{node}-{time.time_ns()}"), "x"):
            pass

    def on_nodes(self):
        """Each start in order of time: run, process and node."""
        found = sorted((name.split("-") for name in os.listdir(self.folder)), key=lambda it: int(it[3]))
        return [(int(run), int(pid), node) for run, pid, node, _ in found]

    def starts(self):
        return [(run, pid) for run, pid, _ in self.on_nodes()]


class HoldingLog(Log):
    """A log that has some runs wait where they begin first, so that whoever shall die dies with them in hand.

    holds: says of a run and the node it begins on whether it waits. Runs after 5 begin only when one is held, so that a
    worker that is slow to start isn't left without any.
    """

    def __init__(self, folder, holds):
        super().__init__(folder)
        os.mkdir(self.folder)
        self.holds = holds

    def __call__(self, run):
        begun_before = run in {other for other, _ in self.starts()}
        super().__call__(run)
        node = ray.get_runtime_context().get_node_id()
        if self.holds(run, node) and not begun_before:
            time.sleep(120)
            raise RuntimeError("nobody has killed it")
        deadline = time.monotonic() + 60
        while run > 5 and not self.held() and time.monotonic() < deadline:
            time.sleep(0.05)

    def held(self):
        """The starts that wait, or waited when they were killed."""
        first = {}
        for run, pid, node in self.on_nodes():
            first.setdefault(run, (run, pid, node))
        return [start for start in first.values() if self.holds(start[0], start[2])]


def without_times(path):
    result = json.loads(path.read_text())
    del result["checksum"]
    for key in ("wall_seconds", "agent_steps_per_second"):
        del result["summary"][key]
    return result


def assert_all_are_done(out):
    """Each run has left one file, under the name of its inputs, and there is nothing left to do."""
    sweep = ss.Sweep(SWEEP)
    assert sorted(os.listdir(out / "runs")) == sorted(f"{sweep.name(run)}.json" for run in range(12))
    assert ss.sweep(SWEEP, out).kept == 12


def test_a_worker_is_killed_and_nothing_is_lost_or_done_twice(cluster, tmp_path):
    log = HoldingLog(tmp_path / "log", holds=lambda run, node: run == 5)
    out = tmp_path / "out"
    killed = []
    seen = []

    def progress(it):
        seen.append(it)
        if len(seen) >= 3 and not killed:
            for run, pid, _ in log.held():
                killed.append((run, pid))
                os.kill(pid, signal.SIGKILL)

    result = sidestep.ray.sweep(SWEEP, out, progress=progress, begins=log)
    [(victim, worker)] = killed
    starts = log.starts()
    # Its runs go to the other worker or to one that comes in its place, whichever is free first.
    assert len({pid for _, pid in starts}) >= 2
    # Nothing is lost, and each run has come to an end once, in a file of its own.
    assert sorted(it.run for it in seen) == list(range(12)) and [it.done for it in seen] == list(range(1, 13))
    assert (result.done, result.kept, result.failures) == (12, 0, ())
    assert_all_are_done(out)
    # Only what the killed worker had in hand was begun twice, the second time elsewhere.
    times = {run: [pid for other, pid in starts if other == run] for run in range(12)}
    assert times[victim][0] == worker and len(times[victim]) == 2 and times[victim][1] != worker
    assert all(len(pids) == 1 for run, pids in times.items() if run != victim)
    # The same results as without a cluster, and nothing left to do for anybody.
    ss.sweep(SWEEP, tmp_path / "alone", shard=(0, 4))
    for path in (tmp_path / "alone" / "runs").iterdir():
        assert without_times(path) == without_times(out / "runs" / path.name)


def test_what_was_begun_without_ray_is_gone_on_with(cluster, tmp_path):
    small = {**SWEEP, "set": {"duration": 1, "agents": 10}}
    assert ss.sweep(small, tmp_path, shard=(1, 2)).total == 6
    log = Log(tmp_path / "log")
    os.mkdir(log.folder)
    result = sidestep.ray.sweep(small, tmp_path, begins=log)
    assert (result.total, result.kept, result.done) == (12, 6, 12)
    assert sorted(run for run, _ in log.starts()) == [0, 2, 4, 6, 8, 10]
    assert sidestep.ray.sweep(small, tmp_path, begins=log).kept == 12 and len(log.starts()) == 6


def test_a_run_whose_worker_always_dies_fails_and_the_others_do_not(cluster, tmp_path):
    small = {**SWEEP, "seeds": [1, 2, 3], "set": {"duration": 1, "agents": 10}}

    def begins(run):
        if run == 1:
            os.kill(os.getpid(), signal.SIGKILL)

    with pytest.warns(ss.SweepWarning, match="its worker died each time"):
        result = sidestep.ray.sweep(small, tmp_path, retries=1, begins=begins)
    assert result.done == 2 and [it.run for it in result.failures] == [1]
    assert ss.gather(tmp_path).failed == 1
    assert ss.sweep(small, tmp_path).kept == 2


def test_who_breaks_off_keeps_what_is_done_and_goes_on_later(cluster, tmp_path):
    small = {**SWEEP, "set": {"duration": 2, "agents": 30}}
    seen = []

    def progress(it):
        seen.append(it.run)
        if len(seen) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        sidestep.ray.sweep(small, tmp_path, progress=progress)
    sweep = ss.Sweep(small)
    assert sorted(os.listdir(tmp_path / "runs")) == sorted(f"{sweep.name(run)}.json" for run in seen), "and no claim is left"
    log = Log(tmp_path / "log")
    os.mkdir(log.folder)
    result = sidestep.ray.sweep(small, tmp_path, begins=log)
    assert (result.kept, result.done, len(log.starts())) == (3, 12, 9)


@pytest.mark.parametrize("section", ["Python", "Ray"])
def test_the_page_on_many_runs_says_what_works(cluster, tmp_path, monkeypatch, section):
    page = (Path(__file__).parents[3] / "docs" / "many-runs.md").read_text()
    code = page.split(f"### {section}\n")[1].split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    Path("crowds.toml").write_text("scenes = ['headon']\nmethods = ['default', 'orca']\n[set]\nduration = 1\n")
    # There is a cluster already.
    monkeypatch.setattr(ray, "init", lambda address: None)
    namespace = {}
    exec(code, namespace)
    assert namespace["result"].done > 0 and namespace["result"].failures == ()


def test_wrong_sweeps_are_refused(cluster, tmp_path):
    with pytest.raises(ss.SceneError, match="did you mean"):
        sidestep.ray.sweep({"scenes": ["hedon"]}, tmp_path)
    with pytest.raises(ValueError, match="retries is -1"):
        sidestep.ray.sweep(SWEEP, tmp_path, retries=-1)


# The last one, as it takes the cluster's second node away.
def test_a_node_is_killed_and_nothing_is_lost_or_done_twice(cluster, tmp_path):
    [second] = cluster.worker_nodes
    doomed = second.node_id
    log = HoldingLog(tmp_path / "log", holds=lambda run, node: run >= 4 and node == doomed)
    out = tmp_path / "out"
    seen, begun_there = [], []

    def progress(it):
        seen.append(it)
        if len(seen) >= 3 and not begun_there and log.held():
            # Its processes get kill -9: the node's own, and its worker.
            cluster.remove_node(second, allow_graceful=False)
            begun_there.extend(run for run, _, _ in log.held())

    result = sidestep.ray.sweep(SWEEP, out, progress=progress, begins=log)
    assert sorted(it.run for it in seen) == list(range(12)) and [it.done for it in seen] == list(range(1, 13))
    assert (result.done, result.kept, result.failures) == (12, 0, ())
    assert_all_are_done(out)
    starts = log.on_nodes()
    assert {node for _, _, node in starts} == {second.node_id, cluster.head_node.node_id}
    # What was begun there and hadn't come back was begun again here, and nothing else was.
    times = {run: [node for other, _, node in starts if other == run] for run in range(12)}
    [held] = begun_there
    assert times[held] == [second.node_id, cluster.head_node.node_id]
    assert all(len(nodes) == 1 for run, nodes in times.items() if run != held)
