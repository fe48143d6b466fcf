import { writeScene } from "sidestep";
import { make } from "../markup";
import { Box } from "../player/box";
import { controls } from "../player/controls";
import { firstSelected } from "../player/first_selected";
import { PlayerGroup } from "../player/group";
import { Inspector } from "../player/inspector";
import { measuresPanel } from "../player/measures_panel";
import type { Player } from "../player/player";
import { checkSize, messageOf } from "../share";
import type { SceneDraft } from "./scene_data";

/** The scene while it runs, in the place of the drawing. */
export class Trial {
  readonly element = make("div", { class: "trial" });
  player: Player | undefined;
  private group: PlayerGroup | undefined;
  private turn = 0;
  /** As it was before the last change; at first as the reader's system wishes. */
  private paused: boolean | undefined;
  private speed = 1;
  /** Who was selected before the last change; nothing before the first run with agents. */
  private selected: number | null | undefined;

  /** `refused` is told what the engine, or the limit on scenes here, has against it; nothing when it runs. */
  constructor(private readonly refused: (problem: unknown) => void) {}

  /** Builds the scene and lets time pass, as it passed before or as `playing` says. */
  async run(scene: SceneDraft, playing?: boolean): Promise<void> {
    this.turn += 1;
    const turn = this.turn;
    this.stop();
    if (playing !== undefined) this.paused = !playing;
    const { paused, speed } = this;
    const box = new Box();
    this.element.replaceChildren(box.element);
    const group = new PlayerGroup(this.element, paused === undefined ? {} : { paused });
    try {
      checkSize(scene);
      const player = await box.start(group, { toml: writeScene(scene), label: "The scene, running" });
      if (turn !== this.turn) return group.destroy();
      group.speed = speed;
      this.player = player;
      this.group = group;
      const stays = this.selected === null || (this.selected !== undefined && this.selected < player.simulation.agentCount);
      player.select(stays ? this.selected! : firstSelected(player));
      const measures = measuresPanel(group, [{ player, label: "the scene" }]);
      this.element.append(controls(group), make("div", { class: "insight" }, new Inspector(player).element, measures), box.help);
      this.refused(undefined);
    } catch (problem) {
      group.destroy();
      if (turn !== this.turn) return;
      box.fail(messageOf(problem));
      this.refused(problem);
    }
  }

  /** Lets time pass. */
  play(): void {
    this.group?.play();
  }

  stop(): void {
    if (this.group) ({ paused: this.paused, speed: this.speed } = this.group);
    if (this.player && this.player.simulation.agentCount > 0) this.selected = this.player.selected;
    this.group?.destroy();
    this.group = undefined;
    this.player = undefined;
  }
}
