import { methods, readScene } from "sidestep";
import { ready } from "../core";
import { labelled, make } from "../markup";
import type { Player } from "../player/player";
import { sceneChoice, sceneNames } from "../scene_choice";
import { sceneText } from "../scenes";
import { checkSize, fragmentOf, messageOf, sceneOf } from "../share";
import { type Choice, choiceOf, FEWEST, fragmentOfChoice, MOST, STANDARD } from "./choice";
import { Panels } from "./panels";

/** `<sidestep-compare>`: any scene, two to four methods at once, on the same seed. */
export class SidestepCompare extends HTMLElement {
  private panels: Panels | undefined;
  private choice: Choice = STANDARD;
  /** A scene that came in the link itself. */
  private linked: string | undefined;
  private turn = 0;
  private readonly leave = new AbortController();
  private readonly form = make("div", { class: "row choices" }, make("p", { class: "quiet" }, "The engine is being loaded."));
  private readonly message = make("p", { class: "problem", role: "alert" });
  private readonly stage = make("div");

  get player(): Player | undefined {
    return this.players[0];
  }

  get players(): Player[] {
    return this.panels?.group.players ?? [];
  }

  connectedCallback(): void {
    if (this.childElementCount > 0) return;
    this.append(this.form, this.message, this.stage);
    void this.begin();
  }

  disconnectedCallback(): void {
    this.leave.abort();
    this.panels?.group.destroy();
    this.panels = undefined;
  }

  private async begin(): Promise<void> {
    try {
      await ready();
      addEventListener("hashchange", () => void this.open(), { signal: this.leave.signal });
      await this.open();
    } catch (error) {
      this.form.replaceChildren();
      this.fail(error);
    }
  }

  /** What the address says; if that is refused, the usual instead, and the reason. */
  private async open(): Promise<void> {
    let refused: unknown;
    try {
      const choice = choiceOf(location.hash, sceneNames(), methods().map(({ name }) => name));
      const toml = await sceneOf(location.hash);
      if (toml !== null) checkSize(readScene(toml));
      this.linked = toml ?? this.linked;
      this.choice = choice;
    } catch (error) {
      refused = error;
      this.choice = STANDARD;
    }
    await this.show();
    if (refused !== undefined) this.message.textContent = messageOf(refused);
  }

  /** Builds everything anew for the choice. */
  private async show(): Promise<void> {
    this.turn += 1;
    const turn = this.turn;
    const paused = this.panels?.group.paused;
    this.panels?.group.destroy();
    this.panels = undefined;
    this.message.textContent = "";
    this.showForm();
    const { from, methods: chosen, seed } = this.choice;
    try {
      const toml = from === "" ? this.linked : sceneText(from);
      const panels = await Panels.create(this.stage, toml ?? "", chosen, seed, paused);
      if (turn !== this.turn) return panels.group.destroy();
      this.panels = panels;
      panels.group.onRestart.listen(() => this.keepSeed());
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  private keepSeed(): void {
    const seed = this.player?.setting.seed;
    if (seed === undefined || seed === this.choice.seed) return;
    this.choice = { ...this.choice, seed };
    void this.keep();
  }

  private change(choice: Partial<Choice>): void {
    this.choice = { ...this.choice, ...choice };
    void this.keep();
    void this.show();
  }

  /** Writes the choice into the address, so that it can be passed on. */
  private async keep(): Promise<void> {
    const link = this.choice.from === "" && this.linked !== undefined ? await fragmentOf(this.linked) : "";
    history.replaceState(null, "", fragmentOfChoice(this.choice, link));
  }

  private showForm(): void {
    const focused = document.activeElement?.id;
    const first = this.linked === undefined ? [] : [{ value: "", label: "the scene of the link" }];
    const scene = sceneChoice(first, this.choice.from);
    scene.id = "compare-scene";
    scene.addEventListener("change", () => this.change({ from: scene.value, seed: undefined }));
    const choices = Array.from({ length: MOST }, (_, index) => this.methodChoice(index));
    this.form.replaceChildren(labelled("Scene", scene), ...choices);
    if (focused?.startsWith("compare-")) document.getElementById(focused)?.focus();
  }

  private methodChoice(index: number): HTMLElement {
    const { methods: chosen } = this.choice;
    const own = chosen[index];
    const select = make(
      "select",
      { id: `compare-method-${index}`, disabled: index > chosen.length },
      index >= FEWEST && make("option", { value: "", selected: own === undefined }, "– no other"),
      ...methods().map(({ name, description }) =>
        make("option", { value: name, title: description, selected: name === own, disabled: name !== own && chosen.includes(name) }, name),
      ),
    );
    select.addEventListener("change", () => {
      const next = [...chosen];
      if (select.value === "") next.splice(index, 1);
      else next[index] = select.value;
      this.change({ methods: next });
    });
    return labelled(`Method ${index + 1}`, select);
  }

  private fail(error: unknown): void {
    this.stage.replaceChildren();
    this.message.textContent = messageOf(error);
  }
}
