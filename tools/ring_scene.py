#!/usr/bin/env python3
"""Writes the built-in scene `ring`: barrels in rings round people and round their goals.

    tools/ring_scene.py > crates/sidestep-scene/scenes/ring.toml
"""

from math import cos, pi, sin

from scene_text import barrel, goal, number, walkers, write

RADIUS, SPEED, BARREL = 0.4, 1.4, 0.5
ROOM = 20.0
# Barrels in a ring, and how many of them are left out where it has a gap: that makes 2.6 m.
BARRELS, GAP = 18, 3
CIRCLE = 0.95 * BARREL * BARRELS / pi


def ring(middle, gap_at, breaks=None):
    """A ring with a gap in a direction (rad), or one that loses the barrels there after some seconds."""
    for index in range(BARRELS):
        angle = 2 * pi * index / BARRELS
        apart = abs((angle - gap_at + pi) % (2 * pi) - pi)
        missing = apart < 2 * pi / BARRELS * GAP / 2
        if missing and breaks is None:
            continue
        center = (middle[0] + CIRCLE * cos(angle), middle[1] + CIRCLE * sin(angle))
        yield barrel(center, BARREL, *([f"vanish = {number(breaks)}"] if missing else []))


def walker(name, start, end):
    return walkers(name, [start], RADIUS, SPEED, goal(end))


HEAD = """# Rings of barrels. Made by tools/ring_scene.py.
name = "ring"
title = "Barrels in rings round people and round their goals"
description = \"\"\"
Four people in four rooms. In the upper row one stands in a ring with a gap behind him, and one wants into a ring with a
gap on its far side. In the lower row the rings have no gap, until three barrels roll away after 8 s: until
then there is no way, and both wait.\"\"\"
seed = 1
duration = 40.0

[parameters.detour]
neighborhood = 12.0
"""

tables = []
for row, breaks in enumerate((None, 8.0)):
    y = -12.0 * row
    kind = "gap" if breaks is None else "closed"
    tables += ring((0.0, y), pi, breaks)
    tables.append(walker(f"inside-{kind}", (0.0, y), (8.0, y)))
    tables += ring((ROOM + 4.0, y), 0.0, breaks)
    tables.append(walker(f"outside-{kind}", (ROOM - 4.0, y), (ROOM + 4.0, y)))
write(HEAD, tables)
