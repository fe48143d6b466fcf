import { load, Simulation } from "sidestep";

await load();
const simulation = Simulation.builtIn("zombies", { set: ["seed=7"] });
for (let second = 0; second < 10; second++) {
  simulation.advance(1, 60);
  const { agents } = simulation.frame(); // x, y, heading, speed …: a view of the engine's memory
  console.log(`${simulation.time.toFixed(0)} s: the first is at ${agents[0].toFixed(1)}, ${agents[1].toFixed(1)}`);
}
console.log(`pairs that ever overlapped: ${simulation.measures().agent_overlaps}`);
simulation.free();
