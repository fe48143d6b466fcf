import { deciding } from "./deciding";
import type { Slider } from "./slider";

/** The default towards others: it chooses among velocities. */
const sliders: Slider[] = [
  {
    key: "parameters.unaligned.distance",
    label: "checkLength",
    unit: "m",
    help: "With classic: how far ahead everybody is moved before the places are compared.",
    minimum: 0.5,
    maximum: 12,
    step: 0.1,
    read: (spec) => {
      const reach = spec.agent_avoidance?.Classic?.look_ahead;
      return reach?.by === "distance" ? reach.value : undefined;
    },
  },
  {
    key: "parameters.sampling.horizon",
    label: "Horizon",
    unit: "s",
    help: "Contacts later than this don't matter. Long foresees more, short dodges at the last moment.",
    minimum: 0.2,
    maximum: 12,
    step: 0.1,
    read: (spec) => spec.agent_avoidance?.Sampling?.horizon,
  },
  {
    key: "parameters.sampling.distance",
    label: "Sight",
    unit: "m",
    help: "How far others are looked for, edge to edge.",
    minimum: 0.5,
    maximum: 15,
    step: 0.1,
    read: (spec) => spec.agent_avoidance?.Sampling?.distance,
  },
  {
    key: "parameters.sampling.contact_weight",
    label: "Weight of a contact",
    unit: "× speed",
    help: "What a contact in a second costs, as a share of the preferred speed. At 0 only the last guard keeps them apart: they tremble, and arrive later. Above 0.2 little changes.",
    minimum: 0,
    maximum: 4,
    step: 0.05,
    read: (spec) => spec.agent_avoidance?.Sampling?.contact_weight,
  },
  {
    key: "parameters.sampling.miss_weight",
    label: "Weight of a close pass",
    unit: "× speed",
    help: "What passing edge to edge at once costs, as a share of the preferred speed. At 0 only contacts count: they brush past each other.",
    minimum: 0,
    maximum: 4,
    step: 0.05,
    read: (spec) => spec.agent_avoidance?.Sampling?.miss_weight,
  },
  {
    key: "parameters.sampling.miss_distance",
    label: "Personal space",
    unit: "m",
    help: "Passing others costs something up to about this distance between the edges.",
    minimum: 0.02,
    maximum: 1.5,
    step: 0.02,
    read: (spec) => spec.agent_avoidance?.Sampling?.miss_distance,
  },
  {
    key: "parameters.sampling.side_angle",
    label: "Turn to the right",
    unit: "rad",
    help: "By how much everybody's way bends to the same side before somebody else. Below 0 it is the left; 0 has no rule.",
    minimum: -0.8,
    maximum: 0.8,
    step: 0.01,
    read: (spec) => spec.agent_avoidance?.Sampling?.side_angle,
  },
  {
    key: "parameters.sampling.inertia",
    label: "Inertia",
    unit: "",
    help: "What changing the velocity costs, as a share of the change. 0 trembles.",
    minimum: 0,
    maximum: 1,
    step: 0.01,
    read: (spec) => spec.agent_avoidance?.Sampling?.inertia,
  },
  {
    key: "agents.*.speed",
    label: "Speed of all",
    unit: "m/s",
    help: "The speed that they like.",
    minimum: 0.2,
    maximum: 4,
    step: 0.1,
    read: (spec) => spec.preferred_speed,
  },
  deciding,
];

export default sliders;
