import { sceneExtent } from "../stage/extent";
import { make, newId, setText } from "../markup";
import type { PlayerGroup } from "./group";
import { keyHelp, pressKey } from "./keys";
import { Player, type PlayerOptions } from "./player";

export interface BoxOptions extends PlayerOptions {
  /** What the scene is called for those who can't see it. */
  label: string;
  /** Words over the picture. */
  heading?: string;
  /** Names of the methods that the digits choose. */
  methods?: string[];
}

/**
 * The picture of one scene with what belongs on it: messages, a sign that it is over. It has the keyboard's focus, and says what
 * the keys do.
 */
export class Box {
  readonly element: HTMLElement;
  readonly host: HTMLElement;
  /** The keys, as a list that can be opened. */
  help: HTMLElement = make("div");

  private readonly banner = make("div", { class: "stage-banner", hidden: true });
  private readonly message = make("p", { class: "stage-message", role: "alert", hidden: true });
  private readonly live = make("p", { class: "unseen", "aria-live": "polite" });

  constructor(heading?: string) {
    this.host = make("div", { class: "stage" });
    this.host.dataset["state"] = "loading";
    const area = make("div", { class: "stage-area" }, this.host, this.banner, this.message);
    this.element = make("div", { class: "stage-box" }, ...(heading ? [make("p", { class: "stage-heading" }, heading)] : []), area, this.live);
  }

  /** Builds the scene and shows it. Throws, with the engine's words, if it is refused. */
  async start(group: PlayerGroup, { label, methods = [], heading: _, ...options }: BoxOptions): Promise<Player> {
    const player = await Player.create(this.host, options);
    const { min, max } = sceneExtent(player.setting);
    const ratio = (max[0] - min[0]) / Math.max(0.1, max[1] - min[1]);
    this.host.style.setProperty("--scene-ratio", Math.min(2.2, Math.max(0.8, ratio)).toFixed(2));
    const description = newId("keys");
    this.host.tabIndex = 0;
    this.host.setAttribute("role", "application");
    this.host.setAttribute("aria-label", label);
    this.host.setAttribute("aria-describedby", description);
    const keys = keyHelp(player, methods);
    this.help = make("details", { class: "keys" }, make("summary", {}, "Keys"),
      make("dl", { id: description }, ...keys.map(([key, action]) => make("div", {},
        make("dt", {}, ...key.split(" ").map((part) => make("kbd", {}, part))), make("dd", {}, action)))));
    this.host.addEventListener("keydown", (event) => {
      if (pressKey(event, player, group)) event.preventDefault();
    });
    player.onMessage.listen((text) => this.say(text));
    player.onSelected.listen(() => {
      const agent = player.selected;
      this.tell(agent === null ? "No agent selected." : `Agent ${player.setting.agents[agent]?.id ?? agent} selected. ${player.explanation?.reasons[0] ?? ""}`);
    });
    group.add(player);
    this.watch(group);
    return player;
  }

  /** Says why there is nothing to see. */
  fail(text: string, again?: () => void): void {
    this.host.dataset["state"] = "failed";
    this.host.replaceChildren(make("div", { class: "stage-failed", role: "alert" }, make("strong", {}, "This scene can't be shown."), make("p", {}, text),
      again ? make("button", { type: "button", click: again }, "Try again") : null));
  }

  private say(text: string): void {
    setText(this.message, text);
    this.message.hidden = text === "";
  }

  private tell(text: string): void {
    setText(this.live, text);
  }

  private watch(group: PlayerGroup): void {
    let state = "";
    let timer = 0;
    const update = (): void => {
      this.host.dataset["state"] = group.paused ? "paused" : "running";
      const now = group.over ? "over" : group.paused ? "paused" : "running";
      if (now !== state) {
        if (state !== "") this.tell({ over: "The scene is over.", paused: "Paused.", running: "Running." }[now]);
        state = now;
        clearInterval(timer);
        if (now === "over") timer = window.setInterval(() => this.showBanner(group), 500);
      }
      this.showBanner(group);
    };
    group.onState.listen(update);
    group.onRestart.listen(update);
    update();
  }

  private showBanner(group: PlayerGroup): void {
    const player = group.players.find(({ stage }) => stage.host === this.host);
    if (!player) return;
    const { simulation } = player;
    if (simulation.over) {
      const seconds = group.restartsIn;
      const { arrived, agents } = simulation.measures();
      const chase = player.setting.agents.some(({ goals }) => goals.some(({ kind }) => kind === "target" || kind === "agent"));
      const done = arrived === agents ? "all have arrived" : `${arrived} of ${agents} have ${chase ? "caught what they run after" : "arrived"}, the others were on their way`;
      const end = `Over after ${simulation.time.toFixed(1)} s: ${done}.`;
      const next = seconds === null ? "" : ` Starts again in ${Math.ceil(seconds)} s.`;
      setText(this.banner, end + next);
      this.banner.className = "stage-banner over";
      this.banner.hidden = false;
    } else if (group.paused && simulation.steps === 0) {
      if (!this.banner.querySelector("button")) {
        this.banner.replaceChildren(make("button", { type: "button", class: "primary", click: () => group.play() }, "▶ Play"));
      }
      this.banner.className = "stage-banner still";
      this.banner.hidden = false;
    } else {
      this.banner.hidden = true;
      this.banner.replaceChildren();
    }
  }
}
