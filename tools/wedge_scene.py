#!/usr/bin/env python3
"""Writes the built-in scene `wedge`: people who are carried into corners of 20 to 170 degrees.

    tools/wedge_scene.py > crates/sidestep-scene/scenes/wedge.toml
"""

from math import cos, radians, sin, tan

from scene_text import goal, number, walkers, wall, write

RADIUS, SPEED, THICKNESS = 0.5, 1.5, 0.2
COLUMNS, CELL = 4, (8.0, 5.0)
ENTRIES = [-1.0, -0.5, 0.0, 0.5, 1.0]


def wedge(index, degrees):
    half = radians(degrees / 2)
    tip = ((index % COLUMNS) * CELL[0], -(index // COLUMNS) * CELL[1])

    def at(x, y):
        return tip[0] + x, tip[1] + y

    # As far from the tip as the body fits in, with a tenth of its radius to spare.
    clearance = 1.1 * RADIUS + THICKNESS / 2
    deep = clearance / sin(half)
    arm = deep + 0.6
    ends = [(-arm * cos(half), side * arm * sin(half)) for side in (1, -1)]
    # All are equally far from touching a wall, and have just room to stop: from full speed that takes 0.375 m.
    widest = min(0.5 * tan(half), 0.5)
    starts = [at(-deep - abs(entry) * widest / tan(half) - 0.4, entry * widest) for entry in ENTRIES]
    outside = at(ends[0][0] + 0.9 * sin(half), ends[0][1] + 0.9 * cos(half))
    yield wall([at(*ends[0]), at(0, 0), at(*ends[1])], THICKNESS)
    rush = ["heading = 0.0", f"initial_speed = {number(SPEED)}", "layer = 2", "mask = 1", 'on_arrival = "remove"']
    yield walkers(f"{degrees}-degrees", starts, RADIUS, SPEED, *rush, goal(outside, 0.5))


HEAD = """# Corners in which whiskers trap those who come in too fast. Made by tools/wedge_scene.py.
name = "wedge"
title = "Out of corners of 20 to 170 degrees"
description = \"\"\"
In each of 16 corners five people rush towards the tip, side by side, and don't see each other. Each is to
go to a place outside, beside the end of the upper arm, so it has to turn round and leave the
corner. Whoever has arrived within 3 s has left.\"\"\"
seed = 1
dt = 0.016666666666666666
duration = 10.0
"""

write(HEAD, [table for index, degrees in enumerate(range(20, 180, 10)) for table in wedge(index, degrees)])
