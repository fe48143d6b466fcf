"""JuPedSim's collision-free speed model on the plaza: see `run`. The walkable area is the square and 10 m around it."""

import sys

import jupedsim
import peer

MODELS = {
    "speed": (jupedsim.CollisionFreeSpeedModel, jupedsim.CollisionFreeSpeedModelAgentParameters),
    "anticipation": (jupedsim.AnticipationVelocityModel, jupedsim.AnticipationVelocityModelAgentParameters),
}
MARGIN = 10.0


def main():
    model, parameters = MODELS[sys.argv.pop(1)]
    plaza, warming, steps, out = peer.arguments()
    low, high = -MARGIN, plaza["side"] + MARGIN
    area = [(low, low), (high, low), (high, high), (low, high)]
    simulation = jupedsim.Simulation(model=model(), geometry=area, dt=plaza["dt"])
    stage = simulation.add_direct_steering_stage()
    journey = simulation.add_journey(jupedsim.JourneyDescription([stage]))
    ids = []
    for start, goal in zip(plaza["starts"], plaza["goals"]):
        agent = simulation.add_agent(
            parameters(
                position=tuple(start), desired_speed=plaza["speed"], radius=plaza["radius"], journey_id=journey, stage_id=stage
            )
        )
        simulation.agent(agent).target = tuple(goal)
        ids.append(agent)

    def places():
        found = {agent.id: agent.position for agent in simulation.agents()}
        return [found[agent] for agent in ids]

    peer.measure(simulation.iterate, places, warming, steps, out)


if __name__ == "__main__":
    sys.exit(main())
