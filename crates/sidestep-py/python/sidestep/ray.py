"""Sweeps on a cluster of Ray, which says what runs where: ``pip install sidestep[ray]``.

>>> from sidestep.ray import sweep
>>> result = sweep("crowds.toml", "out/crowds")  # doctest: +SKIP

Each run is a task of its own. What it needs is sent to the worker and what it leaves is sent back, so the workers
need neither the files of the scenes nor the folder; a scene that names further files, such as level geometry,
needs these at the same path everywhere. The folder is that of `sidestep.sweep` and of the command: each goes on with what
the others have begun, also at the same time.
"""

from __future__ import annotations

import os
import pickle
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import ray

from sidestep._native import RunClaim, Sweep
from sidestep._sweeps import Source, SweepProgress, SweepResult, _begin

__all__ = ["sweep"]

# How many runs each core has in hand or in line, so that none waits for the next one.
_IN_HAND = 2
# How long one waits for a result before looking at what else there is (s).
_PATIENCE = 0.2


# The sweep that this worker had a run of last.
_last: dict[bytes, Sweep] = {}


def _unpacked(packed: bytes) -> Sweep:
    if packed not in _last:
        _last.clear()
        _last[packed] = pickle.loads(packed)
    return _last[packed]


def _perform(packed: bytes, run: int, begins: Callable[[int], object] | None) -> str:
    """Does a run on a worker and returns its result file as text."""
    if begins is not None:
        begins(run)
    return _unpacked(packed).perform(run)


def sweep(
    source: Source,
    out: str | os.PathLike[str],
    *,
    shard: tuple[int, int] | None = None,
    amend: bool = False,
    retries: int = 3,
    progress: Callable[[SweepProgress], object] | None = None,
    begins: Callable[[int], object] | None = None,
) -> SweepResult:
    """Does all runs of a sweep that the folder `out` has no result of on the cluster, one a core.

    source, out, shard, amend, progress and what is raised: as `sidestep.sweep`. The cluster is the one that ``ray.init``
    has connected to; without it Ray starts one on this machine.

    retries: how often a run is tried again whose worker has died under it, from 0 on; then it has failed. Its result is written
    once, by this process. begins: is called on the worker with the run's number when it begins there, such as for a log.

    Ctrl-C cancels what is under way and keeps what is done: the same call goes on.
    """
    if retries < 0:
        raise ValueError(f"retries is {retries}; give a whole number from 0 on")
    checked, folder, missing, telling = _begin(source, out, shard, amend, progress)
    if not missing:
        return telling.result(out)
    if not ray.is_initialized():
        ray.init()
    packed = ray.put(pickle.dumps(checked))
    task = ray.remote(num_cpus=1, max_retries=retries)(_perform)
    # Those that another process has in hand stand at the end.
    waiting = deque(missing)
    in_hand: dict[Any, tuple[int, RunClaim]] = {}
    try:
        while waiting or in_hand:
            most = _IN_HAND * _cores()
            for _ in range(min(len(waiting), most - len(in_hand))):
                run = waiting.popleft()
                claim = folder.claim(run)
                if claim is None:
                    waiting.append(run)
                elif folder.has_figures(run):
                    claim.release()
                    telling(run, None)
                else:
                    in_hand[task.remote(packed, run, begins)] = (run, claim)
            if not in_hand:
                time.sleep(_PATIENCE)
                continue
            ready, _ = ray.wait(list(in_hand), num_returns=1, timeout=_PATIENCE)
            for reference in ready:
                run, claim = in_hand.pop(reference)
                why = _kept(folder, run, reference)
                claim.release()
                telling(run, why)
    finally:
        for reference, (_, claim) in in_hand.items():
            ray.cancel(reference, force=True)
            claim.release()
    return telling.result(out)


def _cores() -> int:
    """Returns how many cores the cluster has now."""
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return max(1, int(resources.get("CPU", 1)))


def _kept(folder: Any, run: int, reference: Any) -> str | None:
    """Keeps what a run has left. Returns why it failed, if it has."""
    try:
        text = ray.get(reference)
    except ray.exceptions.RayTaskError:
        # A fault of this package or of `begins`, and not of the run.
        raise
    except ray.exceptions.RayError as error:
        lines = [line for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
        why = f"its worker died each time: {lines[0]}"
        folder.keep_failure(run, why)
        return why
    failure: str | None = folder.keep(run, text)
    return failure
