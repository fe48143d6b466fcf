"""RVO2 (pyrvo) on the plaza: see `run`. Only do_step is timed; preferred velocities are set before it."""

import math
import sys

import peer
import pyrvo

# How far ahead others and walls are looked for (s).
HORIZON = 5.0


def main():
    plaza, warming, steps, out = peer.arguments()
    simulator = pyrvo.RVOSimulator(
        plaza["dt"], plaza["neighbor_distance"], plaza["most_neighbors"], HORIZON, HORIZON, plaza["radius"], plaza["speed"]
    )
    for start in plaza["starts"]:
        simulator.add_agent(tuple(start))
    goals = plaza["goals"]

    def prepare():
        for index, (x, y) in enumerate(goals):
            place = simulator.get_agent_position(index)
            way = (x - place.x, y - place.y)
            length = math.hypot(*way)
            share = min(plaza["speed"] / length, 1.0) if length > 0.0 else 0.0
            simulator.set_agent_pref_velocity(index, (way[0] * share, way[1] * share))

    def places():
        found = (simulator.get_agent_position(index) for index in range(len(goals)))
        return [(place.x, place.y) for place in found]

    peer.measure(simulator.do_step, places, warming, steps, out, prepare=prepare)


if __name__ == "__main__":
    sys.exit(main())
