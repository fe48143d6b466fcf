#!/usr/bin/env python3
"""Writes the built-in scene `u-trap`: people who walk into dead ends made of crates.

    tools/u_trap_scene.py > crates/sidestep-scene/scenes/u-trap.toml
"""

RADIUS, SPEED = 0.4, 1.4
COLUMNS, CELL = 5, (18.0, 9.0)
INNER, THICKNESS = 4 * RADIUS, 0.5
# From the middle of the back wall (m): where those begin who come from outside or are in the trap, and the goals.
OUTSIDE, INSIDE, GOAL = -8.5, -1.2 * RADIUS, 4.0


def number(value):
    return repr(round(value, 3) + 0.0)


def point(x, y):
    return f"[{number(x)}, {number(y)}]"


def crate(center, size):
    print(f"[[obstacles]]\nbox = {{ center = {point(*center)}, size = {point(*size)} }}\ntemporary = true\n")


def trap(row, column, radii, name, start):
    middle = (column * CELL[0], -row * CELL[1])

    def at(x, y):
        return middle[0] + x, middle[1] + y

    depth = radii * RADIUS
    # The inside of the back wall is at x = 0, the arms reach to the left.
    crate(at(THICKNESS / 2, 0), (THICKNESS, INNER + 2 * THICKNESS))
    for side in (1, -1):
        crate(at(-depth / 2, side * (INNER + THICKNESS) / 2), (depth, THICKNESS))
    print(f'[[agents]]\nname = "{radii}-radii-{name}"\npositions = [{point(*at(start, 0.0))}]')
    print(f"radius = {number(RADIUS)}\nspeed = {number(SPEED)}")
    print(f"goals = [{{ point = {point(*at(GOAL, 0))}, radius = 0.3 }}]\n")


print("""# Dead ends of crates: the way on leads back first. Made by tools/u_trap_scene.py.
name = "u-trap"
title = "Out of dead ends 1 to 10 radii deep"
description = \"\"\"
Traps of 1 to 10 radii in depth and two bodies in width, open to the left, each with a person whose goal is straight
behind the back wall. In the upper two rows they come from outside, in the lower two they begin in front of the back
wall and have to turn round first. Whoever only looks at what is ahead stays in front of it.\"\"\"
seed = 1
duration = 40.0
""")
for index in range(10):
    trap(index // COLUMNS, index % COLUMNS, index + 1, "outside", OUTSIDE)
for index in range(10):
    trap(2 + index // COLUMNS, index % COLUMNS, index + 1, "inside", INSIDE)
