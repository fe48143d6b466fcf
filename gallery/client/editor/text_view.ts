import { readScene, writeScene } from "sidestep";
import { button, labelled, make } from "../markup";
import { messageOf } from "../share";
import type { Model } from "./model";
import type { SceneDraft } from "./scene_data";

/** What the engine calls the text in its messages, with line and column behind it. */
const PLACE = /^scene:(\d+):(\d+): /u;

/** The scene as text, to read and to change by hand. */
export class TextView {
  readonly element: HTMLElement;
  private readonly text = make("textarea", { class: "toml", rows: 16, spellcheck: "false", wrap: "off", autocapitalize: "off" });
  private readonly problem = make("p", { class: "problem", role: "alert" });
  private readonly apply: HTMLButtonElement;
  private readonly discard: HTMLButtonElement;
  private written = "";

  constructor(
    private readonly model: Model,
    private readonly say: (message: string) => void,
  ) {
    this.apply = button("Apply the text", () => this.take());
    this.discard = button("Discard changes", () => this.show(true));
    this.text.addEventListener("input", () => this.compare());
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.take();
    });
    this.element = make(
      "section",
      { class: "text-view", "aria-label": "The scene as text" },
      this.problem,
      labelled("Scene file (TOML)", this.text),
      make("div", { class: "row" }, this.apply, this.discard),
    );
    model.listen(() => this.show());
  }

  /** The scene in the words of `writeScene`, or nothing and a message beside the text. */
  get toml(): string | undefined {
    try {
      return writeScene(this.model.scene);
    } catch (error) {
      this.tell(`The drawing is no whole scene yet: ${messageOf(error).replace(PLACE, "").replace(/^scene: /u, "")}`);
      return undefined;
    }
  }

  /** Writes the drawing as text, unless somebody is changing the text just now. */
  show(force = false): void {
    const changed = this.text.value !== this.written;
    const toml = this.toml;
    if (toml !== undefined) this.tell("");
    if (changed && !force) {
      this.tell("The drawing has changed meanwhile. Apply the text to take it instead, or discard the changes to it.");
      return;
    }
    if (toml !== undefined) {
      this.text.value = toml;
      this.written = toml;
    }
    this.compare();
  }

  /** Shows a text that isn't the drawing's, with what is wrong with it. */
  refuse(text: string, problem: unknown): void {
    this.text.value = text;
    this.compare();
    this.complain(messageOf(problem));
  }

  private take(): void {
    try {
      const scene = readScene(this.text.value) as SceneDraft;
      this.written = this.text.value;
      this.model.selected = "";
      this.model.replace("change the text", scene);
      this.say("The text is taken.");
    } catch (error) {
      this.complain(messageOf(error));
    }
  }

  private complain(message: string): void {
    const place = PLACE.exec(message);
    const line = Number(place?.[1] ?? 0);
    this.tell(place ? `Line ${line}, column ${place[2]}: ${message.slice(place[0].length)}` : message);
    if (line > 0) this.mark(line);
  }

  private mark(line: number): void {
    const lines = this.text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    this.text.scrollTop = (this.text.scrollHeight / lines.length) * Math.max(0, line - 4);
  }

  private tell(message: string): void {
    if (this.problem.textContent !== message) this.problem.textContent = message;
  }

  private compare(): void {
    const same = this.text.value === this.written;
    this.apply.disabled = same;
    this.discard.disabled = same;
  }
}
