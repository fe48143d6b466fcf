import { button, make } from "../markup";
import { setAt } from "./at_path";
import { describedAt } from "./format";
import { type Form, fieldsFor } from "./form";
import type { Model } from "./model";
import { thingOf } from "./things";

/** Keys that are asked for at once; all others wait below “More”. */
const FIRST: Record<string, string[]> = {
  scene: ["name", "title", "seed", "dt", "duration", "method", "settle"],
  bounds: ["kind", "min", "max"],
  walls: ["points", "closed", "thickness"],
  obstacles: ["circle", "box", "polygon", "temporary"],
  scatter: ["count", "radius", "shape", "temporary", "region", "gap"],
  targets: ["name", "path", "speed", "closed"],
  links: ["from", "to", "seconds"],
  agents: ["name", "count", "radius", "speed", "method", "route", "on_arrival"],
  goals: ["point", "region", "random", "mirror", "offset", "flee", "radius", "speed"],
};

/** Lists of the scene that are things of their own. */
const DRAWN = ["bounds", "walls", "obstacles", "scatter", "targets", "links", "agents"];

/** The panel with the properties of what is selected, or of the scene. */
export class Properties {
  readonly element = make("section", { class: "properties", "aria-label": "Properties" });
  private readonly open = new Set<string>();

  constructor(private readonly model: Model) {
    model.listen(() => this.show());
  }

  show(): void {
    const { model } = this;
    const thing = model.selected === "" ? undefined : thingOf(model.scene, model.selected);
    const path = thing ? thing.key : "";
    const form: Form = {
      scene: model.scene,
      set: (key, value) => model.change(`change ${key.split(".").at(-1)?.replaceAll("_", " ")}`, (scene) => setAt(scene, key, value)),
    };
    const focused = document.activeElement?.id;
    this.element.replaceChildren(
      make("h3", {}, thing?.label ?? "Scene"),
      ...(thing?.kind === "agents" && !model.scene.agents?.[thing.group ?? -1]?.goals?.length ? [make("p", { class: "quiet goal-hint" },
        "This group has no goal yet, and stands still unless its behaviours need none: take the tool Goal and click where it shall go.")] : []),
      ...this.fields(form, path),
      ...(thing?.remove ? [this.removeButton(thing.key, thing.label)] : []),
    );
    // The new fields take over from the old ones.
    if (focused?.startsWith("property-")) document.getElementById(focused)?.focus();
    for (const details of this.element.querySelectorAll("details")) {
      const key = details.dataset.path ?? path;
      details.open = this.open.has(key);
      details.addEventListener("toggle", () => (details.open ? this.open.add(key) : this.open.delete(key)));
    }
  }

  private fields(form: Form, path: string): HTMLElement[] {
    const list = path === "" ? "scene" : (path.split(".").filter((part) => !/^\d+$/u.test(part)).at(-1) ?? "");
    const own = this.fitting(form, path, list, FIRST[list] ?? []);
    const all = Object.keys(describedAt(path).properties ?? {});
    const drawn = path === "" ? DRAWN : list === "obstacles" ? ["circle", "box", "polygon"] : [];
    const others = all.filter((key) => !own.includes(key) && !drawn.includes(key));
    return [
      ...fieldsFor(form, path, own),
      ...(path === "" ? fieldsFor(form, "bounds", form.scene.bounds?.kind === "open" ? ["kind"] : []) : []),
      ...(others.length > 0 ? [make("details", {}, make("summary", {}, "More"), ...fieldsFor(form, path, others))] : []),
    ];
  }

  /** Of the ways to say where something is, only the one that it has. */
  private fitting(form: Form, path: string, list: string, keys: string[]): string[] {
    const one = list === "obstacles" ? ["circle", "box", "polygon"] : list === "goals" ? FIRST.goals?.slice(0, 6) : [];
    const table = path.split(".").reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], form.scene);
    const has = (key: string): boolean => (table as Record<string, unknown> | undefined)?.[key] !== undefined;
    // Listed positions say themselves how many there are.
    return keys.filter((key) => (!one?.includes(key) || has(key)) && !(list === "agents" && key === "count" && has("positions")));
  }

  private removeButton(key: string, label: string): HTMLElement {
    return button("Remove", () => removeThing(this.model, key), { class: "remove", "aria-label": `Remove ${label}` });
  }
}

/** Takes a thing out of the scene. */
export function removeThing(model: Model, key: string): void {
  const label = thingOf(model.scene, key)?.label;
  if (label === undefined) return;
  model.selected = "";
  model.change(`remove ${label}`, (scene) => thingOf(scene, key)?.remove?.());
}
