import type { Slider } from "./slider";

const sliders: Slider[] = [
  {
    key: "parameters.orca.time_horizon",
    label: "Time horizon",
    unit: "s",
    help: "For so long no contact is allowed. Long turns early and gently, and leaves few velocities in a crowd; short turns late and hard.",
    minimum: 0.5,
    maximum: 8,
    step: 0.1,
    read: (spec) => spec.agent_avoidance?.Orca?.time_horizon,
  },
  {
    key: "agents.0.responsibility",
    label: "Work of those who go right",
    unit: "",
    help: "Their part in the work, against 1 of those who go up. At 0 they keep their way and the others do it all.",
    minimum: 0,
    maximum: 3,
    step: 0.1,
    read: (spec) => spec.responsibility,
  },
  {
    key: "agents.*.speed",
    label: "Speed they like",
    unit: "m/s",
    help: "They can go at 1.75 m/s when they must: what is left above this is room to get out of the way.",
    minimum: 0.4,
    maximum: 1.7,
    step: 0.05,
    read: (spec) => spec.preferred_speed,
  },
  {
    key: "agents.*.radius",
    label: "Radius",
    unit: "m",
    help: "Larger bodies leave fewer gaps between them. The time horizon, where you haven't set it, follows from the radius.",
    minimum: 0.2,
    maximum: 0.6,
    step: 0.05,
    read: (spec) => spec.body.radius,
  },
];

export default sliders;
