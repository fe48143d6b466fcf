#!/usr/bin/env python3
"""Writes the built-in scene `doors`: an office floor in two halves, with wider doors in the lower one.

    tools/doors_scene.py > crates/sidestep-scene/scenes/doors.toml

The lower half is the mirror image of the upper one, walls, doors and routes alike; only the doors are wider. Routes
are drawn at random, always the same ones: from a room to the next one, out into the corridor, into another room
and on to the one beside it.
"""

import random

from scene_text import number, point, points, region, wall, write

COLUMNS = 6
ROOM = 8.0
# Heights of the walls along the floor, from the middle of the building outwards, and their thickness.
ROWS = [(0.0, 0.4), (7.0, 0.3), (11.0, 0.2), (18.0, 0.4)]
# Thickness of the walls between rooms, from the left.
PARTITIONS = [0.1, 0.2, 0.3, 0.4, 0.1]
DOORS = {"upper": 1.5, "lower": 2.0}
ROUTES = 12
AGENTS = 5

# Where the doors are: along the corridor in each room, in two rows; and in the walls between rooms.
TO_CORRIDOR = [[2.0, 5.5, 4.0, 1.5, 6.5, 3.0], [5.0, 1.5, 6.0, 4.0, 2.5, 6.5]]
BETWEEN = [[3.5, 1.5, 5.0, 2.5, 4.5], [14.0, 16.0, 12.5, 15.5, 13.5]]
CORRIDOR = [7.0, 11.0]
MIDDLE_OF_CORRIDOR = 9.0


def pieces(start, end, doors, width):
    """The parts of a wall from start to end that doors leave."""
    edges = [start] + [edge for door in sorted(doors) for edge in (door - width / 2, door + width / 2)] + [end]
    return zip(edges[::2], edges[1::2])


def corridor_door(row, column):
    return (ROOM * column + TO_CORRIDOR[row][column], CORRIDOR[row])


def partition_door(row, column):
    """The door to the room on the right."""
    return (ROOM * (column + 1), BETWEEN[row][column])


def walls(width, sign):
    def side(start, end, thickness):
        return wall([(x, sign * y) for x, y in (start, end)], thickness)

    for row in (0, 1):
        height, thickness = ROWS[row + 1]
        doors = [corridor_door(row, column)[0] for column in range(COLUMNS)]
        for start, end in pieces(0.0, ROOM * COLUMNS, doors, width):
            yield side((start, height), (end, height), thickness)
        low, high = ROWS[2 * row][0], ROWS[2 * row + 1][0]
        for column, thickness in enumerate(PARTITIONS):
            x, door = partition_door(row, column)
            for start, end in pieces(low, high, [door], width):
                yield side((x, start), (x, end), thickness)


def middle(row, column):
    return (ROOM * (column + 0.5), 3.5 if row == 0 else 14.5)


def route(chance):
    """Rooms and doors in the order in which they are passed."""
    def pair():
        row, column = chance.randrange(2), chance.randrange(COLUMNS - 1)
        rooms = [column, column + 1]
        chance.shuffle(rooms)
        return row, rooms, column

    row, rooms, column = pair()
    while True:
        other_row, other_rooms, other_column = pair()
        if (other_row, other_rooms[0]) not in [(row, room) for room in rooms] and abs(other_column - column) <= 3:
            break
    doors = [
        (*partition_door(row, column), "upright", PARTITIONS[column]),
        (*corridor_door(row, rooms[1]), "level", ROWS[row + 1][1]),
        (*corridor_door(other_row, other_rooms[0]), "level", ROWS[other_row + 1][1]),
        (*partition_door(other_row, other_column), "upright", PARTITIONS[other_column]),
    ]
    return middle(row, rooms[0]), doors, middle(other_row, other_rooms[1])


def group(name, start, doors, end, width, sign):
    def at(x, y):
        return x, sign * y

    goals = []
    for x, y, lie, thickness in doors:
        size = (thickness, width) if lie == "upright" else (width, thickness)
        goals.append(f"  {{ region = {region(at(x, y), size)} }},")
    goals.append(f"  {{ point = {point(at(*end))}, radius = 1.0 }},")
    along_corridor = [(x, MIDDLE_OF_CORRIDOR) for x, _, lie, _ in doors if lie == "level"]
    through = [(x, y) for x, y, _, _ in doors]
    path = [at(*place) for place in [start] + through[:2] + along_corridor + through[2:] + [end]]
    return "\n".join([
        f'[[agents]]\nname = "{name}"\ncount = {AGENTS}',
        f"region = {region(at(*start), (ROOM - 1.6, 5.4))}",
        "radius = 0.5\nspeed = { min = 1.2, max = 1.6 }",
        'layer = 2\nmask = 1\non_arrival = "remove"',
        "goals = [",
        *goals,
        "]",
        f'behaviors = [{{ kind = "follow_path", radius = 1.0, horizon = 1.5, path = {points(path)} }}]',
    ])


HEAD = """# An office floor in two halves with doors of different widths. Made by tools/doors_scene.py.
name = "doors"
title = "120 people walk from door to door through an office"
description = \"\"\"
Doors are 1.5 m wide in the upper half and 2 m in the lower one, walls 0.1 m to 0.4 m thick, people 1 m
wide. Each has a route through four doors and follows it sloppily: a metre to either side doesn't
matter, and corners are cut. The routes lead through the middle of the doors, at a slant, and along the
middle of the corridors. To have arrived is to have passed all four doors and to be at the end of the route.

This is about walls, so people don't see each other and walk through each other; to let them meet, run it
with --set 'agents.*.mask=4294967295'. Whether the method alone keeps off the walls shows with
--set settle=false.\"\"\"
seed = 1
duration = 120.0
"""

length, (height, thickness) = ROOM * COLUMNS, ROWS[-1]
outline = [(0, -height), (length, -height), (length, height), (0, height)]
outer = wall(outline, thickness, closed=True)
tables = [f"# The outer walls, and the one between the halves.\n{outer}", wall([(0.0, 0.0), (length, 0.0)], ROWS[0][1])]
chance = random.Random(4)
routes = [route(chance) for _ in range(ROUTES)]
halves = (("upper", 1), ("lower", -1))
for half, sign in halves:
    first, *others = walls(DOORS[half], sign)
    tables += [f"# The {half} half.\n{first}", *others]
for half, sign in halves:
    for index, (start, doors, end) in enumerate(routes):
        tables.append(group(f"{half}-{index + 1}", start, doors, end, DOORS[half], sign))
write(HEAD, tables)
