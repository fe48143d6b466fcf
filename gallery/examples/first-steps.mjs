import { load, Simulation } from "@sidestep/engine";

await load();
const simulation = Simulation.builtIn("zombies", { set: ["seed=7"] });
for (let second = 0; second < 10; second++) {
  simulation.advance(1, 60);
  const [x, y] = simulation.frame().agents; // of the first agent
  console.log(`${simulation.time.toFixed(0)} s: ${x.toFixed(1)} m, ${y.toFixed(1)} m`);
}
console.log(`pairs that ever overlapped: ${simulation.measures().agent_overlaps}`);
simulation.free();
