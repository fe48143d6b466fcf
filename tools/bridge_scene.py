#!/usr/bin/env python3
"""Writes the built-in scene `bridge`: a level of two floors, with a ramp between them and a way beneath.

    tools/bridge_scene.py > crates/sidestep-scene/scenes/bridge.toml
"""

from scene_text import number, region, write

HALF_WIDTH, HIGH = 1.75, 3.0
RAMP, DECK, GALLERY = (-11.0, -4.0), (-4.0, 4.0), (4.0, 12.0)
GALLERY_HALF, PILLAR = 5.0, 0.3
SPEED = "{ min = 1.2, max = 1.5 }"

vertices, faces = [], []


def face(*corners):
    """A face whose corners go round counter-clockwise, seen from the side that it shows."""
    faces.append([vertex(corner) for corner in corners])


def vertex(corner):
    if corner not in vertices:
        vertices.append(corner)
    return vertices.index(corner) + 1


def floor(xs, ys, heights):
    """A rectangle that rises from left to right from the first height to the second."""
    (left, right), (low, high), (start, end) = xs, ys, heights
    face((left, low, start), (right, low, end), (right, high, end), (left, high, start))


def pillar(x, y):
    """The four sides of a pillar from the ground to just below the deck."""
    corners = [(x + PILLAR * u, y + PILLAR * v) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    for index, corner in enumerate(corners):
        other = corners[(index + 1) % 4]
        face((*corner, 0.0), (*other, 0.0), (*other, HIGH - 0.1), (*corner, HIGH - 0.1))


def level():
    across = (-HALF_WIDTH, HALF_WIDTH)
    floor((-15.0, 15.0), (-9.0, 9.0), (0.0, 0.0))
    floor(RAMP, across, (0.0, HIGH))
    floor(DECK, across, (HIGH, HIGH))
    # In three strips, so that the middle one shares its corners with the deck.
    for ys in ((-GALLERY_HALF, -HALF_WIDTH), across, (HALF_WIDTH, GALLERY_HALF)):
        floor(GALLERY, ys, (HIGH, HIGH))
    for x, y in ((0.0, 0.0), (8.0, -3.0), (8.0, 3.0)):
        pillar(x, y)
    lines = [f"v {' '.join(number(value) for value in corner)}" for corner in vertices]
    lines += [f"f {' '.join(map(str, corners))}" for corners in faces]
    return "\n".join(["[level]", 'up = "z"', 'obj = """', *lines, '"""'])


def group(name, count, start, height, goal, goal_height):
    goal = f"goals = [{{ random = {region(*goal)}, height = {number(goal_height)}, radius = 0.5 }}]"
    return "\n".join(
        [
            "[[agents]]",
            f'name = "{name}"',
            f"count = {count}",
            f"region = {region(*start)}",
            f"height = {number(height)}",
            "radius = 0.3",
            f"speed = {SPEED}",
            'route = "walkable"',
            'on_arrival = "remove"',
            goal,
        ]
    )


HEAD = """# A bridge with a way beneath, on two floors. Made by tools/bridge_scene.py.
name = "bridge"
title = "A level of two floors: up the ramp, down again, and beneath the bridge"
description = \"\"\"
A level of triangles: a field, a ramp, and a deck 3 m above the field that leads to a gallery. Some go up and some come down,
past each other on the ramp; others pass beneath the bridge, past its pillars, and take no notice of who walks above them.\"\"\"
seed = 1
duration = 90.0
"""

write(
    HEAD,
    [
        level(),
        group("up", 10, ((-13.0, 0.0), (3.0, 14.0)), 0.0, ((9.0, 2.5), (4.0, 3.5)), HIGH),
        group("down", 10, ((9.0, -2.5), (4.0, 3.5)), HIGH, ((-13.0, 0.0), (2.0, 14.0)), 0.0),
        group("northward", 12, ((0.5, -6.5), (7.0, 3.0)), 0.0, ((0.5, 6.5), (7.0, 3.0)), 0.0),
        group("southward", 12, ((0.5, 6.5), (7.0, 3.0)), 0.0, ((0.5, -6.5), (7.0, 3.0)), 0.0),
    ],
)
