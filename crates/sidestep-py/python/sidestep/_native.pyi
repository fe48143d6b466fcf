"""Types and documentation of the compiled part; `sidestep` has the names that people use."""

from collections.abc import Callable, Iterable
from os import PathLike
from typing import Any, Literal, Self, final

import numpy as np
import numpy.typing as npt

__version__: str

__all__ = [
    "BlockedAgent",
    "CrowdNavEpisodes",
    "Event",
    "Explanation",
    "NoSuchAgentError",
    "OrcaSimulator",
    "RunClaim",
    "SceneError",
    "SidestepError",
    "Simulation",
    "Snapshot",
    "SnapshotError",
    "Sweep",
    "SweepFolder",
    "Table",
    "Trajectories",
    "World",
    "__version__",
    "builtin_scenes",
    "gather_sweep",
    "method_names",
]

class SidestepError(ValueError):
    """A value that makes no sense; the message says which, where and how to mend it."""

class SceneError(SidestepError):
    """A scene that can't be read or run; the message says where and how to mend it."""

class SnapshotError(SidestepError):
    """A snapshot that can't be taken or gone back to."""

class NoSuchAgentError(LookupError):
    """An agent, obstacle or marker that isn't in the world (any more)."""

_Method = Literal["default", "orca", "none"]
_Control = Literal["steered", "driven"]
_OnArrival = Literal["stop", "remove", "continue"]
_Route = Literal["straight", "walkable"]
_Pattern = Literal["abreast", "file", "wedge", "ring", "queue"]
_Ids = int | npt.ArrayLike

@final
class World:
    """Many agents among walls and obstacles, moved step by step.

    Arrays go in, and ids come out. The arrays that it hands out (`positions` and the like) have a row an
    agent, in the order of `ids`. They are read-only and own their numbers: they are gathered once when
    they are first asked for after a change, handed out again without a copy until the next one, and stay
    what they were for whoever keeps them.

    >>> import sidestep as ss
    >>> world = ss.World()
    >>> ids = world.add_agents([[0, 0], [8, 0.2]], radius=0.25, goals=[[8, 0], [0, 0]])
    >>> world.step(0.1, count=120)
    >>> bool(world.arrived.all())
    True

    Any number of threads may use it: each call waits for those that are under way, and while a step is
    computed the interpreter's lock is released. A world pickles.
    """

    def __new__(
        cls,
        *,
        seed: int = 1,
        torus: npt.ArrayLike | None = None,
        settle: bool = True,
        settle_passes: int = 4,
        max_substep: float = 0.1,
        decide_every: float = 0.0,
        stuck_seconds: float = 3.0,
        max_neighbors: int = 16,
        parallel: bool = True,
    ) -> Self:
        """Makes an empty world.

        seed: of every random choice. torus: two corners (m), lower left and upper right, of a plane that
        wraps. settle: whether contacts are settled by position after each step, in settle_passes passes
        (1 to 32). max_substep: longest time that is taken at once (s), above 0; longer steps are cut.
        decide_every: how often an agent decides (s), 0 for each step. stuck_seconds: time without
        progress after which an agent counts as stuck (s). max_neighbors: how many others a behaviour sees.
        parallel: whether several threads are used; the result is the same.

        Raises `SidestepError` if a number is out of its range.
        """

    def add_agents(
        self,
        positions: npt.ArrayLike,
        *,
        radius: npt.ArrayLike | None = None,
        max_speed: npt.ArrayLike | None = None,
        goals: npt.ArrayLike | None = None,
        goal_radius: npt.ArrayLike | None = None,
        velocities: npt.ArrayLike | None = None,
        preferred_speed: npt.ArrayLike | None = None,
        mass: npt.ArrayLike | None = None,
        max_acceleration: npt.ArrayLike | None = None,
        response_time: npt.ArrayLike | None = None,
        group: int = 0,
        ids: _Ids | None = None,
        control: _Control = "steered",
        method: _Method = "default",
        on_arrival: _OnArrival = "stop",
        route: _Route = "straight",
        responsibility: float = 1.0,
        priority: int = 0,
        turn_rate: float | None = None,
        time_gap: float = 0.0,
    ) -> npt.NDArray[np.uint64]:
        """Adds agents, all or none, and returns their ids.

        positions: (n, 2) in metres. Each of these is one number for all or n of them: radius (m, above 0,
        0.3 if not given), max_speed (m/s, 1.4), goal_radius (m, the own radius), preferred_speed (m/s,
        max_speed), mass (kg, 1), max_acceleration (m/s², what reaches full speed in half a second),
        response_time (s, 0.15). goals: one point for all, one each, or k each in order, (n, k, 2).
        velocities: one for all or one each (m/s). control: "driven" for those whom `set_velocities`
        moves. route: "walkable" for those who walk along paths through walkable space (`set_walkable`).
        responsibility and priority: who does how much of the work of avoiding. turn_rate: how fast a
        heading turns to where its agent means to go (rad/s, 2π if not given). time_gap: how long after those
        ahead who go its way an agent is where they are now (s, 0 if not given); before a door it closes up.

        >>> import sidestep as ss
        >>> ss.World().add_agents([[0, 0], [1, 1]], radius=-1)
        Traceback (most recent call last):
            ...
        sidestep.SidestepError: agent 0 of 2: radius of body is -1; it must be a finite number above 0

        Raises `SidestepError` if a shape or a number makes no sense, or an id is taken.
        """

    def remove_agents(self, ids: _Ids) -> None:
        """Takes agents out, all or none. Raises `NoSuchAgentError` if one isn't there."""

    def set_goals(self, ids: _Ids, goals: npt.ArrayLike, *, radius: float | None = None) -> None:
        """Gives agents new goals (m), as in `add_agents`, within a radius (m, the own one if not given)."""

    def set_velocities(self, ids: _Ids, velocities: npt.ArrayLike) -> None:
        """Gives agents velocities (m/s): how those that are driven are moved."""

    def place_agents(
        self, ids: _Ids, positions: npt.ArrayLike, velocities: npt.ArrayLike | None = None
    ) -> None:
        """Puts agents somewhere else (m), with velocities (m/s, 0 if not given). They forget their way."""

    def correct_agents(
        self, ids: _Ids, positions: npt.ArrayLike, velocities: npt.ArrayLike | None = None
    ) -> None:
        """Says where agents are that something else has moved a little (m, m/s). They forget nothing."""

    def set_control(self, ids: _Ids, control: _Control) -> None:
        """Says whether agents are steered, or driven by the caller."""

    def add_circle(
        self,
        center: npt.ArrayLike,
        radius: float,
        *,
        temporary: bool = False,
        velocity: npt.ArrayLike | None = None,
    ) -> int:
        """Adds a round obstacle (m) and returns its id. temporary: agents look for a way round it."""

    def add_wall(
        self, start: npt.ArrayLike, end: npt.ArrayLike, *, thickness: float = 0.0, temporary: bool = False
    ) -> int:
        """Adds a wall between two points (m), with round ends where it has a thickness (m); returns its id."""

    def add_polygon(
        self, corners: npt.ArrayLike, *, temporary: bool = False, velocity: npt.ArrayLike | None = None
    ) -> int:
        """Adds a convex polygon, its corners (m) in either order, and returns its id."""

    def add_box(
        self,
        center: npt.ArrayLike,
        size: npt.ArrayLike,
        *,
        angle: float = 0.0,
        temporary: bool = False,
        velocity: npt.ArrayLike | None = None,
    ) -> int:
        """Adds a box (m), turned by an angle (rad), and returns its id."""

    def move_obstacle(self, id: int, center: npt.ArrayLike, *, angle: float = 0.0) -> None:
        """Moves an obstacle with the next step to a place (m), turned by an angle (rad); who is between is pushed."""

    def place_obstacle(
        self, id: int, center: npt.ArrayLike, *, angle: float = 0.0, velocity: npt.ArrayLike | None = None
    ) -> None:
        """Puts an obstacle somewhere else at once (m, rad), with a velocity from then on (m/s)."""

    def remove_obstacle(self, id: int) -> None:
        """Takes an obstacle out. Raises `NoSuchAgentError` if it isn't there."""

    def obstacles(self) -> list[dict[str, Any]]:
        """Returns all obstacles: dicts with id, center (m), angle (rad) and temporary."""

    def set_walkable(
        self, area: npt.ArrayLike, *, blocked: Iterable[npt.ArrayLike] | None = None, obstacles: bool = True
    ) -> None:
        """Gives the world walkable space, in the place of what it had: paths for agents whose route is "walkable".

        area: two corners (m), lower left and upper right, of a box whose sides are solid. blocked: convex
        polygons that are cut out of it, a list of arrays (k, 2) of corners (m). obstacles: whether the walls and
        obstacles of the world that are neither temporary nor moving are cut out, too, as they stand now. Agents on a
        path get another one.

        Raises `SidestepError` if a shape makes no sense, or no mesh can be made for an agent's radius.
        """

    def path(
        self, start: npt.ArrayLike, goal: npt.ArrayLike, *, radius: float = ...
    ) -> npt.NDArray[np.float32] | None:
        """Returns the shortest way for a disc of a radius (m) through walkable space: its corners (m), (k, 2), from
        the start to the goal; None if there is none.

        A start or a goal where the disc can't be is moved to the nearest place where it can, the goal to one that
        can be reached.

        >>> import sidestep as ss
        >>> world = ss.World()
        >>> wall = world.add_wall([0, -3], [0, 1])
        >>> world.set_walkable([[-5, -3], [5, 3]])
        >>> len(world.path([-2, 2], [2, 2], radius=0.3)), len(world.path([-2, 0], [2, 0], radius=0.3)) > 2
        (2, True)

        Raises `SidestepError` if the world has no walkable space, or a number makes no sense.
        """

    def is_walkable(self, positions: npt.ArrayLike, *, radius: float = ...) -> npt.NDArray[np.bool_]:
        """Returns whether a disc of a radius (m) can be at each of some places (m) of walkable space."""

    def add_marker(self, position: npt.ArrayLike) -> int:
        """Adds a marker, a point (m) that goals aim at and the caller moves, and returns its id."""

    def move_marker(self, id: int, position: npt.ArrayLike) -> None:
        """Moves a marker (m), so that it has a velocity. Raises `NoSuchAgentError` if it isn't there."""

    def place_marker(self, id: int, position: npt.ArrayLike) -> None:
        """Puts a marker somewhere else (m), at rest. Raises `NoSuchAgentError` if it isn't there."""

    def follow_markers(self, ids: _Ids, markers: _Ids, *, radius: float | None = None) -> None:
        """Lets agents go to markers, one for all or one each, within a radius (m, the own one if not given).

        Raises `NoSuchAgentError` if an agent or a marker isn't there.
        """

    def add_formation(
        self,
        members: _Ids,
        pattern: _Pattern = "abreast",
        *,
        leader: int | None = None,
        place: npt.ArrayLike | None = None,
        heading: float | None = None,
        spacing: float = ...,
        columns: int = 2,
        ring_radius: float = 1.0,
        looseness: float = 0.0,
        waits_from: float | None = None,
    ) -> int:
        """Lets agents keep together from now on, and returns the formation's id.

        members: ids of those who have a slot, at most 1000; the slot is their goal, so give them a larger max_speed
        than the leader walks at. pattern: "abreast", in `columns` (1 to 1000); "file"; "wedge"; "ring", of
        `ring_radius` (m); or "queue". leader: the agent that it keeps to, no member itself; or place (m) and heading
        (rad, 0 faces right), where it stands. spacing: of slots (m), from centre to centre. looseness: 0 to keep the
        slot, up to 1 to only stay with the others. waits_from: how far one may lag behind (m) before the leader slows
        down; it waits for nobody if not given.

        >>> import sidestep as ss
        >>> world = ss.World()
        >>> guide = world.add_agents([[0, 0]], max_speed=1.0, goals=[[8, 0]])[0]
        >>> guests = world.add_agents([[-1, 0.4], [-2, 0.4], [-3, 0.4]], max_speed=1.5)
        >>> tour = world.add_formation(guests, "file", leader=guide, spacing=0.9)
        >>> world.step(1 / 30, count=450)
        >>> bool(world.arrived.all()), world.formations()[0]["members"]
        (True, [1, 2, 3])

        Raises `NoSuchAgentError` if somebody isn't there, and `SidestepError` if a number is out of its range, somebody
        is named twice, or is in a formation already.
        """

    def join_formation(self, id: int, agent: int) -> None:
        """Adds a member to a formation: to the end of a queue, otherwise slots are dealt anew."""

    def leave_formation(self, agent: int) -> None:
        """Takes a member out of its formation: it goes on with the goals that it had."""

    def remove_formation(self, id: int) -> None:
        """Ends a formation: its members go on with the goals that they had."""

    def formations(self) -> list[dict[str, Any]]:
        """Returns all formations: dicts with id, leader (None at a place), members (rising) and slots, where each
        one's place was in the last step (m), (n, 2), without rows before the first step after a change.
        """

    def step(self, dt: float, count: int = 1) -> None:
        """Moves everything by dt seconds (above 0), count times. Ctrl-C ends it between two steps."""

    @property
    def time(self) -> float:
        """Simulated time (s)."""

    @property
    def ids(self) -> npt.NDArray[np.uint64]:
        """The ids of the agents, rising."""

    @property
    def positions(self) -> npt.NDArray[np.float32]:
        """Where the agents are (m), (n, 2)."""

    @property
    def velocities(self) -> npt.NDArray[np.float32]:
        """Their velocities (m/s), (n, 2)."""

    @property
    def headings(self) -> npt.NDArray[np.float32]:
        """Where they face, unit vectors, (n, 2)."""

    @property
    def radii(self) -> npt.NDArray[np.float32]:
        """Their radii (m)."""

    @property
    def arrived(self) -> npt.NDArray[np.bool_]:
        """Whether each has reached its last goal once, or come as near as it can."""

    @property
    def stuck(self) -> npt.NDArray[np.bool_]:
        """Whether each makes no progress."""

    @property
    def goal_indices(self) -> npt.NDArray[np.uint64]:
        """The index of each one's current goal; the number of goals when all are reached."""

    def index_of(self, id: int) -> int:
        """Returns the row of an agent in the arrays. Raises `NoSuchAgentError` if it isn't there."""

    def events(self) -> list[Event]:
        """Returns what happened in the last step, in order of time and agent."""

    def blocked(self) -> list[BlockedAgent]:
        """Returns the agents that find no way, in order of id."""

    def answer_blocked(
        self, id: int, answer: Literal["wait", "replan"], *, seconds: float | None = None
    ) -> None:
        """Tells a blocked agent to wait for some seconds before it is listed again, or to look for another path."""

    def explain(self, id: int, dt: float = ...) -> Explanation:
        """Returns what an agent would decide now for a step of dt seconds (1/60 if not given), and why."""

    def state_hash(self) -> int:
        """Returns a hash of everything that the steps to come depend on: equal worlds have equal ones."""

    def snapshot(self) -> Snapshot:
        """Returns the whole state."""

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back to a snapshot, and on from there bit for bit the same."""

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot) -> World:
        """Makes a world that goes on from a snapshot."""

    def __reduce__(self) -> tuple[Any, tuple[Snapshot]]: ...
    def __len__(self) -> int: ...
    def __contains__(self, id: int, /) -> bool: ...

@final
class Simulation:
    """A scene while it runs, with the same bits as the command `sidestep run`.

    >>> import sidestep as ss
    >>> sim = ss.Simulation.from_scene("crossroads", seed=3, agents=20)
    >>> sim.run(until=2.0)
    >>> sim.time
    2.0

    The arrays have a row an agent, in order of id from 0, also for those who have left; they are
    read-only and stay what they were, as those of `World`. Any number of threads may use it. It pickles.
    """

    @classmethod
    def from_scene(
        cls,
        scene: str | PathLike[str] | dict[str, Any],
        *,
        seed: int | None = None,
        agents: int | None = None,
        method: str | None = None,
        seconds: float | None = None,
        dt: float | None = None,
        values: dict[str, Any] | None = None,
        record_every: int = 1,
    ) -> Simulation:
        """Builds the world of a scene, before its first step.

        scene: the name of a built-in one (`sidestep.builtin_scenes()`), the path of a file, TOML of more
        than one line, or a dict with what the TOML would say. seed, agents (in all), method
        (`sidestep.method_names()`), seconds (how long it runs) and dt (s) as the command's options;
        values as its `--set`, such as ``{"agents.0.radius": 0.3}``. record_every: every how many steps
        `trajectories` gets rows (33 bytes an agent); 0 for none.

        Raises FileNotFoundError if there is no such scene, and `SceneError` if it makes no sense.
        """

    def step(self, count: int = 1) -> None:
        """Does so many steps, fewer if the run is over before."""

    def run(self, until: float | None = None) -> None:
        """Runs until a time (s), or to the end. Ctrl-C ends it between two steps."""

    @property
    def time(self) -> float:
        """Simulated time (s)."""

    @property
    def steps_done(self) -> int:
        """Number of steps done."""

    @property
    def dt(self) -> float:
        """Time step (s)."""

    @property
    def duration(self) -> float:
        """How long the scene runs (s)."""

    @property
    def over(self) -> bool:
        """Whether the time is up, or all have arrived and the scene stops then."""

    @property
    def name(self) -> str:
        """The name of the scene."""

    @property
    def positions(self) -> npt.NDArray[np.float32]:
        """Where the agents are (m), (n, 2); of those who have left, where they were last."""

    @property
    def velocities(self) -> npt.NDArray[np.float32]:
        """Their velocities (m/s), (n, 2)."""

    @property
    def present(self) -> npt.NDArray[np.bool_]:
        """Whether each is in the world."""

    @property
    def arrived(self) -> npt.NDArray[np.bool_]:
        """Whether each has reached its last goal once."""

    @property
    def is_blocked(self) -> npt.NDArray[np.bool_]:
        """Whether each finds no way."""

    @property
    def radii(self) -> npt.NDArray[np.float32]:
        """Their radii (m)."""

    def events(self) -> list[Event]:
        """Returns what happened in the last step."""

    def blocked(self) -> list[BlockedAgent]:
        """Returns the agents that find no way, in order of id."""

    def explain(self, agent: int) -> Explanation:
        """Returns what an agent would decide in the next step, and why."""

    def summary(self) -> dict[str, Any]:
        """Returns the figures so far, as the command's `--json` has them; units are in their names."""

    def setting(self) -> dict[str, Any]:
        """Returns what stays the same: bounds, walls, obstacles, and the agents with radii and goals."""

    def scene_toml(self) -> str:
        """Returns the scene as TOML, with all values that were set."""

    def trajectories(self) -> Trajectories:
        """Returns where everybody was, a row an agent and recorded step."""

    def state_hash(self) -> int:
        """Returns a hash of everything that the steps to come depend on."""

    def snapshot(self) -> Snapshot:
        """Returns the whole state with the figures so far, but without what was recorded."""

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back to a snapshot, and on from there bit for bit the same. What was recorded is gone."""

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot) -> Simulation:
        """Makes a simulation that goes on from a snapshot."""

    def __reduce__(self) -> tuple[Any, tuple[Snapshot]]: ...
    def __len__(self) -> int: ...

@final
class Snapshot:
    """The whole state of a `World` or of a `Simulation` at one moment.

    It pickles. ``bytes(snapshot)`` and ``Snapshot(data)`` are the same without pickle, and what strangers
    have written is checked there.
    """

    def __new__(cls, data: bytes) -> Self: ...
    def __bytes__(self) -> bytes: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes]]: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Event:
    """Something that happened to an agent in the last step."""

    @property
    def time(self) -> float:
        """Simulated time at the end of the step (s)."""

    @property
    def agent(self) -> int:
        """Whom it happened to."""

    @property
    def kind(self) -> str:
        """What happened, such as "arrived", "blocked", "stuck", "took_off" or "left"."""

    @property
    def details(self) -> dict[str, Any]:
        """What belongs to it, such as the reason."""

@final
class BlockedAgent:
    """An agent that finds no way."""

    @property
    def agent(self) -> int:
        """Who."""

    @property
    def since(self) -> float:
        """Since when (s of simulated time)."""

    @property
    def by(self) -> list[tuple[str, int]]:
        """What closes its way: pairs of "obstacle" or "agent" and an id."""

    @property
    def goal(self) -> tuple[float, float]:
        """Where it wants to go (m)."""

    @property
    def place(self) -> tuple[float, float] | None:
        """Where the case could be resolved (m): on what closes its way, nearest to it. None once that is gone."""

    @property
    def beyond(self) -> tuple[float, float] | None:
        """The place past all that closes its way, straight towards its goal (m): where a jump or a teleport may lead."""

@final
class Explanation:
    """What an agent would decide now, and why."""

    @property
    def reasons(self) -> list[str]:
        """Why, in words, one reason a line."""

    @property
    def total(self) -> tuple[float, float]:
        """The force that is applied (N)."""

    @property
    def forces(self) -> list[dict[str, Any]]:
        """The forces of the behaviours: name, weight, wanted and given (N)."""

    @property
    def marks(self) -> list[dict[str, Any]]:
        """What was looked at, for drawing: kind, shape (m) and label."""

@final
class Trajectories:
    """Where everybody was: step, time (s), id, group, x, y (m), vx, vy (m/s), present.

    pyarrow, pandas, polars and duckdb take it as it is, without a copy of the numbers:
    ``pyarrow.table(t)``, ``pandas.DataFrame.from_arrow(t)``, ``polars.DataFrame(t)``, ``duckdb.sql("from t")``.
    """

    def columns(self) -> dict[str, Any]:
        """Returns the columns as arrays of numpy, and the groups' names as a list; these are copies."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __len__(self) -> int: ...

@final
class Sweep:
    """A sweep with the list of all its runs, checked: what `sidestep.sweep` does, for those who share the runs
    out themselves.

    >>> import json, sidestep as ss
    >>> sweep = ss.Sweep({"scenes": ["headon"], "methods": ["default", "orca"], "set": {"duration": 2}})
    >>> len(sweep), sweep.words(1)
    (2, 'headon, orca')
    >>> json.loads(sweep.perform(1))["summary"]["agents"]
    10

    Runs are counted from 0, in the same order for everybody who has the same sweep. A sweep pickles, with the
    texts of its scenes, so that it can be sent to other machines.
    """

    def __new__(cls, source: str | PathLike[str] | dict[str, Any]) -> Self:
        """Reads a sweep and checks all its runs.

        source: the path of a sweep file, TOML of more than one line, or a dict with what the TOML would say.

        Raises `SceneError` if it makes no sense, and FileNotFoundError if there is no such file.
        """

    def name(self, run: int) -> str:
        """Returns the name of a run: 32 hexadecimal digits, the hash of all that it depends on."""

    def words(self, run: int) -> str:
        """Returns a run in a few words: scene, method, values of the grid, seed."""

    def perform(self, run: int, *, threads: int = 1) -> str:
        """Does a run and returns its result file as text: JSON with `summary`, or with `failure`, which says why
        there is none.

        threads: how many step at once, from 1 on. The interpreter's lock is released; Ctrl-C breaks off.
        """

    @property
    def source(self) -> str:
        """What the sweep is called: its file, or "sweep"."""

    @classmethod
    def _unpack(cls, data: bytes) -> Self: ...
    def __len__(self) -> int: ...

@final
class SweepFolder:
    """The folder of a sweep, with the runs that are missing."""

    def __new__(cls, out: str | PathLike[str], sweep: Sweep, amend: bool) -> Self: ...
    def missing(self, share: tuple[int, int] | None) -> tuple[list[int], int, list[str]]: ...
    def run(
        self, share: tuple[int, int] | None, jobs: int | None, tell: Callable[[int, str | None], object]
    ) -> None: ...
    def has_figures(self, run: int) -> bool: ...
    def claim(self, run: int) -> RunClaim | None: ...
    def keep(self, run: int, result: str) -> str | None: ...
    def keep_failure(self, run: int, why: str) -> None: ...

@final
class RunClaim:
    """A run that this process does; others leave it alone until `release`."""

    def release(self) -> None: ...

@final
class Table:
    """A table of results, column by column.

    pyarrow, pandas, polars and duckdb take it as it is, without a copy of the numbers:
    ``pyarrow.table(t)``, ``pandas.DataFrame.from_arrow(t)``, ``polars.DataFrame(t)``, ``duckdb.sql("from t")``.
    """

    def columns(self) -> dict[str, list[Any]]:
        """Returns the columns as lists, by name; a cell without a value is None."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __len__(self) -> int: ...

@final
class OrcaSimulator:
    """Agents that move by RVO2's rules, or by the default method: what `sidestep.compat.rvo2` is made of."""

    def __new__(cls, dt: float, default_method: bool) -> Self: ...
    def add_agent(
        self,
        position: npt.ArrayLike,
        neighbor_distance: float,
        max_neighbors: int,
        time_horizon: float,
        obstacle_time_horizon: float,
        radius: float,
        max_speed: float,
        velocity: npt.ArrayLike,
    ) -> int: ...
    def set_agent(
        self,
        agent: int,
        *,
        position: tuple[float, float] | None = None,
        velocity: tuple[float, float] | None = None,
        preferred: tuple[float, float] | None = None,
        radius: float | None = None,
        max_speed: float | None = None,
        neighbor_distance: float | None = None,
        max_neighbors: int | None = None,
        time_horizon: float | None = None,
        obstacle_time_horizon: float | None = None,
    ) -> None: ...
    def set_preferred(self, velocities: npt.ArrayLike) -> None: ...
    def motion(self, agent: int) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]: ...
    def parameters(self, agent: int) -> tuple[float, int, float, float, float, float]: ...
    def all(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
    def seen(self, agent: int) -> tuple[list[int], list[tuple[float, float, float, float]], int]: ...
    def add_obstacle(self, corners: npt.ArrayLike) -> int: ...
    def clear_obstacles(self) -> None: ...
    def remove_obstacle(self, corner: int) -> None: ...
    def walls_near(self, agent: int) -> list[int]: ...
    def can_see(self, place: tuple[float, float], to: tuple[float, float], radius: float) -> bool: ...
    def process_obstacles(self) -> None: ...
    def obstacles(self) -> list[list[tuple[float, float]]]: ...
    def step(self) -> None: ...
    @property
    def time(self) -> float: ...
    @property
    def dt(self) -> float: ...
    @dt.setter
    def dt(self, dt: float, /) -> None: ...
    def __len__(self) -> int: ...

@final
class CrowdNavEpisodes:
    """CrowdNav's episodes, many at once: what `sidestep.gym` is made of."""

    def __new__(cls, count: int, walkers: int, visible: bool) -> Self: ...
    def reset(self, index: int, walks: npt.ArrayLike) -> None: ...
    def step(
        self, velocities: npt.ArrayLike, rest: list[bool] | npt.NDArray[np.bool_] | None = None
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int8], npt.NDArray[np.float64]]: ...
    def observe(self) -> npt.NDArray[np.float32]: ...
    def times(self) -> npt.NDArray[np.float64]: ...

def gather_sweep(folder: str | PathLike[str]) -> tuple[Table, Table, tuple[int, int, int], list[str]]:
    """The tables of a folder, by groups and by runs; how many runs are done, failed and missing; and
    what is to be said.
    """

def builtin_scenes() -> dict[str, str]:
    """Returns the names of the built-in scenes, with a line about each."""

def method_names() -> dict[str, str]:
    """Returns the names of the methods, with a line about each."""
