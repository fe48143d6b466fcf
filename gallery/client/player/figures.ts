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
    help: "pairs of agents that have overlapped so far; each counts once",
  },
  {
    label: "touching now", unit: "", better: "less", text: whole, read: (measures) => measures.touching_now,
    help: "agents that touch another, an obstacle or a wall at this moment",
  },
  {
    label: "turns to and fro", unit: "", better: "less", text: whole, read: (measures) => measures.direction_flips,
    help: "how often somebody turned to one side and within half a second back to the other: dithering",
  },
  { label: "arrived", unit: "", better: "more", text: whole, read: (measures) => measures.arrived, help: "agents that have reached their last goal once; those who go to and fro or after something that moves go on" },
  { label: "blocked", unit: "", better: "less", text: whole, read: (measures) => measures.blocked, help: "agents that find no way" },
  {
    label: "ran into", unit: "", better: "less", text: whole, read: (measures) => measures.obstacle_overlaps + measures.wall_contacts,
    help: "pairs of an agent and an obstacle or a wall that have touched so far; each counts once",
  },
  {
    label: "mean speed", unit: "m/s", better: null, text: (value) => value.toFixed(2), read: (measures) => measures.mean_speed_now,
    help: "of those who are in the world, now",
  },
];
