import type { Point, SceneDraft } from "./scene_data";
import { rounded } from "./scene_data";
import { obstacleThing, scatterThing, wallThing } from "./solids";
import { regionHandles, type Thing } from "./thing";
import { goalThing, groupThing, linkThing, targetThing } from "./walkers";

/** Everything of a scene that can be drawn, from the back to the front. */
export function thingsOf(scene: SceneDraft): Thing[] {
  const groups = scene.agents ?? [];
  return [
    ...edgesThing(scene),
    ...(scene.scatter ?? []).map((scatter, index) => scatterThing(scene, scatter, index)),
    ...groups.map((group, index) => groupThing(scene, group, index)),
    ...(scene.walls ?? []).map((wall, index) => wallThing(scene, wall, index)),
    ...(scene.obstacles ?? []).map((obstacle, index) => obstacleThing(scene, obstacle, index)),
    ...(scene.targets ?? []).map((target, index) => targetThing(scene, target, index)),
    ...(scene.links ?? []).map((link, index) => linkThing(scene, link, index)),
    ...groups.flatMap((group, index) => (group.goals ?? []).map((goal, place) => goalThing(group, index, goal, place))),
  ];
}

export function thingOf(scene: SceneDraft, key: string): Thing | undefined {
  return thingsOf(scene).find((thing) => thing.key === key);
}

/** After a change by hand: no coordinate finer than a millimetre. */
export function roundCoordinates(value: unknown): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      if (typeof item === "number") value[index] = rounded(item);
      else roundCoordinates(item);
    });
  } else if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(roundCoordinates);
  }
}

function edgesThing(scene: SceneDraft): Thing[] {
  const { bounds } = scene;
  if (!bounds?.min || !bounds.max || bounds.kind === "open") return [];
  const region = { min: bounds.min as Point, max: bounds.max as Point };
  return [
    {
      key: "bounds",
      kind: "edges",
      label: bounds.kind === "torus" ? "Edges: what leaves enters opposite" : "Edges: a wall all round",
      shapes: [{ shape: "region", region }],
      handles: regionHandles(region),
      remove: () => void (scene.bounds = { kind: "open" }),
    },
  ];
}
