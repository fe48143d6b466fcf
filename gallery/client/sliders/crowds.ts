import { deciding } from "./deciding";
import type { Slider } from "./slider";

const sliders: Slider[] = [
  {
    key: "parameters.sampling.patience",
    label: "Patience",
    unit: "s",
    help: "Who is held up for so long claims the way ahead. Short is pushy, long lets a jam stand.",
    minimum: 0.1,
    maximum: 10,
    step: 0.05,
    read: (spec) => spec.agent_avoidance?.Sampling?.right_of_way.patience,
  },
  {
    key: "parameters.sampling.reach",
    label: "Claims reach",
    unit: "radii",
    help: "How far ahead a claimed way is, in radii of the one who claims it. At 0 only who touches it has to make room.",
    minimum: 0,
    maximum: 20,
    step: 0.2,
    read: (spec) => spec.agent_avoidance?.Sampling?.right_of_way.reach,
  },
  {
    key: "parameters.sampling.side_angle",
    label: "Turn to the right",
    unit: "rad",
    help: "By so much everybody's way turns to the right while somebody is in it: lanes form. At 0 nobody knows the side; below 0 it is the left.",
    minimum: -0.8,
    maximum: 0.8,
    step: 0.01,
    read: (spec) => spec.agent_avoidance?.Sampling?.side_angle,
  },
  {
    key: "parameters.sampling.horizon",
    label: "Horizon",
    unit: "s",
    help: "Contacts later than this don't matter. It shrinks by itself where it is crowded.",
    minimum: 0.5,
    maximum: 12,
    step: 0.5,
    read: (spec) => spec.agent_avoidance?.Sampling?.horizon,
  },
  {
    key: "agents.0.speed",
    label: "Speed of one group",
    unit: "m/s",
    help: "Of those who go from the upper left to the upper right. The others like 1.25 and 1.4 m/s.",
    minimum: 0.3,
    maximum: 3,
    step: 0.05,
    read: (spec) => spec.preferred_speed,
  },
  {
    key: "agents.*.radius",
    label: "Radius",
    unit: "m",
    help: "The doorways are 3 m wide: bodies of 0.5 m leave room for three side by side.",
    minimum: 0.15,
    maximum: 0.5,
    step: 0.05,
    read: (spec) => spec.body.radius,
  },
  deciding,
];

export default sliders;
