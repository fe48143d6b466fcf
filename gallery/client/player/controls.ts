import { make, newId, setText } from "../markup";
import { MOST_CHARACTERS } from "../stage/character";
import { icon, iconButton } from "./icons";
import { SPEEDS, type PlayerGroup } from "./group";

const NAMES: Record<number, string> = { 0.25: "¼×", 0.5: "½×", 1: "1×", 2: "2×", 4: "4×" };
const LARGEST_SEED = 2 ** 32 - 1;

/** Play, single step, speed, restart with the seed, the time, and how near the camera is: for all scenes of a group. */
export function controls(group: PlayerGroup): HTMLElement {
  const play = iconButton("play", "Play", () => group.toggle());
  play.classList.add("primary", "play");
  const speed = make("select", { change: () => { group.speed = Number(speed.value); } },
    ...SPEEDS.map((value) => make("option", { value: String(value), selected: value === 1 }, NAMES[value] ?? `${value}×`)));
  const clock = make("span", { class: "clock", role: "timer", "aria-label": "Simulated time" });

  const forces = make("button", { type: "button", class: "forces-of-all", "aria-pressed": "false", title: "Forces of all agents (F)",
    click: () => group.showForces(!group.players[0]?.forcesOfAll) }, "All forces");
  const people = make("button", { type: "button", class: "characters", "aria-pressed": "false", title: "People who walk instead of dots, where they are few and large enough",
    click: () => group.showCharacters(!group.players[0]?.stage.characters) }, "People");
  const form = seedForm(group);
  const update = (): void => {
    const label = group.paused ? "Play" : "Pause";
    if (play.getAttribute("aria-label") !== label) {
      play.setAttribute("aria-label", label);
      play.title = `${label} (Space)`;
      play.replaceChildren(icon(group.paused ? "play" : "pause"));
    }
    forces.setAttribute("aria-pressed", String(group.players[0]?.forcesOfAll ?? false));
    people.hidden = (group.players[0]?.setting.agents.length ?? 0) > MOST_CHARACTERS;
    people.setAttribute("aria-pressed", String(group.players[0]?.stage.characters ?? false));
    if (Number(speed.value) !== group.speed) speed.value = String(group.speed);
    const simulation = group.players[0]?.simulation;
    if (simulation) setText(clock, `${simulation.time.toFixed(1)} s`);
  };
  group.onState.listen(update);
  group.onMeasures.listen(update);
  update();
  return make("div", { class: "player-controls", role: "group", "aria-label": "Time" },
    make("div", { class: "pace" },
      play,
      iconButton("step", "One step (.)", () => group.step()),
      iconButton("restart", "From the beginning (R)", () => group.restart()),
      make("label", { class: "speed" }, make("span", {}, "Speed"), speed),
      clock),
    forces,
    people,
    zoomButtons(group),
    form,
  );
}

/** Below the picture, as on it they would hide what goes on there. The cameras of a group go together, so that one is enough. */
function zoomButtons(group: PlayerGroup): HTMLElement {
  const zoom = (factor: number): void => {
    const [player] = group.players;
    player?.stage.camera.zoom(factor);
    player?.onStale.emit();
  };
  return make("div", { class: "zoom", role: "group", "aria-label": "Camera" },
    iconButton("plus", "Closer (+)", () => zoom(1.4)), iconButton("minus", "Further (−)", () => zoom(1 / 1.4)),
    iconButton("fit", "All of the scene (0)", () => group.players[0]?.stage.fit()));
}

function seedForm(group: PlayerGroup): HTMLElement {
  const id = newId("seed");
  const input = make("input", { id, type: "text", inputmode: "numeric", pattern: "[0-9]+", autocomplete: "off" });
  const show = (): void => {
    const seed = group.players[0]?.setting.seed;
    if (seed !== undefined && document.activeElement !== input) input.value = String(seed);
  };
  const use = (seed: number): void => {
    if (group.restart(seed)) input.value = String(seed);
  };
  group.onState.listen(show);
  show();
  return make("form", { class: "seed", submit: (event: SubmitEvent) => {
    event.preventDefault();
    const seed = Number(input.value);
    const valid = /^\d+$/.test(input.value.trim()) && Number.isSafeInteger(seed);
    input.setCustomValidity(valid ? "" : "A whole number from 0 on");
    if (valid) use(seed);
    else input.reportValidity();
  }, input: () => input.setCustomValidity("") },
    make("label", { for: id }, "Seed"), input,
    make("button", { type: "submit", title: "Start again with this seed" }, "Use"),
    make("button", { type: "button", click: () => use(Math.floor(Math.random() * LARGEST_SEED) % 100000) }, "New seed"),
  );
}
