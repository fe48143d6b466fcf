import { AGENT_STRIDE, type AgentEvent, type BlockedAgent, type Pair, type Simulation } from "sidestep";
import { make, setText } from "../markup";
import type { PlayerGroup } from "./group";
import type { Player } from "./player";

const TOLD: Partial<Record<AgentEvent["kind"], string>> = {
  blocked: "finds no way", unblocked: "has a way again", "took-off": "takes off", landed: "lands", arrived: "arrives",
};
const MOST_TOLD = 4;
const JUMP_SECONDS = 0.7;

/** An answer of the game, as a button. */
interface Answer {
  text: string;
  help: string;
  give(simulation: Simulation, blocked: BlockedAgent): void;
}

/**
 * What a game answers to those who find no way, as buttons, with what has happened since. The answer is for the selected agent if that is blocked, else for
 * the one that has been blocked longest.
 */
export class Answers {
  readonly element = make("div", { class: "answers", role: "group", "aria-label": "Answers to the blocked" });

  private readonly state = make("p", { class: "answers-state" });
  private readonly log = make("ol", { class: "answers-log" });
  private readonly buttons: HTMLButtonElement[];

  constructor(private readonly player: Player, group: PlayerGroup) {
    player.forgetsEdits = true;
    const answers: Answer[] = [
      { text: "Jump", help: "over what closes the way", give: (simulation, { agent, ...it }) => simulation.jump(agent, this.behind({ agent, ...it }), { seconds: JUMP_SECONDS }) },
      { text: "Kick", help: "the crate slides away", give: (_, blocked) => this.eachCrate(blocked, (crate) => player.hands.kick(crate, this.towards(blocked))) },
      { text: "Break", help: "the crate is gone", give: (simulation, blocked) => this.eachCrate(blocked, (crate) => simulation.removeObstacle(crate)) },
      { text: "Teleport", help: "to the place behind it", give: (simulation, blocked) => simulation.placeAgent(blocked.agent, ...this.behind(blocked)) },
      { text: "Plan anew", help: "a path through the walkable space that is left", give: (simulation, { agent }) => simulation.answerBlocked(agent, { answer: "replan" }) },
    ];
    this.buttons = answers.map(({ text, help, give }) => make("button", { type: "button", title: help, click: () => {
      const blocked = this.chosen();
      if (!blocked) return;
      player.attempt((simulation) => give(simulation, blocked));
      this.update();
    } }, text));
    this.element.append(this.state, make("div", { class: "player-methods" }, ...this.buttons),
      make("div", { role: "log", "aria-label": "What has happened" }, this.log));
    group.onMeasures.listen(() => this.update());
    group.onState.listen(() => this.update());
    group.onRestart.listen(() => this.log.replaceChildren());
    this.update();
  }

  private chosen(): BlockedAgent | undefined {
    const blocked = this.player.simulation.blocked();
    return blocked.find(({ agent }) => agent === this.player.selected) ?? blocked.sort((a, b) => a.since - b.since)[0];
  }

  private update(): void {
    const { player } = this;
    if (player.ended.aborted) return;
    const { simulation } = player;
    const chosen = this.chosen();
    const others = simulation.blocked().length - 1;
    setText(this.state, chosen
      ? `Agent ${chosen.agent} finds no way past ${this.named(chosen)}, for ${(simulation.time - chosen.since).toFixed(0)} s now${others > 0 ? `, and ${others} more` : ""}. What does the game do?`
      : "Nobody is blocked just now.");
    for (const button of this.buttons) button.setAttribute("aria-disabled", String(!chosen));
    for (const { kind, agent, time } of simulation.events()) {
      const what = TOLD[kind];
      if (what) this.log.prepend(make("li", {}, `${time.toFixed(1)} s: agent ${agent} ${what}`));
    }
    while (this.log.children.length > MOST_TOLD) this.log.lastElementChild?.remove();
  }

  private crates({ by }: BlockedAgent): number[] {
    const { obstacles } = this.player.setting;
    return by.flatMap((it) => (it.kind === "obstacle" && obstacles[it.index]?.temporary ? [it.index] : []));
  }

  private named(blocked: BlockedAgent): string {
    const crates = this.crates(blocked).length;
    return crates === 1 ? "the crate" : crates > 1 ? `${crates} crates` : "what stands there";
  }

  private eachCrate(blocked: BlockedAgent, act: (crate: number) => void): void {
    const crates = this.crates(blocked);
    if (crates.length === 0) throw new Error("no crate is among what closes the way: choose another answer");
    crates.forEach(act);
  }

  private place({ agent }: BlockedAgent): Pair {
    const { agents } = this.player.simulation.frame();
    return [agents[agent * AGENT_STRIDE]!, agents[agent * AGENT_STRIDE + 1]!];
  }

  /** The direction in which it wants on. */
  private towards(blocked: BlockedAgent): Pair {
    const [x, y] = this.place(blocked);
    const [dx, dy] = [blocked.goal[0] - x, blocked.goal[1] - y];
    const length = Math.hypot(dx, dy) || 1;
    return [dx / length, dy / length];
  }

  /** The place behind what closes its way. */
  private behind(blocked: BlockedAgent): Pair {
    return blocked.beyond ?? this.place(blocked);
  }
}
