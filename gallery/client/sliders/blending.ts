import type { Slider } from "./slider";

const DOG = 24;

const sliders: Slider[] = [
  {
    key: "agents.0.behaviors.0.weight",
    label: "Weight of getting away",
    unit: "",
    help: "The first wish of a sheep. At 0 it doesn't mind the dog.",
    minimum: 0,
    maximum: 2,
    step: 0.05,
    read: (spec) => spec.behaviors[0]?.weight,
  },
  {
    key: "agents.0.behaviors.0.distance",
    label: "Fear reaches",
    unit: "m",
    help: "From so far away a sheep runs from where the dog could meet it.",
    minimum: 1,
    maximum: 15,
    step: 0.5,
    read: (spec) => spec.behaviors[0]?.behavior.Evade?.distance,
  },
  {
    key: "agents.0.behaviors.1.weight",
    label: "Weight of keeping apart",
    unit: "",
    help: "High makes a loose flock that spreads out; 0 leaves it to the avoidance alone to keep them from touching.",
    minimum: 0,
    maximum: 2,
    step: 0.05,
    read: (spec) => spec.behaviors[1]?.weight,
  },
  {
    key: "agents.0.behaviors.2.weight",
    label: "Weight of staying together",
    unit: "",
    help: "High makes one tight flock, 0 lets everyone go its own way.",
    minimum: 0,
    maximum: 2,
    step: 0.05,
    read: (spec) => spec.behaviors[2]?.weight,
  },
  {
    key: "agents.0.behaviors.3.weight",
    label: "Weight of strolling",
    unit: "",
    help: "The last wish: with priorities it gets what the others have left.",
    minimum: 0,
    maximum: 2,
    step: 0.05,
    read: (spec) => spec.behaviors[3]?.weight,
  },
  {
    key: "agents.1.speed",
    label: "Speed of the dog",
    unit: "m/s",
    help: "Sheep like to go at 2 m/s, and run little faster.",
    minimum: 0.5,
    maximum: 6,
    step: 0.25,
    agent: DOG,
    read: (spec) => spec.preferred_speed,
  },
];

export default sliders;
