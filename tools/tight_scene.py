#!/usr/bin/env python3
"""Writes the built-in scene `tight`: gaps that are just too narrow, and gaps that are just wide enough.

    tools/tight_scene.py > crates/sidestep-scene/scenes/tight.toml
"""

from scene_text import goal, obstacle, points, walkers, write

RADIUS, SPEED, STRIDE = 0.4, 1.4, 16.0
# Half the length of each crate (m), along the way and across.
ALONG, ACROSS = 0.3, 1.2
WIDTHS = [
    ("too-narrow", 2 * RADIUS - 1e-6),
    ("exact", 2 * RADIUS),
    ("a-micrometre-wider", 2 * RADIUS + 1e-6),
    ("a-centimetre-wider", 2 * RADIUS + 0.01),
    ("a-tenth-wider", 2.2 * RADIUS),
    ("half-as-wide-again", 3.0 * RADIUS),
]


# So many digits (m) tell a micrometre.
DIGITS = 8


def crate(x, near, far):
    corners = [(x - ALONG, near), (x + ALONG, near), (x + ALONG, far), (x - ALONG, far)]
    return obstacle(f"polygon = {{ points = {points(corners, DIGITS)} }}", "temporary = true")


def lane(x, name, width):
    for side in (1, -1):
        yield crate(x, side * width / 2, side * (width / 2 + 2 * ACROSS))
    end = goal((x + 5.0, 0.0), digits=DIGITS)
    yield walkers(name, [(x - 5.0, 0.0)], RADIUS, SPEED, end, digits=DIGITS)


# All lanes lie on one line at height 0, where single precision still tells a micrometre.
HEAD = """# Gaps of a body's width, less or more by a hair. Made by tools/tight_scene.py.
name = "tight"
title = "Between two crates: gaps of a body's width, a micrometre less, a micrometre more"
description = \"\"\"
Six people, one behind the other in a long line, each with two crates ahead. The gap between them is a micrometre too
narrow, exact, a micrometre wider, a centimetre, 8 cm and 40 cm wider than the body. Through the last two they walk; round the
others they go, since a gap needs a little clearance as well.\"\"\"
seed = 1
duration = 30.0
"""

write(HEAD, [table for index, (name, width) in enumerate(WIDTHS) for table in lane(STRIDE * index, name, width)])
