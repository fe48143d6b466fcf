#!/usr/bin/env python3
"""Writes the built-in scene `blend`: every way to combine forces, at five weights, with an obstacle dead ahead.

    tools/blend_scene.py > crates/sidestep-scene/scenes/blend.toml
"""

BLENDS = ["weighted", "prioritised", "priority"]
WEIGHTS = [0.1, 0.3, 1.0, 3.0, 10.0]
CELL = (12.0, 5.0)

print("""# Which blends get past an obstacle that is exactly in the way. Made by tools/blend_scene.py.
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
""")
for row, blend in enumerate(BLENDS):
    for column, weight in enumerate(WEIGHTS):
        x, y = column * CELL[0], row * CELL[1]
        print(f"[[obstacles]]\ncircle = {{ center = [{x}, {y}], radius = 1.0 }}\n")
        print(f'[[agents]]\nname = "{blend}-{weight}"\npositions = [[{x - 4.5}, {y}]]\nradius = 0.4\nspeed = 1.4')
        print(f'blend = "{blend}"\nbehaviors = [{{ kind = "arrive", weight = {weight} }}]')
        print(f"goals = [{{ point = [{x + 4.5}, {y}], radius = 0.3 }}]\n")
