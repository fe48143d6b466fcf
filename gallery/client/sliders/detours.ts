import type { Slider } from "./slider";

/** The ways round what is temporary. */
const sliders: Slider[] = [
  {
    key: "parameters.detour.clearance",
    label: "Clearance",
    unit: "m",
    help: "Distance kept from what is passed. More of it closes narrow gaps and makes bigger heaps.",
    minimum: 0,
    maximum: 0.6,
    step: 0.005,
    read: (spec) => spec.detouring?.Silhouette?.clearance,
  },
  {
    key: "parameters.detour.neighborhood",
    label: "Neighbourhood",
    unit: "m",
    help: "How far aside of the straight way a detour may go. Where there is no way they look again, up to eight times as far.",
    minimum: 0.5,
    maximum: 20,
    step: 0.25,
    read: (spec) => spec.detouring?.Silhouette?.neighborhood,
  },
  {
    key: "parameters.detour.rounds",
    label: "Rounds",
    unit: "",
    help: "How often the way is looked at again with the heaps that it met taken in.",
    minimum: 1,
    maximum: 8,
    step: 1,
    read: (spec) => spec.detouring?.Silhouette?.rounds,
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
];

export default sliders;
