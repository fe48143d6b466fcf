import { make } from "../markup";
import type { Model } from "./model";
import { thingsOf } from "./things";

/** All things of the scene by name: to select without a pointer, and to see what there is. */
export class ThingList {
  readonly select = make("select", { size: 8, class: "thing-list", "aria-label": "Things of the scene" });
  readonly element: HTMLElement = this.select;

  constructor(private readonly model: Model) {
    this.select.addEventListener("change", () => model.select(this.select.value));
    model.listen(() => this.show());
  }

  show(): void {
    const { scene, selected } = this.model;
    const entries = [{ key: "", label: "The scene itself" }, ...thingsOf(scene)];
    const same = entries.length === this.select.options.length;
    if (!same) this.select.replaceChildren(...entries.map(() => make("option")));
    entries.forEach(({ key, label }, index) => {
      const option = this.select.options[index];
      if (!option) return;
      option.value = key;
      option.textContent = label;
      option.selected = key === selected;
    });
  }
}
