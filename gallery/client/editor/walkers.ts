/** Groups of agents, their goals, moving targets and jumps as things to select and to drag. */
import type { GoalData, GroupData, LinkData, Point, SceneDraft, TargetData } from "./scene_data";
import { largest } from "./scene_data";
import { between, type Handle, moved, pointHandles, regionHandles, type Shape, type Thing, translateRegion } from "./thing";

export function groupThing(scene: SceneDraft, group: GroupData, index: number): Thing {
  const { region, circle, positions } = group;
  const radius = largest(group.radius, 0.4);
  const shapes: Shape[] = [];
  const handles: Handle[] = [];
  if (positions) {
    shapes.push({ shape: "discs", at: positions, radius });
    handles.push(...pointHandles(positions, "agent"));
  } else if (region) {
    shapes.push({ shape: "region", region });
    handles.push(...regionHandles(region));
  } else if (circle) {
    shapes.push({ shape: "circle", center: circle.center, radius: circle.radius });
    handles.push({
      label: "edge",
      at: [circle.center[0] + circle.radius, circle.center[1]],
      move: ([x, y]) => void (circle.radius = Math.max(0.01, Math.hypot(x - circle.center[0], y - circle.center[1]))),
    });
  }
  const count = positions?.length ?? group.count ?? 0;
  return {
    key: `agents.${index}`,
    kind: "agents",
    label: `${nameOf(group, index)}: ${count} ${count === 1 ? "agent" : "agents"}`,
    group: index,
    shapes,
    handles,
    translate(by) {
      if (group.positions) group.positions = group.positions.map((point) => moved(point, by));
      if (region) translateRegion(region, by);
      if (circle) circle.center = moved(circle.center, by);
    },
    remove: () => void scene.agents?.splice(index, 1),
  };
}

/** Goals that lie somewhere; those that follow something have no place to draw. */
export function goalThing(group: GroupData, groupIndex: number, goal: GoalData, index: number): Thing {
  const start = middleOf(group);
  const thing: Thing = {
    key: `agents.${groupIndex}.goals.${index}`,
    kind: "goal",
    label: `Goal ${index + 1} of ${nameOf(group, groupIndex)}`,
    group: groupIndex,
    shapes: [],
    handles: [],
    remove: () => void group.goals?.splice(index, 1),
  };
  const region = goal.region ?? goal.random;
  if (region) {
    thing.shapes.push({ shape: "region", region });
    if (start) thing.shapes.push({ shape: "arrow", from: start, to: between(region.min, region.max) });
    thing.handles.push(...regionHandles(region));
    thing.translate = (by) => translateRegion(region, by);
    return thing;
  }
  for (const kind of ["point", "mirror", "flee"] as const) {
    const at = goal[kind];
    if (!at) continue;
    thing.shapes.push({ shape: "cross", at, radius: goal.radius ?? 0.5 });
    if (start && kind === "point") thing.shapes.push({ shape: "arrow", from: start, to: at });
    thing.handles.push({ label: kind === "point" ? "goal" : kind, at, move: (to) => void (goal[kind] = to) });
    thing.translate = (by) => void (goal[kind] = moved(at, by));
  }
  const { offset } = goal;
  if (offset && start) {
    const at = moved(start, offset);
    thing.shapes.push({ shape: "arrow", from: start, to: at });
    thing.handles.push({ label: "end", at, move: ([x, y]) => void (goal.offset = [x - start[0], y - start[1]]) });
    thing.translate = (by) => void (goal.offset = moved(offset, by));
  }
  return thing;
}

export function targetThing(scene: SceneDraft, target: TargetData, index: number): Thing {
  return {
    key: `targets.${index}`,
    kind: "target",
    label: `Moving target ${target.name}`,
    shapes: [{ shape: "line", points: target.path, closed: target.closed ?? false, width: 0 }],
    handles: pointHandles(target.path, "point"),
    translate: (by) => void (target.path = target.path.map((point) => moved(point, by))),
    remove: () => void scene.targets?.splice(index, 1),
  };
}

export function linkThing(scene: SceneDraft, link: LinkData, index: number): Thing {
  return {
    key: `links.${index}`,
    kind: "link",
    label: `Jump ${index + 1}`,
    shapes: [{ shape: "arrow", from: link.from, to: link.to }],
    handles: [
      { label: "beginning", at: link.from, move: (to) => void (link.from = to) },
      { label: "end", at: link.to, move: (to) => void (link.to = to) },
    ],
    translate(by) {
      link.from = moved(link.from, by);
      link.to = moved(link.to, by);
    },
    remove: () => void scene.links?.splice(index, 1),
  };
}

export function nameOf(group: GroupData, index: number): string {
  return group.name ?? `group-${index + 1}`;
}

function middleOf({ region, circle, positions }: GroupData): Point | undefined {
  if (region) return between(region.min, region.max);
  if (circle) return circle.center;
  const points = positions ?? [];
  if (points.length === 0) return undefined;
  const sum = points.reduce((total, point) => moved(total, point), [0, 0] as Point);
  return [sum[0] / points.length, sum[1] / points.length];
}
