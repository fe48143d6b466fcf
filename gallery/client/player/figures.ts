import type { Measures } from "sidestep";

/** A figure that is shown while a scene runs. */
export interface Figure {
  label: string;
  unit: string;
  help: string;
  /** Nothing where there is no such figure yet. */
  read(measures: Measures): number | null | undefined;
  text(value: number): string;
  /** Which is the better one of two that differ; `null` where neither is. */
  better: "less" | "more" | null;
}

const whole = (value: number): string => value.toFixed(0);

export const FIGURES: Figure[] = [
  {
    label: "overlaps", unit: "", better: "less", text: whole, read: (measures) => measures.agent_overlaps,
    help: "times that two agents began to overlap",
  },
  {
    label: "touching now", unit: "", better: "less", text: whole, read: (measures) => measures.touching_now,
    help: "agents that touch another, an obstacle or a wall at this moment",
  },
  {
    label: "flips", unit: "", better: "less", text: whole, read: (measures) => measures.direction_flips,
    help: "turns to the other side within half a second: dithering",
  },
  { label: "arrived", unit: "", better: "more", text: whole, read: (measures) => measures.arrived, help: "agents that reached their last goal" },
  { label: "blocked", unit: "", better: "less", text: whole, read: (measures) => measures.blocked, help: "agents that find no way" },
  {
    label: "hits", unit: "", better: "less", text: whole, read: (measures) => measures.obstacle_overlaps + measures.wall_contacts,
    help: "times that an agent ran into an obstacle or a wall",
  },
  {
    label: "mean speed", unit: "m/s", better: null, text: (value) => value.toFixed(2), read: (measures) => measures.mean_speed_now,
    help: "of those who are in the world, now",
  },
];
