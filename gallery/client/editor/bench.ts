import { readScene } from "sidestep";
import { button, labelled, make } from "../markup";
import { messageOf } from "../share";
import { sceneChoice } from "../scene_choice";
import { sceneText } from "../scenes";
import { Board } from "./board";
import { fileName, save, textOf } from "./files";
import { FIRST_SCENE } from "./first_scene";
import { keyOn } from "./keying";
import { Model } from "./model";
import { pointOn } from "./pointing";
import { Properties, removeThing } from "./properties";
import type { SceneDraft } from "./scene_data";
import { Sharing } from "./sharing";
import { TextView } from "./text_view";
import { ThingList } from "./thing_list";
import { allTools, Toolbar } from "./toolbar";
import { Trial } from "./trial";

/** So long (ms) a change waits for the next before the running scene is built anew. */
const SETTLE_TIME = 200;

/** The whole editor: board, tools, panels, and the scene that runs. */
export class Bench {
  readonly element = make("div", { class: "editor", "data-mode": "run" });
  readonly trial: Trial;
  private readonly model: Model;
  private readonly board: Board;
  private readonly toolbar: Toolbar;
  private readonly text: TextView;
  private readonly sharing: Sharing;
  private readonly message = make("p", { class: "problem refused-scene", role: "alert" });
  private readonly running = make("p", { class: "problem", role: "alert" });
  private readonly status = make("p", { class: "status", role: "status" });
  private readonly modes: Record<"draw" | "run", HTMLButtonElement>;
  private readonly undo = button("Undo", () => this.back(), { "aria-keyshortcuts": "Control+Z" });
  private readonly redo = button("Redo", () => this.forth(), { "aria-keyshortcuts": "Control+Y" });
  private waiting = 0;

  constructor(first: SceneDraft) {
    const say = (words: string): void => void (this.status.textContent = words);
    this.model = new Model(first);
    const tools = allTools();
    this.board = new Board(this.model, tools[0]!, say);
    this.toolbar = new Toolbar(this.board, tools, () => this.draw());
    this.text = new TextView(this.model, say);
    this.sharing = new Sharing(say);
    this.trial = new Trial((problem) => this.showProblem(problem));
    this.modes = {
      run: button("Run", () => this.run(), { "aria-pressed": "true" }),
      draw: button("Draw", () => this.draw(true), { "aria-pressed": "false" }),
    };
    const list = new ThingList(this.model);
    const properties = new Properties(this.model);
    this.element.append(
      make("div", { class: "head" }, this.files(), make("div", { class: "row" }, this.modes.run, this.modes.draw, this.undo, this.redo)),
      this.message,
      make("div", { class: "work" },
        this.toolbar.element,
        make("div", { class: "sheet" }, this.toolbar.hint, this.board.element, this.trial.element, this.status),
        make("div", { class: "side" }, list.element, properties.element)),
      make("div", { class: "below" }, this.text.element, this.sharing.element),
    );
    pointOn(this.board);
    keyOn(this.board);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.model.listen(() => this.changed());
    for (const part of [list, properties]) part.show();
    this.text.show(true);
    this.text.element.prepend(this.running);
    this.takeDrops();
  }

  /** Everything is in the page: show it, and let it run. */
  start(): void {
    this.board.show();
    this.shownScene = this.model.scene;
    void this.sharing.show(this.model.scene, this.text.toml);
    this.showSteps();
    void this.trial.run(this.model.scene);
  }

  load(label: string, scene: SceneDraft): void {
    this.message.textContent = "";
    this.model.selected = "";
    this.model.replace(label, scene);
    this.text.show(true);
    this.board.fit();
  }

  /** Says why something wasn't taken; the text, if it is one, can be mended beside it. */
  refuse(what: string, problem: unknown, text?: string): void {
    this.message.textContent = `${what} ${messageOf(problem)}`;
    if (text !== undefined) this.text.refuse(text, problem);
  }

  private shownScene: SceneDraft | undefined;

  private changed(): void {
    this.showSteps();
    if (this.model.scene === this.shownScene) return;
    this.shownScene = this.model.scene;
    const { toml } = this.text;
    void this.sharing.show(this.model.scene, toml);
    clearTimeout(this.waiting);
    if (this.element.dataset.mode === "run" && toml !== undefined) {
      this.waiting = window.setTimeout(() => void this.trial.run(this.model.scene), SETTLE_TIME);
    }
  }

  private showSteps(): void {
    for (const [step, label, what] of [
      [this.undo, this.model.undoLabel, "Undo"],
      [this.redo, this.model.redoLabel, "Redo"],
    ] as const) {
      step.disabled = label === undefined;
      step.title = label === undefined ? "" : `${what}: ${label}`;
    }
  }

  private run(): void {
    if (this.element.dataset.mode === "run" && this.trial.player) return this.trial.play();
    this.setMode("run");
    void this.trial.run(this.model.scene, true);
  }

  private draw(focus = false): void {
    if (this.element.dataset.mode !== "draw") {
      this.trial.stop();
      this.trial.element.replaceChildren();
      this.running.textContent = "";
      this.setMode("draw");
    }
    if (focus) this.board.element.focus({ preventScroll: true });
  }

  private setMode(mode: "draw" | "run"): void {
    this.element.dataset.mode = mode;
    for (const [name, shown] of Object.entries(this.modes)) shown.setAttribute("aria-pressed", String(name === mode));
  }

  private showProblem(problem: unknown): void {
    this.running.textContent = problem === undefined ? "" : `The scene doesn't run. ${messageOf(problem)}`;
  }

  private back(): void {
    const label = this.model.undo();
    this.status.textContent = label === undefined ? "Nothing to take back." : `Taken back: ${label}.`;
  }

  private forth(): void {
    const label = this.model.redo();
    this.status.textContent = label === undefined ? "Nothing to do again." : `Done again: ${label}.`;
  }

  /** Keys that hold in the whole editor, but not where somebody writes. */
  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (target.matches("input, textarea, select:not(.thing-list)")) return;
    const control = event.ctrlKey || event.metaKey;
    const onBoard = this.board.element.contains(target);
    if (control && event.key.toLowerCase() === "z") (event.shiftKey ? this.forth : this.back).call(this);
    else if (control && event.key.toLowerCase() === "y") this.forth();
    else if (control || event.altKey) return;
    else if ((event.key === "Delete" || event.key === "Backspace") && (onBoard || target.matches(".thing-list"))) removeThing(this.model, this.model.selected);
    else if (!onBoard || !this.toolbar.takeByKey(event.key)) return;
    event.preventDefault();
  }

  private files(): HTMLElement {
    const choice = sceneChoice([{ value: "", label: "the first scene" }], "");
    choice.addEventListener("change", () => {
      const toml = choice.value === "" ? FIRST_SCENE : sceneText(choice.value);
      this.read(`begin with ${choice.value || "the first scene"}`, toml);
    });
    const picker = make("input", { type: "file", accept: ".toml,application/toml,text/plain", hidden: true, change: () => void this.open(picker.files?.[0]) });
    return make(
      "div",
      { class: "row files" },
      labelled("Begin with", choice),
      button("Open a file", () => {
        picker.value = "";
        picker.click();
      }),
      button("Save as a file", () => this.save()),
      picker,
    );
  }

  private save(): void {
    const { toml } = this.text;
    if (toml === undefined) return;
    save(toml, fileName(this.model.scene));
    this.status.textContent = `Saved as ${fileName(this.model.scene)}.`;
  }

  private async open(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      this.read(`open ${file.name}`, await textOf(file));
    } catch (problem) {
      this.refuse("The file isn't opened.", problem);
    }
  }

  private read(label: string, toml: string): void {
    try {
      this.load(label, readScene(toml) as SceneDraft);
    } catch (problem) {
      this.refuse("The scene isn't opened.", problem, toml);
    }
  }

  private takeDrops(): void {
    this.element.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    this.element.addEventListener("drop", (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void this.open(file);
    });
  }
}
