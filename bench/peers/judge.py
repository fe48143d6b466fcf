"""Judges a peer by the places that it wrote: overlapping pairs summed over the steps, and progress to the goals (m/s)."""

import json
import sys

import numpy
from scipy.spatial import cKDTree


def main():
    setting, steps, out, deepest = sys.argv[1:]
    with open(setting, encoding="utf-8") as file:
        plaza = json.load(file)
    goals = numpy.array(plaza["goals"])
    places = numpy.fromfile(out, dtype="<f4").reshape(int(steps) + 1, len(goals), 2).astype(float)
    if not numpy.isfinite(places).all():
        sys.exit("a place is no number")
    touching = 2 * plaza["radius"] - float(deepest)
    overlaps = sum(len(cKDTree(now).query_pairs(touching, output_type="ndarray")) for now in places[1:])
    left = numpy.linalg.norm(places[[0, -1]] - goals, axis=2).mean(axis=1)
    print(json.dumps([overlaps, (left[0] - left[1]) / (int(steps) * plaza["dt"])]))


if __name__ == "__main__":
    main()
