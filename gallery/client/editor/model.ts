import type { SceneDraft } from "./scene_data";

/** Changes that can be taken back. More would keep too much of large scenes. */
const MOST_STEPS = 200;

/** The scene that is being edited, as plain data, with what is selected and every change so far. */
export class Model {
  private past: { scene: SceneDraft; label: string }[] = [];
  private future: { scene: SceneDraft; label: string }[] = [];
  private listeners: (() => void)[] = [];
  /** The key of the selected thing, such as `walls.0`, or empty for the scene itself. */
  selected = "";

  constructor(private current: SceneDraft) {}

  /** Read only: changes go through `change`. */
  get scene(): SceneDraft {
    return this.current;
  }

  /** What would be taken back, and what done again. */
  get undoLabel(): string | undefined {
    return this.past.at(-1)?.label;
  }

  get redoLabel(): string | undefined {
    return this.future.at(-1)?.label;
  }

  /** Changes the scene in one step that can be taken back. */
  change(label: string, edit: (draft: SceneDraft) => void): void {
    const draft = structuredClone(this.current);
    edit(draft);
    this.replace(label, draft);
  }

  /** Another scene in place of this one. */
  replace(label: string, scene: SceneDraft): void {
    this.past.push({ scene: this.current, label });
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
    this.current = scene;
    this.tell();
  }

  undo(): string | undefined {
    return this.go(this.past, this.future);
  }

  redo(): string | undefined {
    return this.go(this.future, this.past);
  }

  select(key: string): void {
    if (this.selected === key) return;
    this.selected = key;
    this.tell();
  }

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  private go(from: typeof this.past, to: typeof this.past): string | undefined {
    const step = from.pop();
    if (step === undefined) return undefined;
    to.push({ scene: this.current, label: step.label });
    this.current = step.scene;
    this.tell();
    return step.label;
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
