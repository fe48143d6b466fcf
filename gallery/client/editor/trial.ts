import { writeScene } from "sidestep";
import { make } from "../markup";
import { PlayerGroup } from "../player/group";
import { Player } from "../player/player";
import { checkSize, messageOf } from "../share";
import { controls } from "../player/controls";
import type { SceneDraft } from "./scene_data";

/** The scene while it runs, in the place of the drawing. */
export class Trial {
  readonly element = make("div", { class: "trial", "data-state": "loading" });
  player: Player | undefined;
  private group: PlayerGroup | undefined;
  private turn = 0;

  /** `refused` is told what the engine, or the limit on scenes here, has against it; nothing when it runs. */
  constructor(private readonly refused: (problem: unknown) => void) {}

  /** Builds the scene and lets time pass, as it passed before or as `playing` says. */
  async run(scene: SceneDraft, playing?: boolean): Promise<void> {
    const paused = playing === undefined ? this.group?.paused : !playing;
    const speed = this.group?.speed;
    this.turn += 1;
    const turn = this.turn;
    this.stop();
    const stage = make("div", { class: "stage", tabindex: 0, role: "group", "aria-label": "The scene, running" });
    const measures = make("p", { class: "quiet figures" });
    const message = make("p", { class: "problem", role: "alert" });
    try {
      checkSize(scene);
      this.element.replaceChildren(stage, message, measures);
      const player = await Player.create(stage, { toml: writeScene(scene) });
      if (turn !== this.turn) return player.destroy();
      const group = new PlayerGroup(stage, paused === undefined ? {} : { paused });
      group.add(player);
      if (speed !== undefined) group.speed = speed;
      this.player = player;
      this.group = group;
      stage.after(controls(group));
      const show = (): void => void (this.element.dataset.state = group.paused ? "paused" : "running");
      group.onState.listen(show);
      group.onMeasures.listen(() => (measures.textContent = figures(player)));
      player.onMessage.listen((words) => (message.textContent = words));
      show();
      this.refused(undefined);
    } catch (problem) {
      if (turn !== this.turn) return;
      this.element.dataset.state = "failed";
      this.element.replaceChildren(make("p", { class: "problem" }, `The scene doesn't run: ${messageOf(problem)}`));
      this.refused(problem);
    }
  }

  /** Lets time pass. */
  play(): void {
    this.group?.play();
  }

  stop(): void {
    this.group?.destroy();
    this.group = undefined;
    this.player = undefined;
  }
}

function figures({ simulation }: Player): string {
  const { agents, arrived, agent_overlaps, obstacle_overlaps, wall_contacts } = simulation.measures();
  return `${simulation.time.toFixed(1)} s: ${arrived} of ${agents} arrived, ${agent_overlaps} pairs overlapped, ${obstacle_overlaps + wall_contacts} touched an obstacle or a wall.`;
}
