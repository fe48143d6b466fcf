"""Sweeps: many runs in a folder, which the command `sidestep sweep` may have begun or may go on with."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sidestep._native import Sweep, SweepFolder, Table, gather_sweep

Source = str | os.PathLike[str] | Mapping[str, Any] | Sweep
"""What a sweep is made of: the path of its file, TOML of more than one line, a dict, or a `Sweep`."""


class SweepWarning(UserWarning):
    """A run that has failed, or a result that can't be used."""


class FailedRun(NamedTuple):
    """A run that has failed; the next sweep tries it again."""

    run: int
    """Its number, from 0."""
    words: str
    """Scene, method, values of the grid and seed."""
    why: str
    """What went wrong."""


class SweepProgress(NamedTuple):
    """How far a sweep is, after a run has come to its end."""

    run: int
    """Number of the run, from 0."""
    done: int
    """How many runs of this share are done, those that were there included."""
    failed: int
    """How many have failed."""
    total: int
    """How many runs this share has."""


@dataclass(frozen=True)
class SweepResult:
    """What a sweep came to."""

    folder: Path
    """The folder with the results."""
    total: int
    """Number of runs of this share."""
    kept: int
    """How many were done already."""
    done: int
    """How many are done now, those included."""
    failures: tuple[FailedRun, ...]
    """The runs that failed."""

    def gather(self) -> Gathered:
        """Returns the tables of the whole folder, as `sidestep.gather`."""
        return gather(self.folder)


@dataclass(frozen=True)
class Gathered:
    """Tables of a sweep's results, in Arrow: ``pandas.DataFrame.from_arrow(it.groups)``, ``polars.DataFrame(it.runs)``."""

    groups: Table
    """A row for each combination and measure, with mean, deviation, and `low` and `high` of the 95 % interval."""
    runs: Table
    """A row for each run that has left something, with all figures of its summary."""
    done: int
    """Number of runs with figures."""
    failed: int
    """Number of runs that failed."""
    missing: int
    """Number of runs without a result."""


class _Telling:
    """Counts what becomes of the runs, and tells it."""

    def __init__(
        self, sweep: Sweep, total: int, kept: int, progress: Callable[[SweepProgress], object] | None
    ) -> None:
        self.sweep, self.total, self.kept, self.done = sweep, total, kept, kept
        self.progress = progress
        self.failures: list[FailedRun] = []

    def __call__(self, run: int, why: str | None) -> None:
        if why is None:
            self.done += 1
        else:
            failed = FailedRun(run, self.sweep.words(run), why)
            self.failures.append(failed)
            warnings.warn(f"{failed.words}: {why}", SweepWarning, stacklevel=3)
        if self.progress is not None:
            self.progress(SweepProgress(run, self.done, len(self.failures), self.total))

    def result(self, out: str | os.PathLike[str]) -> SweepResult:
        return SweepResult(Path(out), self.total, self.kept, self.done, tuple(self.failures))


def _sweep_of(source: Source) -> Sweep:
    if isinstance(source, Sweep):
        return source
    return Sweep(dict(source) if isinstance(source, Mapping) else source)


def _begin(
    source: Source,
    out: str | os.PathLike[str],
    shard: tuple[int, int] | None,
    amend: bool,
    progress: Callable[[SweepProgress], object] | None,
) -> tuple[Sweep, SweepFolder, list[int], _Telling]:
    sweep = _sweep_of(source)
    folder = SweepFolder(out, sweep, amend)
    missing, kept, told = folder.missing(shard)
    for line in told:
        warnings.warn(line, SweepWarning, stacklevel=3)
    return sweep, folder, missing, _Telling(sweep, kept + len(missing), kept, progress)


def sweep(
    source: Source,
    out: str | os.PathLike[str],
    *,
    shard: tuple[int, int] | None = None,
    jobs: int | None = None,
    amend: bool = False,
    progress: Callable[[SweepProgress], object] | None = None,
) -> SweepResult:
    """Does all runs of a sweep that the folder `out` has no result of, and keeps a result for each.

    source: the path of a sweep file, TOML of more than one line, or a dict with what the TOML would say: scenes,
    methods, seeds, set, grid. Runs, their names and their files are those of the command `sidestep sweep`; each goes
    on with what the other has begun, also at the same time.

    shard: (I, N) for every N-th run from the I-th on, counted from 0. Without it an array of Slurm or an indexed job
    of Kubernetes says it, or all runs are done. jobs: how many run at once, from 1 on, or as many as there are cores;
    the interpreter's lock is released meanwhile. amend: takes over a folder of another sweep, and keeps what both have in
    common. progress: is called after each run.

    A run that fails is told by a `SweepWarning` and in the result, and doesn't stop the others. Ctrl-C, or an exception
    of `progress`, breaks off what is under way, leaves nothing of it, and keeps what is done: the same call goes on.

    Raises `SceneError` if the sweep makes no sense, `SidestepError` if the folder has another one, FileNotFoundError if
    there is no such file, and OSError if a result can't be written.

    >>> import sidestep as ss, tempfile
    >>> out = tempfile.TemporaryDirectory()
    >>> source = {"scenes": ["headon"], "methods": ["default", "orca"], "seeds": [1, 2], "set": {"duration": 2}}
    >>> result = ss.sweep(source, out.name, jobs=1)
    >>> result.done, result.kept
    (4, 0)
    >>> ss.sweep(source, out.name).kept
    4
    >>> table = result.gather().runs.columns()
    >>> table["method"], table["agents"]
    (['default', 'default', 'orca', 'orca'], [10, 10, 10, 10])
    """
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is {jobs}; give a whole number from 1 on, or leave it out for as many as there are cores")
    _, folder, _, telling = _begin(source, out, shard, amend, progress)
    folder.run(shard, jobs, telling)
    return telling.result(out)


def gather(folder: str | os.PathLike[str]) -> Gathered:
    """Returns tables of what a sweep has left in a folder, by whatever it was done.

    They have the columns of the files that `sidestep gather` writes. A file that can't be used is left out and told
    by a `SweepWarning`. Nothing is written.

    Raises `SidestepError` if it is no folder of a sweep.
    """
    groups, runs, (done, failed, missing), told = gather_sweep(folder)
    for line in told:
        warnings.warn(line, SweepWarning, stacklevel=2)
    return Gathered(groups, runs, done, failed, missing)
