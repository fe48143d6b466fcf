import type { Slider } from "./slider";

const [HARE, WALKER, FOLLOWER] = [8, 17, 23];

const sliders: Slider[] = [
  {
    key: "agents.0.speed",
    label: "Speed of the chasers",
    unit: "m/s",
    help: "The point goes at 2 m/s by itself, and as fast as you like if you drag it.",
    minimum: 0.5,
    maximum: 5,
    step: 0.05,
    read: (spec) => spec.preferred_speed,
  },
  {
    key: "agents.0.behaviors.0.horizon",
    label: "Chasers look ahead",
    unit: "s",
    help: "How far into the future they guess where the point will be. At 0 they run to where it is, and end up behind it.",
    minimum: 0,
    maximum: 6,
    step: 0.05,
    read: (spec) => spec.behaviors[0]?.behavior.Pursue?.[1],
  },
  {
    key: "agents.0.behaviors.1.distance",
    label: "Chasers keep apart",
    unit: "m",
    help: "Free gap between two chasers below which they part.",
    minimum: 0.1,
    maximum: 3,
    step: 0.1,
    read: (spec) => spec.behaviors[1]?.behavior.Separation?.distance,
  },
  {
    key: "agents.1.behaviors.0.distance",
    label: "Hares fear within",
    unit: "m",
    help: "Beyond this distance from the point they only stroll.",
    minimum: 1,
    maximum: 15,
    step: 0.5,
    agent: HARE,
    read: (spec) => spec.behaviors[0]?.behavior.Evade?.distance,
  },
  {
    key: "agents.2.behaviors.0.radius",
    label: "Corridor of the patrol",
    unit: "m",
    help: "How far to either side of their round they may stray before they turn back to it.",
    minimum: 0.1,
    maximum: 3,
    step: 0.1,
    agent: WALKER,
    read: (spec) => spec.behaviors[0]?.behavior.FollowPath?.parameters.corridor_radius,
  },
  {
    key: "agents.4.behaviors.0.distance",
    label: "Followers stay behind",
    unit: "m",
    help: "Where they gather, measured from the leader's middle.",
    minimum: 0.7,
    maximum: 5,
    step: 0.1,
    agent: FOLLOWER,
    read: (spec) => spec.behaviors[0]?.behavior.FollowLeader?.[1].behind,
  },
];

export default sliders;
