import { make } from "../markup";
import { controls } from "../player/controls";
import { PlayerGroup } from "../player/group";
import { Player } from "../player/player";
import { MeasuresTable } from "./measures_table";

/** The same scene by several methods, side by side and in lock-step. */
export class Panels {
  private constructor(
    readonly element: HTMLElement,
    readonly group: PlayerGroup,
  ) {}

  /** Throws with the engine's words if it refuses the scene. `paused` is as the reader's system wishes if not given. */
  static async create(host: HTMLElement, toml: string, methods: string[], seed: number | undefined, paused?: boolean): Promise<Panels> {
    const row = make("div", { class: "panels", "data-count": methods.length, "data-state": "loading" });
    const element = make("div", {}, row);
    host.replaceChildren(element);
    const group = new PlayerGroup(row, paused === undefined ? {} : { paused });
    try {
      for (const method of methods) {
        const stage = make("div", { class: "stage", role: "img", "aria-label": `The scene with the method ${method}` });
        const message = make("p", { class: "problem", role: "alert" });
        row.append(make("section", { class: "panel", "aria-label": method }, make("h3", {}, method), stage, message));
        const set = [`method=${method}`, ...(seed === undefined ? [] : [`seed=${seed}`])];
        const player = await Player.create(stage, { toml, set });
        player.onMessage.listen((words) => (message.textContent = words));
        group.add(player);
      }
    } catch (error) {
      group.destroy();
      throw error;
    }
    const table = new MeasuresTable(methods, group.players);
    group.onMeasures.listen(() => table.show());
    const show = (): void => void (row.dataset.state = group.paused ? "paused" : "running");
    group.onState.listen(show);
    show();
    row.before(controls(group));
    row.after(table.element);
    return new Panels(element, group);
  }
}
