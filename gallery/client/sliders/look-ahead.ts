import type { Slider } from "./slider";

/** Look-ahead towards obstacles: the default's parameters; the distance also is that of F. Bevilacqua's probes. */
const sliders: Slider[] = [
  {
    key: "parameters.look_ahead.horizon",
    label: "Horizon",
    unit: "s",
    help: "How much time ahead they look. Longer turns earlier and more gently.",
    minimum: 0,
    maximum: 4,
    step: 0.1,
    read: (spec) => spec.obstacle_avoidance?.LookAhead?.horizon,
  },
  {
    key: "parameters.look_ahead.distance",
    label: "Least distance",
    unit: "m",
    help: "They look at least so far, however slowly they go. With the tutorial's forms this is how far the far point is: MAX_SEE_AHEAD.",
    minimum: 0.1,
    maximum: 8,
    step: 0.1,
    read: (spec) => spec.obstacle_avoidance?.LookAhead?.distance ?? spec.obstacle_avoidance?.Classic?.distance,
  },
  {
    key: "parameters.look_ahead.margin",
    label: "Margin",
    unit: "m",
    help: "The gap that they keep from obstacles where there is room for it.",
    minimum: 0,
    maximum: 1,
    step: 0.01,
    read: (spec) => spec.obstacle_avoidance?.LookAhead?.margin,
  },
  {
    key: "parameters.look_ahead.max_force",
    label: "Push (MAX_AVOID_FORCE)",
    unit: "N",
    help: "With the tutorial's forms: how strongly the circle pushes that a point is inside.",
    minimum: 0.5,
    maximum: 20,
    step: 0.5,
    read: (spec) => spec.obstacle_avoidance?.Classic?.max_avoid_force,
  },
  {
    key: "agents.*.speed",
    label: "Speed of all",
    unit: "m/s",
    help: "The speed that they like. Look-ahead, braking and turns follow it by themselves.",
    minimum: 0.2,
    maximum: 8,
    step: 0.1,
    read: (spec) => spec.preferred_speed,
  },
];

export default sliders;
