"""Makes crates/sidestep/tests/data/orca_reference.bin: what RVO2 answers in 10,000 random configurations.

How it was made: `pip install pyrvo==0.4.3` in a fresh virtual environment, then
`python tools/orca_reference.py crates/sidestep/tests/data/orca_reference.bin`. The package is needed
for nothing else; the numbers are the test data, and the test reads only them.

In each configuration the first agent is the one that is looked at: its velocity after one step of
the simulator and its half-planes are recorded. Every input is a multiple of a power of two, so that 16 bits hold
it exactly. A configuration is drawn again where RVO2's own answer depends on more than the numbers
recorded; the counts are printed at the end:

- `split`: the simulator's tree cut a wall in two, so it saw other walls than those given.
- `order`: it looked at two equally near walls (they share a corner) or agents in an order that
  comes from its tree, not from their numbers, or two distances differ by rounding only.
- `unstable`: it changes by more than 0.00003 m/s if the inputs change in their last digit of single precision.
  That happens in crowds where no velocity is allowed: lines that are nearly parallel cross so far away that
  single precision loses the answer (up to several times the largest speed).
- `not a number`: its answer isn't finite (it divides by zero where two agents at the same
  place have the same velocity).

Layout, little-endian, one configuration after another:

    u8  neighbours n, u8 loops of walls m, m times u8 corners of a loop, u8 half-planes k
    f32 time step, u16 horizon for agents, u16 horizon for walls (both / 256 s)
    u16 radius (/ 1024 m), u16 largest speed (/ 4096 m/s)
    i16 position x, y (/ 1024 m), velocity x, y (/ 4096 m/s), preferred velocity x, y (/ 4096 m/s)
    n times: i16 position x, y, velocity x, y, u16 radius
    for each corner of each loop: i16 x, y (/ 1024 m); counter-clockwise loops are solid inside, clockwise
        ones outside, two corners are a wall without thickness
    f32 new velocity x, y
    k times: f32 point x, y, direction x, y; those of walls first, the allowed side is on the left
"""

import math
import random
import struct
import sys
from collections import Counter

import pyrvo

CONFIGURATIONS = 10_000
LENGTH = 1024.0
SPEED = 4096.0
TIME = 256.0


def rounded(value, unit):
    return max(-32768, min(32767, round(value * unit)))


def turned(angle, length, unit):
    return (rounded(length * math.cos(angle), unit), rounded(length * math.sin(angle), unit))


def any_direction(dice, length, unit):
    return turned(dice.uniform(0.0, math.tau), length, unit)


def loops_of_walls(dice, size):
    """Disjoint or touching walls of every kind around the origin, as lists of corners in units."""
    loops = []
    for _ in range(dice.choice([1, 1, 1, 2, 2, 3])):
        center = (dice.uniform(-size, size), dice.uniform(-size, size))
        reach = dice.uniform(0.2, 0.8) * size
        turn = dice.choice([0.0, dice.uniform(0.0, math.tau)])
        kind = dice.choice(["box", "box", "convex", "wall", "bent", "room"])
        if kind == "box":
            wide, high = reach, reach * dice.uniform(0.05, 1.0)
            corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
        elif kind == "convex":
            angles = sorted(dice.uniform(0.0, math.tau) for _ in range(dice.randint(3, 8)))
            corners = [(reach * math.cos(angle), reach * math.sin(angle)) for angle in angles]
        elif kind == "wall":
            corners = [(-reach, 0.0), (reach, 0.0)]
        elif kind == "bent":
            thick = reach * dice.uniform(0.2, 0.7)
            corners = [(0, 0), (reach, 0), (reach, thick), (thick, thick), (thick, reach), (0, reach)]
        else:
            wide, high = size * dice.uniform(0.3, 1.5), size * dice.uniform(0.3, 1.5)
            center = (0.0, 0.0)
            corners = [(-wide, high), (wide, high), (wide, -high), (-wide, -high)]
        cosine, sine = math.cos(turn), math.sin(turn)
        loop = [
            (
                rounded(center[0] + x * cosine - y * sine, LENGTH),
                rounded(center[1] + x * sine + y * cosine, LENGTH),
            )
            for x, y in corners
        ]
        if len(set(loop)) == len(loop):
            loops.append(loop)
    return loops


def configuration(dice, with_walls):
    size = 2.0 ** dice.uniform(1.0, 4.0)
    crowded = dice.random() < 0.4
    largest_speed = dice.uniform(0.3, 3.0)
    radius = dice.uniform(0.1, 1.0)
    own = {
        "position": (0, 0),
        "velocity": any_direction(dice, largest_speed * dice.choice([0.0, 1.0, dice.random(), 1.3]), SPEED),
        "radius": rounded(radius, LENGTH),
    }
    own["position"] = (rounded(dice.uniform(-1, 1), LENGTH), rounded(dice.uniform(-1, 1), LENGTH))
    neighbours = []
    for _ in range(dice.randint(1, 11)):
        speed = dice.choice([0.0, dice.uniform(0.0, 3.0), largest_speed])
        kind = dice.choice(["any", "any", "any", "head-on", "together"] + ["overlapping", "same place"] * crowded)
        other = {
            "position": (rounded(dice.uniform(-size, size), LENGTH), rounded(dice.uniform(-size, size), LENGTH)),
            "velocity": any_direction(dice, speed, SPEED),
            "radius": rounded(dice.choice([radius, dice.uniform(0.05, 2.0)]), LENGTH),
        }
        if kind == "head-on" and own["velocity"] != (0, 0):
            other["velocity"] = (-own["velocity"][0], -own["velocity"][1])
            far = dice.uniform(1.0, 8.0)
            other["position"] = (
                rounded(own["position"][0] / LENGTH + own["velocity"][0] / SPEED * far, LENGTH),
                rounded(own["position"][1] / LENGTH + own["velocity"][1] / SPEED * far, LENGTH),
            )
        elif kind == "overlapping":
            near = any_direction(dice, dice.random() * (own["radius"] + other["radius"]) / LENGTH, LENGTH)
            other["position"] = (own["position"][0] + near[0], own["position"][1] + near[1])
        elif kind == "together":
            other["velocity"] = own["velocity"]
        elif kind == "same place" and dice.random() < 0.1:
            other["position"] = own["position"]
        neighbours.append(other)
    preferred_speed = largest_speed * dice.choice([0.0, 1.0, dice.random(), 1.5])
    return {
        "time_step": struct.unpack("<f", struct.pack("<f", dice.choice([1 / 60, 1 / 30, 0.05, 0.1, 0.25, 0.5])))[0],
        "horizon": rounded(dice.uniform(0.5, 10.0), TIME),
        "wall_horizon": rounded(dice.uniform(0.5, 6.0), TIME),
        "largest_speed": rounded(largest_speed, SPEED),
        "preferred": any_direction(dice, preferred_speed, SPEED),
        "agents": [own] + neighbours,
        "loops": loops_of_walls(dice, size) if with_walls else [],
    }


def distance_to_wall(at, start, end):
    along = (end[0] - start[0], end[1] - start[1])
    share = ((at[0] - start[0]) * along[0] + (at[1] - start[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
    share = max(0.0, min(1.0, share))
    return math.hypot(start[0] + share * along[0] - at[0], start[1] + share * along[1] - at[1])


def exactly(value):
    return value


def nearly(dice):
    """Changes the last digit or two of a number in single precision."""
    return lambda value: value * (1.0 + dice.uniform(-2.0, 2.0) * 2.0**-24)


def answer(given, shift=exactly):
    """What RVO2 does with a configuration, or the reason why it can't be used."""

    def meters(pair):
        return [shift(pair[0] / LENGTH), shift(pair[1] / LENGTH)]

    def velocity(pair):
        return [shift(pair[0] / SPEED), shift(pair[1] / SPEED)]

    simulator = pyrvo.RVOSimulator()
    simulator.set_time_step(given["time_step"])
    speed = given["largest_speed"] / SPEED
    for agent in given["agents"]:
        simulator.add_agent(
            meters(agent["position"]),
            1e4,
            100,
            given["horizon"] / TIME,
            given["wall_horizon"] / TIME,
            agent["radius"] / LENGTH,
            speed,
            velocity(agent["velocity"]),
        )
    simulator.set_agent_pref_velocity(0, velocity(given["preferred"]))
    for loop in given["loops"]:
        simulator.add_obstacle([meters(corner) for corner in loop])
    if given["loops"]:
        corners = simulator.get_num_obstacle_vertices()
        simulator.process_obstacles()
        if simulator.get_num_obstacle_vertices() != corners:
            return "split"
    simulator.do_step()
    if shift is exactly and not order_is_known(simulator, given):
        return "order"
    count = simulator.get_agent_num_orca_lines(0)
    lines = [flat(simulator.get_agent_orca_line(0, index)) for index in range(count)]
    new = simulator.get_agent_velocity(0).to_tuple()
    if not all(math.isfinite(number) for line in lines for number in line) or not all(map(math.isfinite, new)):
        return "not a number"
    return new, lines


def is_stable(given, new, dice):
    for _ in range(12):
        other = answer(given, nearly(dice))
        if isinstance(other, str) or math.dist(other[0], new) > 3e-5:
            return False
    return True


def order_is_known(simulator, given):
    """Whether anybody can tell in which order the simulator looked at walls and at agents."""

    def meters(pair):
        return (pair[0] / LENGTH, pair[1] / LENGTH)

    at = meters(given["agents"][0]["position"])
    distances = sorted(math.dist(at, meters(agent["position"])) for agent in given["agents"][1:])
    if any(far - near < 1e-6 * (1.0 + far) for near, far in zip(distances, distances[1:])):
        return False
    walls = []
    for loop in given["loops"]:
        walls += [(meters(corner), meters(loop[(i + 1) % len(loop)])) for i, corner in enumerate(loop)]
    seen = [
        simulator.get_agent_obstacle_neighbor(0, index)
        for index in range(simulator.get_agent_num_obstacle_neighbors(0))
    ]
    for before, after in zip(seen, seen[1:]):
        near, far = distance_to_wall(at, *walls[before]), distance_to_wall(at, *walls[after])
        shared = near == far and before < after
        if not shared and far - near < 1e-5 * (1.0 + far):
            return False
    return True


def flat(line):
    # The package gives the direction first, as a trial with a known half-plane shows.
    direction, point = line
    return [*as_pair(point), *as_pair(direction)]


def as_pair(vector):
    return vector.to_tuple() if hasattr(vector, "to_tuple") else tuple(vector)


def packed(given, new, lines):
    own, *others = given["agents"]
    loops = given["loops"]
    bytes_ = struct.pack("<BB", len(others), len(loops))
    bytes_ += bytes(len(loop) for loop in loops) + bytes([len(lines)])
    bytes_ += struct.pack("<fHH", given["time_step"], given["horizon"], given["wall_horizon"])
    bytes_ += struct.pack("<HH", own["radius"], given["largest_speed"])
    bytes_ += struct.pack("<6h", *own["position"], *own["velocity"], *given["preferred"])
    for other in others:
        bytes_ += struct.pack("<4hH", *other["position"], *other["velocity"], other["radius"])
    for loop in loops:
        for corner in loop:
            bytes_ += struct.pack("<2h", *corner)
    bytes_ += struct.pack("<2f", *new)
    for line in lines:
        bytes_ += struct.pack("<4f", *line)
    return bytes_


def main(path):
    dice = random.Random(2011)
    shifts = random.Random(1102)
    left_out = Counter()
    walled = Counter()
    with open(path, "wb") as file:
        for number in range(CONFIGURATIONS):
            while True:
                given = configuration(dice, number % 3 == 0)
                if number % 3 == 0 and not given["loops"]:
                    continue
                result = answer(given)
                if isinstance(result, str):
                    left_out[result] += 1
                    continue
                new, lines = result
                if is_stable(given, new, shifts):
                    break
                left_out["unstable"] += 1
            walled["with walls"] += bool(given["loops"])
            walled["with several loops"] += len(given["loops"]) > 1
            walled["half-planes of walls"] += len(lines) - len(given["agents"]) + 1
            file.write(packed(given, new, lines))
    print("left out:", dict(left_out), "walls:", dict(walled))


if __name__ == "__main__":
    main(sys.argv[1])
