import type { Measures } from "sidestep";

/** A measure that methods are compared by. */
export interface Row {
  label: string;
  unit: string;
  help: string;
  read(measures: Measures): number | null;
  digits: number;
  better: "less" | "more";
}

const row = (label: string, unit: string, digits: number, better: Row["better"], read: Row["read"], help: string): Row => ({
  label,
  unit,
  digits,
  better,
  read,
  help,
});

export const ROWS: Row[] = [
  row("Arrived", "", 0, "more", ({ arrived }) => arrived, "agents that have reached their last goal"),
  row("Mean travel time", "s", 1, "less", ({ mean_travel_seconds }) => mean_travel_seconds, "of those who have arrived"),
  row("Pairs that overlapped", "", 0, "less", ({ agent_overlaps }) => agent_overlaps, "pairs of agents that ever overlapped by more than 1 mm"),
  row("Time in overlap", "s", 2, "less", ({ overlap_pair_seconds }) => overlap_pair_seconds, "added up over all pairs"),
  row("Deepest overlap", "m", 3, "less", ({ max_overlap_m }) => max_overlap_m, "of two agents, so far"),
  row("Touches of obstacles", "", 0, "less", ({ obstacle_overlaps }) => obstacle_overlaps, "agents and obstacles that overlapped"),
  row("Touches of walls", "", 0, "less", ({ wall_contacts }) => wall_contacts, "agents and walls that overlapped"),
  row("Path ratio", "", 3, "less", ({ mean_path_ratio }) => mean_path_ratio, "way that was walked over the shortest one free of obstacles"),
  row("Turning", "rad/s", 3, "less", ({ mean_abs_turn_rate }) => mean_abs_turn_rate, "mean turn rate, either way"),
  row("Flips", "1/min", 2, "less", ({ direction_flips_per_minute }) => direction_flips_per_minute, "turns to the other side within half a second, for an agent"),
  row("Energy", "J", 0, "less", ({ energy_j }) => energy_j, "spent by all agents"),
  row("Stuck", "", 0, "less", ({ stuck }) => stuck, "agents that get no further"),
];

/** Whether each of these values, as they are shown, is the best; nobody is where all are equal or only one has a value. */
export function best({ better, digits }: Row, values: (number | null)[]): boolean[] {
  const shown = values.map((value) => (value === null ? null : Number(value.toFixed(digits))));
  const known = shown.filter((value) => value !== null);
  const top = better === "less" ? Math.min(...known) : Math.max(...known);
  const differ = known.length > 1 && known.some((value) => value !== top);
  return shown.map((value) => differ && value === top);
}
