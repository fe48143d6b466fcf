import { readScene } from "sidestep";
import { ready } from "../core";
import { make } from "../markup";
import type { Player } from "../player/player";
import { checkSize, messageOf, sceneOf } from "../share";
import { Bench } from "./bench";
import { FIRST_SCENE } from "./first_scene";
import type { SceneDraft } from "./scene_data";

/** `<sidestep-editor>`: draw a scene, run it, take it with you. */
export class SidestepEditor extends HTMLElement {
  private bench: Bench | undefined;
  private readonly leave = new AbortController();

  /** What runs, while it runs. */
  get player(): Player | undefined {
    return this.bench?.trial.player;
  }

  connectedCallback(): void {
    if (this.bench || this.childElementCount > 0) return;
    this.append(make("p", { class: "quiet", "data-state": "loading" }, "The engine is being loaded."));
    void this.begin();
  }

  disconnectedCallback(): void {
    this.leave.abort();
    this.bench?.trial.stop();
  }

  private async begin(): Promise<void> {
    try {
      await ready();
    } catch (error) {
      this.replaceChildren(make("p", { class: "problem", role: "alert", "data-state": "failed" }, messageOf(error)));
      return;
    }
    const bench = new Bench(readScene(FIRST_SCENE) as SceneDraft);
    this.bench = bench;
    this.replaceChildren(bench.element);
    await this.open();
    bench.start();
    addEventListener("hashchange", () => void this.open(), { signal: this.leave.signal });
  }

  /** The scene of the page's address, if there is one. */
  private async open(): Promise<void> {
    const { bench } = this;
    if (!bench) return;
    let toml: string | null = null;
    try {
      toml = await sceneOf(location.hash);
      if (toml === null) return;
      const scene = readScene(toml);
      checkSize(scene);
      bench.load("open the link", scene as SceneDraft);
    } catch (problem) {
      bench.refuse("The scene of the link isn't opened.", problem, toml ?? undefined);
    }
  }
}

