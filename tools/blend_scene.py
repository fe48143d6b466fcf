#!/usr/bin/env python3
"""Writes the built-in scene `blend`: every way to combine forces, at five weights, with an obstacle dead ahead.

    tools/blend_scene.py > crates/sidestep-scene/scenes/blend.toml
"""

from scene_text import circle, goal, walkers, write

BLENDS = ["weighted", "prioritised", "priority"]
WEIGHTS = [0.1, 0.3, 1.0, 3.0, 10.0]
CELL = (12.0, 5.0)


def cell(x, y, blend, weight):
    yield circle((x, y), 1.0)
    ways = [f'blend = "{blend}"', f'behaviors = [{{ kind = "arrive", weight = {weight} }}]', goal((x + 4.5, y))]
    yield walkers(f"{blend}-{weight}", [(x - 4.5, y)], 0.4, 1.4, *ways)


HEAD = """# Which blends get past an obstacle that is exactly in the way. Made by tools/blend_scene.py.
name = "blend"
title = "Three blends at five weights, an obstacle dead ahead"
description = \"\"\"
Fifteen walkers, each with a disc exactly between itself and its goal. From the bottom row up the walker's wish
for the goal and the method's wish to avoid the disc are summed by weight, prioritised, or the first decides alone;
from left to right the goal weighs 0.1 to 10 times as much as avoiding. Forces in opposite directions cancel in
a sum: run it with classic-3, cross and default to see who stands still where, and with --set settle=false to see
who runs into the disc.\"\"\"
seed = 1
dt = 0.016666666666666666
duration = 120.0
"""

tables = []
for row, blend in enumerate(BLENDS):
    for column, weight in enumerate(WEIGHTS):
        tables += cell(column * CELL[0], row * CELL[1], blend, weight)
write(HEAD, tables)
