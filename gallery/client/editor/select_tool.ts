import { distanceTo } from "./distance";
import type { Point } from "./scene_data";
import type { Shape, Thing } from "./thing";
import { roundCoordinates, thingOf, thingsOf } from "./things";
import type { Drawing, Tool } from "./tool";

/** What is being dragged: a whole thing, or one handle of it. */
interface Grip {
  key: string;
  handle: number | undefined;
  from: Point;
  to: Point;
}

export class SelectTool implements Tool {
  readonly name = "select";
  readonly label = "Select and move";
  readonly key = "s";
  readonly hint = "Click a thing, drag it or its corners. By keys: Enter takes what is at the cursor, the arrows move it, Enter lets it go.";

  private grip: Grip | undefined;
  private preview: Thing | undefined;

  press(at: Point, drawing: Drawing, by: "pointer" | "keys"): void {
    if (this.grip) return this.drop(at, drawing);
    const { model, reach, say } = drawing;
    const things = thingsOf(model.scene);
    const selected = things.find((thing) => thing.key === model.selected);
    const handle = selected?.handles.findIndex((handle) => apart(handle.at, at) <= reach) ?? -1;
    if (selected && handle >= 0) {
      this.grip = { key: selected.key, handle, from: at, to: at };
      if (by === "keys") say(`${selected.handles[handle]?.label} of ${selected.label} taken. Move it by arrows; Enter lets go.`);
      return;
    }
    const thing = thingAt(things, at, reach);
    model.select(thing?.key ?? "");
    say(thing ? `${thing.label} selected.` : "Nothing here; the scene is selected.");
    if (thing?.translate) {
      // From a point of the grid, so that a move goes by whole steps of it.
      this.grip = { key: thing.key, handle: undefined, from: drawing.snapped(at), to: drawing.snapped(at) };
      if (by === "keys") say(`${thing.label} taken. Move it by arrows; Enter lets go.`);
    }
  }

  /** Whether something is held: if not, dragging moves the view. */
  get holds(): boolean {
    return this.grip !== undefined;
  }

  move(at: Point, { model }: Drawing): void {
    if (!this.grip) return;
    this.grip.to = at;
    const scene = structuredClone(model.scene);
    this.apply(thingOf(scene, this.grip.key));
    this.preview = thingOf(scene, this.grip.key);
  }

  release(at: Point, drawing: Drawing): void {
    if (this.grip) this.drop(at, drawing);
  }

  /** Lets go without a move: it was a click. */
  cancelGrip(): boolean {
    const begun = this.grip !== undefined;
    this.grip = undefined;
    this.preview = undefined;
    return begun;
  }

  cancel({ model }: Drawing): boolean {
    const begun = this.cancelGrip();
    if (!begun && model.selected !== "") {
      model.select("");
      return true;
    }
    return begun;
  }

  draft(): Shape[] {
    return this.preview?.shapes ?? [];
  }

  private drop(at: Point, { model, say }: Drawing): void {
    const { grip } = this;
    if (!grip) return;
    grip.to = at;
    if (apart(grip.from, grip.to) > 0) {
      model.change(grip.handle === undefined ? "move" : "reshape", (scene) => {
        this.apply(thingOf(scene, grip.key));
        roundCoordinates(scene);
      });
      say(`Moved to ${at[0].toFixed(2)}, ${at[1].toFixed(2)}.`);
    }
    this.grip = undefined;
    this.preview = undefined;
  }

  private apply(thing: Thing | undefined): void {
    if (!thing || !this.grip) return;
    const { from, to, handle } = this.grip;
    if (handle === undefined) thing.translate?.([to[0] - from[0], to[1] - from[1]]);
    else thing.handles[handle]?.move(to);
  }
}

/** The thing in front at a point. What is small lies in front of regions that it is in. */
export function thingAt(things: Thing[], at: Point, reach: number): Thing | undefined {
  const hit = things.filter((thing) => distanceTo(thing, at) <= reach).reverse();
  return hit.find((thing) => thing.shapes[0]?.shape !== "region") ?? hit[0];
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
