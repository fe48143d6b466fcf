import { builtInScene, methods } from "sidestep";
import { ready } from "../core";
import { button, labelled, make } from "../markup";
import { Box } from "../player/box";
import { controls } from "../player/controls";
import { PlayerGroup } from "../player/group";
import type { Player } from "../player/player";
import { sceneText } from "../scenes";
import { messageOf } from "../share";
import type { RendererChoice } from "../stage/renderer";
import { Stage } from "../stage/stage";
import { Measuring, type ScaleResult, type Settings } from "./measuring";
import { report } from "./report";
import { MOST_AGENTS } from "./search";
import type { Must } from "./trial";

/** Scenes that grow with the number of agents, so that it doesn't get fuller. */
const SCENES: [name: string, words: string][] = [
  ["plaza", "Plaza: to and fro, one on 4 m²"],
  ["scale-streams", "Two streams go through each other, one on 4 m²"],
  ["scale-roaming", "Roaming, one on 16 m²"],
];
const RATES = [10, 20, 30, 60];
const USUAL_RATE = 60;
/** Choices of the time between two decisions of an agent (s). */
const DECIDE_EVERY = [0, 0.05, 0.1, 0.2];
/** Agents that move at the top before anything is measured. */
const AT_FIRST = 600;

/** `<sidestep-scale>`: how many agents this device steps in real time, and how often it draws them. */
export class SidestepScale extends HTMLElement {
  /** What runs at the top as long as nothing is measured. */
  player: Player | undefined;
  private preview: PlayerGroup | undefined;
  private previewPaused: boolean | undefined;
  private measuring: Measuring | undefined;
  private last: ScaleResult | undefined;
  private stage: Stage | undefined;
  private stageRenderer: RendererChoice = "auto";
  private readonly leave = new AbortController();
  private readonly box = new Box();
  private readonly host = make("div", { class: "stage" });
  private readonly area = make("div", { class: "stage-area", hidden: true }, this.host);
  private readonly undrawn = make("p", { class: "undrawn quiet", hidden: true }, "The agents are stepped, but not drawn.");
  private readonly show = make("div", {}, this.box.element);
  private readonly message = make("p", { class: "problem", role: "alert" });
  private readonly status = make("p", { class: "status", role: "status" });
  private readonly found = make("div", {});
  private readonly scene = make("select", {}, ...SCENES.map(([value, words]) => make("option", { value }, words)));
  private readonly method = make("select", {});
  private readonly rate = make("select", {}, ...RATES.map((value) => make("option", { value, selected: value === USUAL_RATE }, `${value}`)));
  private readonly must = make(
    "select",
    {},
    make("option", { value: "steps" }, "The steps alone"),
    make("option", { value: "steps-and-frames" }, "The steps, and 60 frames a second"),
  );
  private readonly renderer = make(
    "select",
    {},
    make("option", { value: "auto" }, "WebGL if there is"),
    make("option", { value: "canvas" }, "Plain canvas"),
    make("option", { value: "none" }, "Nothing: they aren't drawn"),
  );
  private readonly deciding = make("input", { type: "range", min: 0, max: DECIDE_EVERY.length - 1, step: 1, value: 0 });
  private readonly decides = make("output", { "aria-live": "off" });
  private readonly exactly = make("input", { type: "number", min: 1, max: MOST_AGENTS, step: 1, value: 1000, required: true });
  private readonly begin = button("Find the most agents", () => void this.measure((measuring) => measuring.search()), { class: "primary" });
  private readonly tryOne = button("Try this number", () => this.tryExactly());
  private readonly halt = button("Stop measuring", () => this.stop(), { disabled: true });

  /** What was found last, as plain data; nothing before. */
  get result(): ScaleResult | undefined {
    return this.last;
  }

  get busy(): boolean {
    return this.measuring !== undefined;
  }

  connectedCallback(): void {
    if (this.childElementCount > 0) return;
    this.append(this.show, this.area, this.undrawn, this.form(), this.message, this.status, this.found);
    void this.start();
  }

  disconnectedCallback(): void {
    this.leave.abort();
    this.measuring?.stop();
    this.preview?.destroy();
    this.stage?.destroy();
  }

  private async start(): Promise<void> {
    try {
      await ready();
      this.method.append(...methods().map(({ name, description }) => make("option", { value: name, title: description }, name)));
      const group = new PlayerGroup(this.show);
      this.preview = group;
      this.player = await this.box.start(group, { toml: builtInScene("plaza"), agents: AT_FIRST, label: `${AT_FIRST} agents cross a plaza` });
      this.show.append(controls(group), this.box.help);
    } catch (error) {
      this.box.fail(messageOf(error));
    }
    // Where nobody looks, browsers slow everything down: that would be measured instead.
    document.addEventListener(
      "visibilitychange",
      () => {
        if (!document.hidden || !this.measuring) return;
        this.stop();
        this.message.textContent = "The measurement was stopped because the page was hidden; what is hidden, browsers slow down.";
      },
      { signal: this.leave.signal },
    );
  }

  private form(): HTMLElement {
    return make(
      "div",
      { class: "scale-form" },
      make("div", { class: "row" }, labelled("Scene", this.scene), labelled("Method", this.method), labelled("Steps a second", this.rate)),
      make("div", { class: "row" }, labelled("What must keep up", this.must), labelled("Drawn by", this.renderer), this.slider()),
      make("div", { class: "row" }, this.begin, labelled("Number of agents", this.exactly), this.tryOne, this.halt),
    );
  }

  private slider(): HTMLElement {
    const { deciding, decides, must, renderer } = this;
    const show = (): void => {
      const words = secondsText(this.decideEvery);
      decides.textContent = words;
      deciding.setAttribute("aria-valuetext", words);
    };
    deciding.addEventListener("input", () => {
      show();
      this.preview?.set([`decide_every=${this.decideEvery}`]);
    });
    // Frames that aren't drawn can't keep up.
    renderer.addEventListener("change", () => {
      if (renderer.value === "none") must.value = "steps";
      must.disabled = renderer.value === "none";
    });
    show();
    const field = labelled("An agent decides", deciding, decides);
    field.classList.add("deciding");
    decides.htmlFor.add(deciding.id);
    return field;
  }

  private get decideEvery(): number {
    return DECIDE_EVERY[this.deciding.valueAsNumber] ?? 0;
  }

  private tryExactly(): void {
    if (!this.exactly.reportValidity()) return;
    const agents = Number(this.exactly.value);
    void this.measure((measuring) => measuring.keepTrying(agents));
  }

  private async measure(how: (measuring: Measuring) => Promise<void>): Promise<void> {
    if (this.begin.disabled) return;
    this.hold(true);
    try {
      const stage = await this.stageFor(this.renderer.value);
      const settings: Settings = {
        scene: this.scene.value,
        toml: sceneText(this.scene.value),
        method: this.method.value,
        rate: Number(this.rate.value),
        decide_every: this.decideEvery,
        must: this.must.value as Must,
      };
      const measuring = await Measuring.create(stage, settings, {
        say: (words) => void (this.status.textContent = words),
        tried: () => this.tell(measuring, false),
      });
      this.measuring = measuring;
      this.last = undefined;
      await how(measuring);
      this.tell(measuring, true);
      this.last = structuredClone(measuring.result);
      this.status.textContent = measuring.result.trials.length > 0 ? "Done." : "Stopped before anything was measured.";
    } catch (error) {
      this.status.textContent = "";
      this.message.textContent = `The measurement ended: ${messageOf(error)}`;
    } finally {
      this.measuring?.stop();
      this.measuring = undefined;
      this.hold(false);
    }
  }

  /** The stage to draw on; none if nothing is to be drawn. */
  private async stageFor(choice: string): Promise<Stage | undefined> {
    if (choice === "none") return undefined;
    if (this.stage && this.stageRenderer !== choice) {
      this.stage.destroy();
      this.stage = undefined;
    }
    this.stageRenderer = choice as RendererChoice;
    return (this.stage ??= await Stage.create(this.host, { plain: true, renderer: this.stageRenderer }));
  }

  private tell(measuring: Measuring, done: boolean): void {
    if (measuring.result.trials.length > 0) this.found.replaceChildren(report(measuring.result, done));
  }

  private stop(): void {
    this.measuring?.stop();
  }

  /** While something is measured, nothing else moves on the page. */
  private hold(busy: boolean): void {
    if (busy) {
      this.message.textContent = "";
      this.previewPaused = this.preview?.paused;
      this.preview?.pause();
    } else if (this.previewPaused === false) {
      this.preview?.play();
    }
    this.show.hidden = busy;
    const drawn = this.renderer.value !== "none";
    this.area.hidden = !busy || !drawn;
    this.undrawn.hidden = !busy || drawn;
    this.halt.disabled = !busy;
    for (const control of [this.begin, this.tryOne, this.scene, this.method, this.rate, this.renderer, this.deciding, this.exactly]) control.disabled = busy;
    this.must.disabled = busy || !drawn;
    if (busy) this.halt.focus();
    else if (document.activeElement === document.body) this.begin.focus({ preventScroll: true });
  }
}

/** How often an agent decides, in words. */
function secondsText(seconds: number): string {
  return seconds === 0 ? "in each step" : `every ${seconds} s`;
}
