// DetourCrowd (recast-navigation, WebAssembly) on the plaza: see `run`.
//
//   node detour_crowd.mjs QUALITY SETTING.json WARMING STEPS OUT     QUALITY is lowest or highest
import { openSync, readFileSync, writeSync } from 'node:fs';

import { Crowd, init } from 'recast-navigation';
import { generateSoloNavMesh } from 'recast-navigation/generators';

const [quality, setting, warming, steps, out] = process.argv.slice(2);
const plaza = JSON.parse(readFileSync(setting, 'utf8'));

// Turns are anticipated, others avoided, and paths made straight: what the demo of Recast switches on.
const UPDATE_FLAGS = 1 | 2 | 8 | 16;
// How finely velocities are sampled: what the demo of Recast offers as its lowest and its highest quality.
const SAMPLING = {
    lowest: { adaptiveDivs: 5, adaptiveRings: 2, adaptiveDepth: 1 },
    highest: { adaptiveDivs: 7, adaptiveRings: 2, adaptiveDepth: 3 },
};
// Room around the square (m).
const MARGIN = 10;

await init();

const low = -MARGIN;
const high = plaza.side + MARGIN;
const corners = [low, 0, low, high, 0, low, high, 0, high, low, 0, high];
// Coarse cells are enough for a flat square.
const { success, navMesh, error } = generateSoloNavMesh(corners, [0, 2, 1, 0, 3, 2], {
    cs: 1,
    ch: 0.2,
    walkableRadius: 1,
});
if (!success) throw new Error(`no mesh: ${error}`);
const crowd = new Crowd(navMesh, { maxAgents: plaza.starts.length, maxAgentRadius: plaza.radius });
const avoidance = crowd.raw.getObstacleAvoidanceParams(0);
Object.assign(avoidance, { velBias: 0.5, ...SAMPLING[quality] });
crowd.raw.setObstacleAvoidanceParams(0, avoidance);
for (const [name, value] of Object.entries(SAMPLING[quality])) {
    if (crowd.raw.getObstacleAvoidanceParams(0)[name] !== value) throw new Error(`${name} wasn't taken over`);
}
const agents = plaza.starts.map(([x, y], index) => {
    const agent = crowd.addAgent(
        { x, y: 0, z: y },
        {
            radius: plaza.radius,
            height: 2,
            maxAcceleration: 8,
            maxSpeed: plaza.speed,
            collisionQueryRange: plaza.neighbor_distance,
            pathOptimizationRange: 30 * plaza.radius,
            separationWeight: 2,
            updateFlags: UPDATE_FLAGS,
            obstacleAvoidanceType: 0,
        },
    );
    const [goalX, goalY] = plaza.goals[index];
    if (!agent.requestMoveTarget({ x: goalX, y: 0, z: goalY })) throw new Error(`agent ${index} gets no goal`);
    return agent;
});

const file = openSync(out, 'w');
function writePlaces() {
    const places = new Float32Array(2 * agents.length);
    agents.forEach((agent, index) => {
        const { x, z } = agent.position();
        places[2 * index] = x;
        places[2 * index + 1] = z;
    });
    writeSync(file, new Uint8Array(places.buffer));
}

for (let step = 0; step < Number(warming); step++) crowd.update(plaza.dt);
writePlaces();
const seconds = [];
for (let step = 0; step < Number(steps); step++) {
    const start = performance.now();
    crowd.update(plaza.dt);
    seconds.push((performance.now() - start) / 1e3);
    writePlaces();
}
console.log(JSON.stringify({ seconds }));
