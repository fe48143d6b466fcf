"""What the peers in Python share: what they are told, and what they write."""

import json
import sys
import time

import numpy


def arguments():
    """The setting, the steps before those that are measured, the measured ones, and where places go."""
    setting, warming, steps, out = sys.argv[1:]
    with open(setting, encoding="utf-8") as file:
        return json.load(file), int(warming), int(steps), out


def measure(step, places, warming, steps, out, prepare=lambda: None):
    """Steps, times nothing but the steps, and writes everybody's places after each."""
    for _ in range(warming):
        prepare()
        step()
    seconds = []
    with open(out, "wb") as file:
        numpy.array(places(), dtype="<f4").tofile(file)
        for _ in range(steps):
            prepare()
            start = time.perf_counter()
            step()
            seconds.append(time.perf_counter() - start)
            numpy.array(places(), dtype="<f4").tofile(file)
    print(json.dumps({"seconds": seconds}))
