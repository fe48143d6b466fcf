#!/usr/bin/env python3
"""Writes the built-in scene `u-trap`: people who walk into dead ends made of crates.

    tools/u_trap_scene.py > crates/sidestep-scene/scenes/u-trap.toml
"""

from scene_text import crate, goal, walkers, write

RADIUS, SPEED = 0.4, 1.4
COLUMNS, CELL = 5, (18.0, 9.0)
INNER, THICKNESS = 4 * RADIUS, 0.5
# From the middle of the back wall (m): where those begin who come from outside or are in the trap, and the goals.
OUTSIDE, INSIDE, GOAL = -8.5, -1.2 * RADIUS, 4.0


def trap(row, column, radii, name, start):
    middle = (column * CELL[0], -row * CELL[1])

    def at(x, y):
        return middle[0] + x, middle[1] + y

    depth = radii * RADIUS
    # The inside of the back wall is at x = 0, the arms reach to the left.
    yield crate(at(THICKNESS / 2, 0), (THICKNESS, INNER + 2 * THICKNESS))
    for side in (1, -1):
        yield crate(at(-depth / 2, side * (INNER + THICKNESS) / 2), (depth, THICKNESS))
    yield walkers(f"{radii}-radii-{name}", [at(start, 0.0)], RADIUS, SPEED, goal(at(GOAL, 0)))


HEAD = """# Dead ends of crates: the way on leads back first. Made by tools/u_trap_scene.py.
name = "u-trap"
title = "Out of dead ends 1 to 10 radii deep"
description = \"\"\"
Traps of 1 to 10 radii in depth and two bodies in width, open to the left, each with a person whose goal is straight
behind the back wall. In the upper two rows they come from outside, in the lower two they begin in front of the back
wall and have to turn round first. Whoever only looks at what is ahead stays in front of it.\"\"\"
seed = 1
duration = 40.0
"""

tables = []
for first_row, name, start in ((0, "outside", OUTSIDE), (2, "inside", INSIDE)):
    for index in range(10):
        tables += trap(first_row + index // COLUMNS, index % COLUMNS, index + 1, name, start)
write(HEAD, tables)
