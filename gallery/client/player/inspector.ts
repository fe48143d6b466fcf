import { agentFacts, agentText, explanationParts } from "drawing/told";
import { make, setText } from "../markup";
import { watchTheme } from "../stage/theme";
import { iconButton } from "./icons";
import type { Player } from "./player";

/** What the selected agent is, does, and considers, in words and numbers. */
export class Inspector {
  readonly element = make("div", { class: "inspector", role: "group", "aria-label": "Selected agent" });

  private readonly facts = Object.fromEntries(["state", "speed", "place", "goal"].map((name) => [name, make("dd")]));
  private readonly considered = make("div");
  private shown = "";

  constructor(private readonly player: Player) {
    player.onSelected.listen(() => this.build());
    player.onTold.listen(() => this.fill());
    const stopWatching = watchTheme(() => {
      this.shown = "";
      this.fill();
    });
    player.ended.addEventListener("abort", stopWatching);
    this.build();
  }

  private build(): void {
    const { player } = this;
    const agent = player.selected;
    this.shown = "";
    const next = iconButton("next", "Next agent (N)", () => player.selectNext(1));
    const previous = iconButton("previous", "Previous agent (P)", () => player.selectNext(-1));
    // Whoever goes from agent to agent by the keyboard stays on the button.
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
    if (agent === null) {
      this.element.replaceChildren(
        make("div", { class: "inspector-title" }, make("h2", {}, "Why does it do that?"), previous, next),
        make("p", { class: "quiet" }, "Click or tap an agent to see every force on it and its reasons, or press N for the next one."),
      );
    } else {
      const { setting } = player;
      this.element.dataset["agent"] = String(agent);
      this.element.replaceChildren(
        make("div", { class: "inspector-title" },
          make("h2", {}, `Agent ${setting.agents[agent]?.id ?? agent}`), previous, next, iconButton("close", "Select none (Escape)", () => player.select(null))),
        make("p", { class: "quiet" }, agentText(setting, agent)),
        make("dl", {}, ...Object.entries(this.facts).map(([name, value]) => make("div", {}, make("dt", {}, name), value))),
        this.considered,
      );
      this.fill();
    }
    if (agent === null) delete this.element.dataset["agent"];
    if (focused) (this.element.querySelector<HTMLElement>(`[aria-label="${focused}"]`) ?? next).focus();
  }

  private fill(): void {
    const agent = this.player.selected;
    if (agent === null) return;
    const { told: explanation, setting, simulation, stage } = this.player;
    for (const [name, text] of Object.entries(agentFacts(setting, simulation.frame(), agent))) setText(this.facts[name]!, text);
    const key = JSON.stringify(explanation) + agent;
    if (key === this.shown) return;
    this.shown = key;
    this.considered.replaceChildren(...(explanation ? explanationParts(explanation, stage.palette)
      : [make("p", { class: "quiet" }, "Nothing is decided: it isn't in the world.")]));
  }
}
