import { readScene } from "sidestep";
import type { Simulation } from "sidestep";
import type { Slider } from "./slider";

const GUEST = 1;

/** What the scene says of the first formation as it stands. */
function ofTour(simulation: Simulation, key: "columns" | "spacing" | "looseness"): number | undefined {
  const formations = readScene(simulation.scene())["formations"] as Record<string, number>[] | undefined;
  return formations?.[0]?.[key];
}

const sliders: Slider[] = [
  {
    key: "formations.0.columns",
    label: "Columns",
    unit: "",
    help: "How many walk side by side where there is room for them. With one column it is a file everywhere.",
    minimum: 1,
    maximum: 5,
    step: 1,
    read: (_, simulation) => ofTour(simulation, "columns"),
  },
  {
    key: "formations.0.spacing",
    label: "Spacing",
    unit: "m",
    help: "From slot to slot, centre to centre. Where bodies are too wide for it, slots are further apart.",
    minimum: 0.5,
    maximum: 2,
    step: 0.125,
    read: (_, simulation) => ofTour(simulation, "spacing"),
  },
  {
    key: "formations.0.looseness",
    label: "Looseness",
    unit: "",
    help: "At 0 each keeps its slot. At 1 they only stay together.",
    minimum: 0,
    maximum: 1,
    step: 0.05,
    read: (_, simulation) => ofTour(simulation, "looseness"),
  },
  {
    key: "agents.0.speed",
    label: "Speed of the guide",
    unit: "m/s",
    help: "The guide doesn't wait here. The guests walk at up to 1.75 m/s: above that nobody keeps up.",
    minimum: 0.25,
    maximum: 2.5,
    step: 0.125,
    read: (spec) => spec.preferred_speed,
  },
  {
    key: "agents.1.speed",
    label: "Speed of the guests",
    unit: "m/s",
    help: "What they have above the speed of the guide is what they catch up with.",
    minimum: 0.5,
    maximum: 3,
    step: 0.125,
    agent: GUEST,
    read: (spec) => spec.preferred_speed,
  },
];

export default sliders;
