import { button, copy, labelled, make } from "../markup";
import { checkSize, fragmentOf, messageOf } from "../share";
import { fileName } from "./files";
import type { SceneDraft } from "./scene_data";

/** The link to the scene, and the line that runs it with the command. */
export class Sharing {
  readonly element: HTMLElement;
  private readonly link = make("input", { type: "text", readonly: true, class: "link" });
  private readonly length = make("p", { class: "quiet" });
  private readonly command = make("input", { type: "text", readonly: true, class: "link" });
  private readonly compare = make("a", { class: "button", hidden: true }, "Compare methods on this scene");
  private turn = 0;

  constructor(say: (message: string) => void) {
    const copyButton = (what: string, field: HTMLInputElement): HTMLButtonElement =>
      button(`Copy the ${what}`, async () => say(await copy(field.value, field)));
    this.element = make(
      "section",
      { class: "sharing", "aria-label": "Share" },
      labelled("Link to this scene", this.link),
      make("div", { class: "row" }, copyButton("link", this.link), this.compare),
      this.length,
      labelled("Run it with the command, once the file is saved", this.command),
      make("div", { class: "row" }, copyButton("line", this.command)),
    );
  }

  async show(scene: SceneDraft, toml: string | undefined): Promise<void> {
    this.command.value = `sidestep run ${fileName(scene)}`;
    this.turn += 1;
    const turn = this.turn;
    let [link, fragment, words] = ["", "", "There is a link as soon as the drawing is a whole scene."];
    if (toml !== undefined) {
      try {
        checkSize(scene);
        fragment = await fragmentOf(toml);
        link = `${location.href.replace(/#.*$/u, "")}${fragment}`;
        words = `${link.length.toLocaleString("en")} characters. The scene is in the link itself; it goes to no server.`;
      } catch (error) {
        words = messageOf(error);
      }
    }
    // Packing takes a moment, and the scene may have changed again.
    if (turn !== this.turn) return;
    this.link.value = link;
    this.compare.hidden = fragment === "";
    this.compare.setAttribute("href", `compare.html${fragment}`);
    this.length.textContent = words;
  }
}
