#!/usr/bin/env python3
"""Writes the built-in scene `staircase`: clusters one behind the other, and a spiral of them.

    tools/staircase_scene.py > crates/sidestep-scene/scenes/staircase.toml
"""

from math import cos, pi, sin

from scene_text import barrel, crate, goal, walkers, write

RADIUS, SPEED = 0.3, 1.4
STEPS, STRIDE = 8, 4.0
# Each row reaches so far across the way on its long side, and so far on its short one (m).
LONG, SHORT = 4.0, 1.0
BARREL = 0.4
# The spiral's arcs: how far each is from its middle (m); the openings lie on either side by turns.
ARCS, OPENING = (2.0, 3.6, 5.2), 0.45 * pi
SPIRAL = (20.0, -14.0)


def stair(index):
    up = 1 if index % 2 == 0 else -1
    x = STRIDE * (index + 1)
    # Crates of a metre, each turned a little, so close that nobody fits between them.
    for place in range(round(LONG + SHORT)):
        yield crate((x + 0.15 * (place % 2), up * (-SHORT + 0.5 + place)), (0.8, 0.8), 0.3 * (place % 3))


def arc(distance, middle_of_opening):
    apart = 1.9 * BARREL / distance
    count = int((2 * pi - OPENING) / apart)
    for place in range(count + 1):
        angle = middle_of_opening + OPENING / 2 + (2 * pi - OPENING) * place / count
        yield barrel((SPIRAL[0] + distance * cos(angle), SPIRAL[1] + distance * sin(angle)), BARREL)


def leavers(name, starts, end):
    return walkers(name, starts, RADIUS, SPEED, 'on_arrival = "remove"', goal(end, 0.5))


HEAD = """# Each way round leads to the next cluster. Made by tools/staircase_scene.py.
name = "staircase"
title = "Eight rows of crates, each to be passed on the other side, and a spiral of barrels"
description = \"\"\"
Above, three people walk to the right. Eight rows of crates stand across their way, and each is passed sooner on the
other side than the one before, so that after each row the next detour begins. Below, three people want to the
middle of a spiral of barrels: through an opening on the left, one on the right, and one on the left again. Who has
arrived leaves.\"\"\"
seed = 1
duration = 60.0

[parameters.detour]
neighborhood = 12.0
"""

tables = [table for index in range(STEPS) for table in stair(index)]
tables.append(leavers("stairs", [(-2.0, 0.8), (-4.0, 0.0), (-6.0, -0.8)], (STRIDE * (STEPS + 1) + 2.0, 0.0)))
for index, distance in enumerate(reversed(ARCS)):
    tables += arc(distance, pi if index % 2 == 0 else 0.0)
starts = [(SPIRAL[0] + 9.0 + 2.0 * place, SPIRAL[1] + y) for place, y in enumerate((-1.0, 0.3, 1.5))]
tables.append(leavers("spiral", starts, SPIRAL))
write(HEAD, tables)
