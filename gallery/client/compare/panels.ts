import { shareCamera, shareSelection } from "../player/together";
import { make } from "../markup";
import { Box } from "../player/box";
import { controls } from "../player/controls";
import { firstSelected } from "../player/first_selected";
import { PlayerGroup } from "../player/group";
import { Inspector } from "../player/inspector";
import { MeasuresTable } from "./measures_table";

/** The same scene by several methods, side by side and in lock-step. */
export class Panels {
  private constructor(readonly group: PlayerGroup) {}

  /** Throws with the engine's words if it refuses the scene. `paused` is as the reader's system wishes if not given. */
  static async create(host: HTMLElement, toml: string, methods: string[], seed: number | undefined, paused?: boolean): Promise<Panels> {
    const row = make("div", { class: "panels", "data-count": methods.length });
    host.replaceChildren(row);
    const boxes = methods.map((method) => new Box(method));
    row.append(...boxes.map(({ element }) => element));
    const group = new PlayerGroup(row, paused === undefined ? {} : { paused });
    try {
      for (const [index, method] of methods.entries()) {
        const set = [`method=${method}`, ...(seed === undefined ? [] : [`seed=${seed}`])];
        await boxes[index]?.start(group, { toml, set, label: `The scene with the method ${method}` });
      }
    } catch (error) {
      group.destroy();
      throw error;
    }
    shareCamera(group.players);
    shareSelection(group.players);
    // Somebody's forces show before any click; the words wait until they are asked for.
    const [first] = group.players;
    if (first) first.select(firstSelected(first));
    const table = new MeasuresTable(methods, group.players);
    group.onMeasures.listen(() => table.show());
    const reasons = group.players.map((player, index) =>
      make("div", {}, make("p", { class: "stage-heading" }, methods[index] ?? ""), new Inspector(player).element),
    );
    host.append(
      controls(group),
      table.element,
      make("details", { class: "versus-reasons" }, make("summary", {}, "The selected agent"), make("div", { class: "panels" }, ...reasons)),
      boxes[0]?.help ?? "",
    );
    return new Panels(group);
  }
}
