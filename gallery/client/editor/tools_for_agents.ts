import { type GoalData, type GroupData, type Point, type Region, regionBetween, roundedPoint, type SceneDraft } from "./scene_data";
import type { Shape } from "./thing";
import { type Drawing, PointsTool } from "./tool";
import { nameOf } from "./walkers";

/** How many agents a new region gets: as many as have room to move, but not too many to see. */
const PLACE_FOR_EACH = 4;
const MOST_AT_FIRST = 40;

export class GroupTool extends PointsTool {
  readonly name = "agents";
  readonly label = "Agents in a region";
  readonly key = "a";
  readonly hint = "Drag a box in which a new group starts, or place two corners. How many: among its properties.";
  protected readonly needed = 2;

  protected finish([from = [0, 0], to = from]: Point[], { model, say }: Drawing): void {
    const region = roomy(regionBetween(from, to));
    const area = (region.max[0] - region.min[0]) * (region.max[1] - region.min[1]);
    const count = Math.max(1, Math.min(MOST_AT_FIRST, Math.floor(area / PLACE_FOR_EACH)));
    model.change("draw a group of agents", (scene) => addGroup(scene, { count, region }));
    model.select(`agents.${(model.scene.agents?.length ?? 1) - 1}`);
    say(`Group of ${count} ${count === 1 ? "agent" : "agents"} drawn. Give it a goal with G.`);
  }

  protected preview([from = [0, 0], to = from]: Point[]): Shape[] {
    return [{ shape: "region", region: regionBetween(from, to) }];
  }
}

export class SingleTool extends PointsTool {
  readonly name = "single";
  readonly label = "Single agents";
  readonly key = "i";
  readonly hint = "Each place gets one agent: of the selected group if its agents are placed one by one, else of a new one.";
  protected readonly needed = 1;

  protected finish([at = [0, 0]]: Point[], { model, say }: Drawing): void {
    const index = selectedGroup(model.selected);
    const fits = index !== undefined && model.scene.agents?.[index]?.positions !== undefined;
    model.change("place an agent", (scene) => {
      if (fits) scene.agents?.[index]?.positions?.push(at);
      else addGroup(scene, { positions: [at] });
    });
    model.select(`agents.${fits ? index : (model.scene.agents?.length ?? 1) - 1}`);
    say(fits ? "Agent placed." : "Agent placed in a new group. Give it a goal with G.");
  }

  protected preview(): Shape[] {
    return [];
  }
}

export class GoalTool extends PointsTool {
  readonly name = "goal";
  readonly label = "Goal";
  readonly key = "g";
  readonly hint = "A click sets a point as the goal of the selected group, a drag a region. Groups without a goal come first.";
  protected readonly needed = 1;
  private region: Region | undefined;
  private pressed: Point | undefined;
  private waiting = false;

  override press(at: Point, drawing: Drawing, by: "pointer" | "keys" = "pointer"): void {
    // With the pointer, only letting go says whether it is a point or a box.
    if (by === "keys") return super.press(at, drawing);
    this.pressed = at;
    this.waiting = true;
  }

  override move(at: Point): void {
    super.move(at);
    this.region = this.waiting && this.pressed ? regionBetween(this.pressed, at) : undefined;
  }

  override release(at: Point, drawing: Drawing, dragged: boolean): void {
    if (!this.waiting || !this.pressed) return;
    this.waiting = false;
    this.region = undefined;
    if (dragged) this.add({ region: roomy(regionBetween(this.pressed, at)) }, drawing);
    else this.add({ point: roundedPoint(at) }, drawing);
  }

  override cancel(): boolean {
    const begun = this.waiting;
    this.waiting = false;
    this.region = undefined;
    return begun;
  }

  override draft(): Shape[] {
    return this.region ? [{ shape: "region", region: this.region }] : [];
  }

  protected finish([at = [0, 0]]: Point[], drawing: Drawing): void {
    this.add({ point: roundedPoint(at) }, drawing);
  }

  protected preview(): Shape[] {
    return [];
  }

  private add(goal: GoalData, { model, say }: Drawing): void {
    const groups = model.scene.agents ?? [];
    const without = groups.findIndex(({ goals }) => (goals ?? []).length === 0);
    const index = selectedGroup(model.selected) ?? (without >= 0 ? without : groups.length - 1);
    const group = groups[index];
    if (!group) return say("There is no group of agents yet that could have a goal: draw one with A.");
    model.change("set a goal", (scene) => (scene.agents![index]!.goals ??= []).push(goal));
    const place = (group.goals ?? []).length;
    model.select(`agents.${index}`);
    say(`Goal ${place + 1} of ${nameOf(group, index)} set${place > 0 ? ", to be reached after those before it" : ""}.`);
  }
}

/** Index of the group that is selected itself or by one of its goals. */
export function selectedGroup(key: string): number | undefined {
  const match = /^agents\.(\d+)/u.exec(key);
  return match ? Number(match[1]) : undefined;
}

function addGroup(scene: SceneDraft, group: GroupData): void {
  const taken = new Set((scene.agents ?? []).map(nameOf));
  let number = (scene.agents?.length ?? 0) + 1;
  while (taken.has(`group-${number}`)) number += 1;
  (scene.agents ??= []).push({ name: `group-${number}`, ...group });
}

/** Never too small for one agent. */
function roomy({ min, max }: Region): Region {
  const least = 1;
  const grown = (axis: 0 | 1): number => Math.max(0, least - (max[axis] - min[axis])) / 2;
  return {
    min: roundedPoint([min[0] - grown(0), min[1] - grown(1)]),
    max: roundedPoint([max[0] + grown(0), max[1] + grown(1)]),
  };
}
