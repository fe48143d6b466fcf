import { ready } from "../core";
import { Answers } from "../player/answers";
import { Box } from "../player/box";
import { controls } from "../player/controls";
import { make } from "../markup";
import { PlayerGroup } from "../player/group";
import { Inspector } from "../player/inspector";
import { measuresPanel } from "../player/measures_panel";
import { methodButtons } from "../player/method_buttons";
import { crateTools } from "../player/crate_tools";
import { sceneText } from "../scenes";
import { firstSelected } from "../player/first_selected";
import type { Touch } from "../player/hands";
import type { RendererChoice } from "../stage/renderer";
import { slidersOf } from "../sliders/catalogue";
import { sliderPanel } from "../sliders/panel";
import { assignments, list } from "../live/attributes";
import { failureText } from "../live/failure";
import { LiveElement } from "../live/live_element";

/** More sliders than so stand below the picture, not beside it. */
const MOST_BESIDE = 5;

/**
 * `<sidestep-scene scene="…">`: a scene that runs, with controls, figures, sliders and the reasons of the agent that is selected.
 * Other attributes: `method`, `set`, `sliders`, `touch`, `keys`, `select` (an agent, or empty for none; one in the middle that goes somewhere if it isn't given),
 * `label`, `renderer`, `people` (drawn as people who walk from the start), `follow` (a moving target that the camera stays near to), `answers` (buttons for what a game does about those who find no way), `loop="off"`.
 */
export class SceneElement extends LiveElement {
  protected async start(): Promise<void> {
    const box = new Box();
    try {
      await ready();
      this.replaceChildren(box.element);
      await this.build(box);
    } catch (error) {
      this.replaceChildren(box.element);
      box.fail(failureText(error), this.again);
    }
  }

  private async build(box: Box): Promise<void> {
    const name = this.getAttribute("scene") ?? "forest";
    const methods = list(this.getAttribute("keys"));
    const method = this.getAttribute("method");
    const set = [...(method ? [`method=${method}`] : []), ...assignments(this.getAttribute("set"))];
    const group = new PlayerGroup(this, { loop: this.getAttribute("loop") !== "off" });
    this.group = group;
    const select = this.getAttribute("select");
    const renderer = this.getAttribute("renderer") as RendererChoice | null;
    const player = await box.start(group, {
      toml: sceneText(name), name, set, methods, label: this.getAttribute("label") ?? `Live scene: ${name}`,
      touch: (this.getAttribute("touch") ?? "none") as Touch, select: select === null || select === "" ? null : Number(select),
      ...(renderer && { renderer }),
    });
    if (this.hasAttribute("people")) group.showCharacters(true);
    // A picture that moves isn't for those who want less motion.
    if (this.hasAttribute("follow") && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.stage.followed = Number(this.getAttribute("follow"));
    if (select === null) player.select(firstSelected(player));
    const page = this.getAttribute("sliders");
    const inspector = new Inspector(player);
    const tools = [
      ...(methods.length > 0 ? [methodButtons(this, group, methods)] : []),
      ...(player.hands.touch === "crates" ? [crateTools(player)] : []),
      ...(this.hasAttribute("answers") ? [new Answers(player, group).element] : []),
    ];
    const sliders = page ? slidersOf(page) : [];
    const side = make("div", { class: "scene-side" },
      inspector.element,
      ...(page ? [sliderPanel(group, sliders)] : []));
    const main = make("div", { class: "scene-main" }, box.element, ...tools, controls(group));
    const below = make("div", { class: "scene-below" }, measuresPanel(group, [{ player, label: name }]), box.help);
    this.replaceChildren(make("div", { class: sliders.length > MOST_BESIDE ? "scene-layout many-sliders" : "scene-layout" }, main, side, below));
    this.players = [player];
  }
}

customElements.define("sidestep-scene", SceneElement);
