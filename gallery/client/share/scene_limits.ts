/** Whether a scene from outside is small enough to be built, told from its data before anything is built. */
import {
  LEAST_TIME_STEP,
  MOST_AGENTS,
  MOST_OBSTACLES,
  MOST_OF_PARAMETER,
  MOST_POINTS,
} from "./limits";
import { Refusal } from "./refusal";

type Table = Record<string, unknown>;

/** Refuses a scene that would take a phone too long to place or to step. */
export function checkSize(scene: Table): void {
  const groups = tables(scene.agents);
  const agents = groups.reduce((sum, group) => sum + (listed(group.positions) ?? count(group.count)), 0);
  atMost(agents, MOST_AGENTS, "agents");
  const scattered = tables(scene.scatter).reduce((sum, scatter) => sum + count(scatter.count), 0);
  atMost(tables(scene.obstacles).length + scattered, MOST_OBSTACLES, "obstacles");
  atMost(points(scene), MOST_POINTS, "points of walls, polygons and paths");
  if (typeof scene.dt === "number" && scene.dt < LEAST_TIME_STEP) {
    throw new Refusal(
      `The scene's time step is too small for a scene from outside: dt is ${scene.dt} s, at least ${LEAST_TIME_STEP} s is taken.`,
    );
  }
  const parameters = table(scene.parameters);
  for (const [path, most] of Object.entries(MOST_OF_PARAMETER)) {
    const [method = "", key = ""] = path.split(".");
    const value = table(parameters[method])[key];
    if (typeof value === "number" && value > most) {
      throw new Refusal(
        `A parameter of the scene is too large for a scene from outside: parameters.${path} is ${value} of at most ${most}.`,
      );
    }
  }
}

function atMost(number: number, most: number, what: string): void {
  if (number > most) {
    throw new Refusal(
      `The scene is too large for a scene from outside: ${number.toLocaleString("en")} ${what} of at most ${most.toLocaleString("en")}.`,
    );
  }
}

/** All pairs of numbers in lists, wherever they stand. */
function points(value: unknown): number {
  if (Array.isArray(value)) {
    const pairs = value.filter((item) => Array.isArray(item)).length;
    return pairs + value.reduce((sum: number, item) => sum + (Array.isArray(item) ? 0 : points(item)), 0);
  }
  if (typeof value === "object" && value !== null) {
    return Object.values(value).reduce((sum: number, item) => sum + points(item), 0);
  }
  return 0;
}

function table(value: unknown): Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

function tables(value: unknown): Table[] {
  return Array.isArray(value) ? value.map(table) : [];
}

function listed(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

/** A count that is no number counts as nothing here: the engine refuses it. */
function count(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}
