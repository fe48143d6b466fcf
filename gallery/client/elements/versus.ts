import { ready } from "../core";
import { Box } from "../player/box";
import { controls } from "../player/controls";
import { firstSelected } from "../player/first_selected";
import { make } from "../markup";
import { PlayerGroup } from "../player/group";
import { Inspector } from "../player/inspector";
import { measuresPanel } from "../player/measures_panel";
import type { Player } from "../player/player";
import { shareCamera, shareSelection } from "../player/together";
import { sceneText } from "../scenes";
import type { RendererChoice } from "../stage/renderer";
import { assignments, list } from "../live/attributes";
import { failureText } from "../live/failure";
import { LiveElement } from "../live/live_element";

/**
 * `<sidestep-versus scene="…" methods="a,b" labels="A|B">`: the same scene with two methods on the same seed, step by step side by side.
 * Values in `set` are for both; one list for each panel, divided by `|`, makes them differ in that: `set="agents.0.blend=weighted|agents.0.blend=priority"`.
 */
export class VersusElement extends LiveElement {
  protected async start(): Promise<void> {
    const methods = list(this.getAttribute("methods"));
    const labels = list(this.getAttribute("labels"), "|");
    const names = methods.map((method, index) => labels[index] ?? method);
    const boxes = names.map((name) => new Box(name));
    try {
      await ready();
      if (methods.length < 2) throw new Error('this comparison needs two methods: methods="classic-2,default"');
      this.replaceChildren(...boxes.map(({ element }) => element));
      await this.build(boxes, methods, names);
    } catch (error) {
      const box = boxes[0] ?? new Box();
      this.replaceChildren(box.element);
      box.fail(failureText(error), this.again);
    }
  }

  private async build(boxes: Box[], methods: string[], names: string[]): Promise<void> {
    const scene = this.getAttribute("scene") ?? "forest";
    const group = new PlayerGroup(this, { loop: this.getAttribute("loop") !== "off" });
    this.group = group;
    const toml = sceneText(scene);
    const sets = (this.getAttribute("set") ?? "").split("|");
    const renderer = this.getAttribute("renderer") as RendererChoice | null;
    const players: Player[] = [];
    for (const [index, box] of boxes.entries()) {
      players.push(await box.start(group, {
        toml, name: scene, set: [`method=${methods[index]}`, ...assignments(sets[index] ?? sets[0] ?? "")],
        label: `Live scene: ${scene}, ${names[index]}`, ...(renderer && { renderer }),
      }));
    }
    shareCamera(players);
    shareSelection(players);
    const columns = players.map((player, index) => ({ player, label: names[index] ?? "" }));
    const reasons = columns.map(({ player, label }) => make("div", {}, make("p", { class: "stage-heading" }, label), new Inspector(player).element));
    const details = make("details", { class: "versus-reasons" }, make("summary", {}, "The selected agent"), make("div", { class: "versus-columns" }, ...reasons));
    // Somebody's forces show before any click; the words wait until they are asked for.
    const [first] = players;
    if (first) first.select(firstSelected(first));
    for (const player of players) {
      player.onSelected.listen(() => {
        if (player.selected !== null) details.open = true;
      });
    }
    this.replaceChildren(
      make("div", { class: "versus-columns" }, ...boxes.map(({ element }) => element)),
      controls(group), measuresPanel(group, columns), details, boxes[0]?.help ?? "");
    this.players = players;
  }
}

customElements.define("sidestep-versus", VersusElement);
