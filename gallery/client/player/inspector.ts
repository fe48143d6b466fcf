import { AGENT_STRIDE, AgentFlag, type Explanation, type MarkKind } from "sidestep";
import { forceText } from "../stage/forces";
import { goalPlace } from "../stage/goals";
import { MARK_NAMES } from "../stage/marks";
import { watchTheme } from "../stage/palette";
import { make, setText } from "../markup";
import { iconButton } from "./icons";
import { forcePicture, markPicture } from "./pictures";
import type { Player } from "./player";

// More often than this nobody could read.
const MILLISECONDS_BETWEEN = 150;

/** What the selected agent is, does, and considers, in words and numbers. */
export class Inspector {
  readonly element = make("div", { class: "inspector", role: "group", "aria-label": "Selected agent" });

  private readonly facts = Object.fromEntries(["state", "speed", "place", "goal"].map((name) => [name, make("dd")]));
  private readonly reasons = make("ul", { class: "reasons" });
  private readonly forces = make("tbody");
  private readonly looks = make("ul", { class: "looks" });
  private shown = "";
  private updated = -Infinity;
  private late = 0;

  constructor(private readonly player: Player) {
    player.onSelected.listen(() => this.build());
    player.onExplained.listen(() => this.update());
    watchTheme(() => {
      this.shown = "";
      this.fill();
    });
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
      const about = setting.agents[agent];
      this.element.dataset["agent"] = String(agent);
      this.element.replaceChildren(
        make("div", { class: "inspector-title" },
          make("h2", {}, `Agent ${about?.id ?? agent}`), previous, next, iconButton("close", "Select none (Escape)", () => player.select(null))),
        make("p", { class: "quiet" }, [
          setting.groups[about?.group ?? 0], `radius ${short(about?.radius ?? 0)} m`, `mass ${short(about?.mass ?? 0)} kg`,
        ].filter(Boolean).join(" · ")),
        make("dl", {}, ...Object.entries(this.facts).map(([name, value]) => make("div", {}, make("dt", {}, name), value))),
        make("h3", {}, "Why"), this.reasons,
        make("h3", {}, "Forces"),
        make("table", { class: "forces" },
          make("thead", {}, make("tr", {}, make("td"), ...["behaviour", "weight", "wanted", "given"].map((name) => make("th", { scope: "col" }, name)))),
          this.forces),
        make("h3", {}, "What it looked at"), this.looks,
      );
      this.fill();
    }
    if (agent === null) delete this.element.dataset["agent"];
    if (focused) (this.element.querySelector<HTMLElement>(`[aria-label="${focused}"]`) ?? next).focus();
  }

  // Not at every picture; but the last state is always shown.
  private update(): void {
    if (this.late !== 0) return;
    const wait = Math.max(0, this.updated + MILLISECONDS_BETWEEN - performance.now());
    if (wait === 0) this.fill();
    else this.late = window.setTimeout(() => {
      this.late = 0;
      this.fill();
    }, wait);
  }

  private fill(): void {
    const agent = this.player.selected;
    if (agent === null) return;
    this.updated = performance.now();
    this.fillFacts(agent);
    const { explanation } = this.player;
    const key = JSON.stringify(explanation) + agent;
    if (key === this.shown) return;
    this.shown = key;
    if (explanation) this.fillExplanation(explanation);
    else {
      this.reasons.replaceChildren(make("li", {}, "Nothing is decided: it isn't in the world."));
      this.forces.replaceChildren();
      this.looks.replaceChildren();
    }
  }

  private fillFacts(agent: number): void {
    const frame = this.player.simulation.frame();
    const at = agent * AGENT_STRIDE;
    const [x, y, speed, flags] = [frame.agents[at]!, frame.agents[at + 1]!, frame.agents[at + 4]!, frame.agents[at + 7]!];
    const { setting } = this.player;
    const about = setting.agents[agent];
    const present = (flags & AgentFlag.PRESENT) !== 0;
    const goal = about?.goals.map((each) => goalPlace(each, setting, frame)).filter((place) => place !== null).at(-1);
    const states = [
      !present && "not in the world", flags & AgentFlag.BLOCKED && "blocked", flags & AgentFlag.AIRBORNE && "in the air",
      flags & AgentFlag.TOUCHING && "touching", flags & AgentFlag.ARRIVED && "arrived",
    ].filter((state) => typeof state === "string");
    setText(this.facts["state"]!, states.join(", ") || (speed < 0.01 ? "standing" : "moving"));
    setText(this.facts["speed"]!, `${speed.toFixed(2)} of ${short(about?.max_speed ?? 0)} m/s`);
    setText(this.facts["place"]!, present ? `${x.toFixed(2)}, ${y.toFixed(2)} m` : "–");
    // Which of several it is on the way to, the aim tells.
    const several = (about?.goals.length ?? 0) > 1;
    const distance = goal && present ? `${Math.hypot(goal.x - x, goal.y - y).toFixed(2)} m away` : "–";
    setText(this.facts["goal"]!, several ? `${about?.goals.length} in turn` : distance);
  }

  private fillExplanation({ forces, total, marks, reasons }: Explanation): void {
    const { palette } = this.player.stage;
    const size = (force: [number, number]): string => forceText(Math.hypot(...force));
    this.reasons.replaceChildren(...(reasons.length > 0 ? reasons : ["No reasons were given."]).map((text) => make("li", {}, text)));
    this.forces.replaceChildren(
      ...forces.map(({ name, weight, wanted, given }) => make("tr", { class: Math.hypot(...given) < 0.005 ? "silent" : "" },
        make("td", {}, forcePicture(name, palette)), make("th", { scope: "row" }, name),
        make("td", {}, short(weight)), make("td", {}, size(wanted)), make("td", {}, size(given)))),
      make("tr", { class: "total" },
        make("td", {}, forcePicture(null, palette)), make("th", { scope: "row" }, "total"), make("td"), make("td"), make("td", {}, size(total))),
    );
    const items = differentMarks(marks).map(({ kind, label, shape }) => {
      const name = MARK_NAMES[kind] ?? kind;
      const text = !label || label === name ? name : label.startsWith(name.split(" ")[0] ?? name) ? label : `${name}: ${label}`;
      return make("li", {}, markPicture(kind, shape.shape, palette), make("span", {}, text));
    });
    this.looks.replaceChildren(...(items.length > 0 ? items : [make("li", {}, "nothing in particular")]));
  }
}

/** One of those that look and are called the same, in the order of the legend. */
function differentMarks(marks: Explanation["marks"]): Explanation["marks"] {
  const kinds = Object.keys(MARK_NAMES) as MarkKind[];
  const different = new Map(marks.map((mark) => [`${mark.kind} ${mark.label}`, mark]));
  return [...different.values()].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
