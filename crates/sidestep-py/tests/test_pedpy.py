"""What PedPy computes of our runs is what `sidestep verify` says of them."""

import json
import os
import subprocess

import numpy as np
import pytest

pedpy = pytest.importorskip("pedpy")

import sidestep as ss  # noqa: E402
from sidestep.pedpy import to_pedpy  # noqa: E402

# The scene of the criterion imo-4: a hundred people leave a room of 8 × 5 m by a door of 1 m.
ROOM = {
    "dt": 0.05,
    "duration": 300.0,
    "walls": [{"points": [[8.0, 3.0], [8.0, 5.0], [0.0, 5.0], [0.0, 0.0], [8.0, 0.0], [8.0, 2.0]]}],
    "agents": [
        {
            "count": 100,
            "region": {"min": [0.1, 0.1], "max": [7.9, 4.9]},
            "preset": "pedestrian",
            "radius": 0.2,
            "speed": {"min": 1.24, "max": 1.44},
            "goals": [
                {"region": {"min": [8.0, 2.1], "max": [8.4, 2.9]}},
                {"region": {"min": [13.0, -2.0], "max": [14.0, 7.0]}},
            ],
            "on_arrival": "remove",
        }
    ],
}


@pytest.fixture(scope="module")
def run():
    sim = ss.Simulation.from_scene(ROOM)
    sim.run()
    return sim, *to_pedpy(sim)


@pytest.mark.skipif("SIDESTEP" not in os.environ, reason="SIDESTEP names no command `sidestep`")
def test_the_flow_through_a_door_is_that_of_verify(run):
    _, trajectories, _ = run
    ran = subprocess.run(
        [os.environ["SIDESTEP"], "verify", "--only", "imo-4", "--json"], capture_output=True, text=True
    )
    report = json.loads(ran.stdout)
    [finding] = report["findings"]
    theirs = finding["readings"][0]["ours"]
    line = pedpy.MeasurementLine([(8.0, 2.0), (8.0, 3.0)])
    counts, crossings = pedpy.compute_n_t(traj_data=trajectories, measurement_line=line)
    assert len(crossings) == 100
    # PedPy knows a crossing to a frame of 0.05 s, verify to the rounding of positions.
    last = crossings["frame"].max() / trajectories.frame_rate
    assert 100 / (last + 0.05) <= theirs <= 100 / (last - 0.05)


def test_density_and_speed_follow_from_positions(run):
    sim, trajectories, area = run
    columns = sim.trajectories().columns()
    space = pedpy.MeasurementArea([(5.0, 1.0), (7.9, 1.0), (7.9, 4.0), (5.0, 4.0)])
    density = pedpy.compute_classic_density(traj_data=trajectories, measurement_area=space)
    inside = columns["present"] & (columns["x"] > 5) & (columns["x"] < 7.9) & (columns["y"] > 1) & (columns["y"] < 4)
    counted = np.bincount(columns["step"][inside].astype(int), minlength=len(density))[: len(density)] / (2.9 * 3.0)
    assert np.allclose(density["density"].to_numpy(), counted, atol=1e-6)
    speed = pedpy.compute_individual_speed(traj_data=trajectories, frame_step=1).sort_values(["frame", "id"])
    here = columns["present"] & (columns["step"] == 40)
    ours = np.hypot(columns["vx"], columns["vy"])[here]
    theirs = speed[speed["frame"] == 40]["speed"].to_numpy()
    assert len(ours) == len(theirs)
    assert abs(ours.mean() - theirs.mean()) < 0.1


# The scene of the criterion speed-density at 1.75 people a square metre: a corridor 3 m wide, closed to a ring of 20 m.
def ring(seed):
    return {
        "seed": seed,
        "dt": 0.05,
        "duration": 40.0,
        "bounds": {"kind": "torus", "min": [0.0, -6.0], "max": [20.0, 6.0]},
        "obstacles": [{"box": {"center": [10.0, y], "size": [20.0, 0.5]}} for y in (1.75, -1.75)],
        "agents": [
            {
                "count": 105,
                "region": {"min": [0.0, -1.5], "max": [20.0, 1.5]},
                "preset": "pedestrian",
                "radius": 0.2,
                "speed": {"min": 1.1, "max": 1.3},
                "goals": [{"direction": [1.0, 0.0]}],
            }
        ],
    }


def speed_in_ring(seed):
    """What PedPy says of the speed (m/s) in that scene, after 20 s."""
    sim = ss.Simulation.from_scene(ring(seed))
    sim.run()
    trajectories, _ = to_pedpy(sim, [(-1, -2), (21, -2), (21, 2), (-1, 2)])
    # The corridor is the ring, and everybody stays in it: the density is that which verify names, in each frame.
    corridor = pedpy.MeasurementArea([(-1e-3, -1.5), (20.001, -1.5), (20.001, 1.5), (-1e-3, 1.5)])
    density = pedpy.compute_classic_density(traj_data=trajectories, measurement_area=corridor)["density"]
    assert density.to_numpy() == pytest.approx(1.75, rel=1e-3)
    # PedPy knows no ring: who comes round goes on behind its end.
    data = trajectories.data.sort_values(["id", "frame"])[["id", "frame", "x", "y"]]
    data["x"] = data.groupby("id")["x"].transform(lambda x: np.unwrap(x, period=20.0))
    straight = pedpy.TrajectoryData(data=data, frame_rate=trajectories.frame_rate)
    speed = pedpy.compute_individual_speed(traj_data=straight, frame_step=1, movement_direction=np.array([1.0, 0.0]))
    return speed[speed["frame"] >= 20.0 * trajectories.frame_rate]["speed"].mean()


@pytest.mark.skipif("SIDESTEP" not in os.environ, reason="SIDESTEP names no command `sidestep`")
def test_density_and_speed_in_a_ring_are_those_of_verify():
    # On one thread: two would wait for each other in every step where other tests run beside them.
    command = [os.environ["SIDESTEP"], "verify", "--only", "speed-density", "--threads", "1", "--json"]
    verify = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    # verify measures with the same seeds.
    ours = np.mean([speed_in_ring(seed) for seed in range(1, 6)])
    report = json.loads(verify.communicate()[0])
    [finding] = report["findings"]
    [theirs] = [it["ours"] for it in finding["readings"] if "1.75 people a square metre" in it["what"]]
    # Of 400 frames the first and the last count differently: PedPy takes the frames before and after one, verify the one
    # before. A person's speed changes by less than 1.3 m/s, so that this is 1.3 / 400 at most.
    assert ours == pytest.approx(theirs, abs=1.3 / 400)
    print(f"PedPy {ours:.4f} m/s, verify {theirs:.4f} m/s")


def test_the_room_is_walkable_and_its_walls_are_not(run):
    import shapely

    _, _, area = run
    polygon = area.polygon
    assert polygon.covers(shapely.box(0.1, 0.1, 7.9, 4.9))
    assert not polygon.covers(shapely.LineString([(7.9, 4.0), (8.1, 4.0)]))
    assert polygon.covers(shapely.LineString([(7.9, 2.5), (8.1, 2.5)]))


def test_too_little_is_refused():
    with pytest.raises(ValueError, match="fewer than two frames"):
        to_pedpy(ss.Simulation.from_scene(ROOM))
    with pytest.raises(ss.SidestepError, match="record_every"):
        to_pedpy(ss.Simulation.from_scene(ROOM, record_every=0))
