import { make, newId, setText } from "../markup";
import type { PlayerGroup } from "../player/group";
import type { Slider } from "./slider";

/** Sliders that change values of all scenes of a group at once. */
export function sliderPanel(group: PlayerGroup, sliders: Slider[]): HTMLElement {
  const rows = sliders.map((slider) => sliderRow(group, slider));
  const show = (): void => rows.forEach(({ show }) => show());
  group.onRestart.listen(show);
  for (const player of group.players) player.onSetting.listen(() => queueMicrotask(show));
  const all = make("button", { type: "button", class: "quiet-button", click: () => rows.forEach(({ reset }) => reset()) }, "Reset all");
  return make("div", { class: "sliders", role: "group", "aria-label": "Parameters" },
    make("div", { class: "sliders-title" }, make("h2", {}, "Parameters"), ...(rows.length > 1 ? [all] : [])),
    ...rows.map(({ element }) => element));
}

function sliderRow(group: PlayerGroup, slider: Slider): { element: HTMLElement; show(): void; reset(): void } {
  const [id, help] = [newId("slider"), newId("slider-help")];
  const input = make("input", {
    id, type: "range", min: String(slider.minimum), max: String(slider.maximum), step: String(slider.step), "aria-describedby": help,
  });
  const value = make("output", { for: id, "aria-live": "off" });
  const message = make("p", { class: "refused", role: "alert" });
  const inForce = (): number | undefined => {
    for (const { simulation } of group.players) {
      const agent = slider.agent ?? 0;
      const spec = agent < simulation.agentCount ? simulation.spec(agent) : null;
      const found = spec ? slider.read(spec, simulation) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  // What it was before anybody moved it: known from when the method has it.
  let first = inForce();
  const digits = decimals(slider.step);
  const say = (now: number): void => {
    const text = `${now.toFixed(digits)}${slider.unit ? ` ${slider.unit}` : ""}`;
    setText(value, text);
    input.setAttribute("aria-valuetext", text);
    reset.disabled = first === undefined || Math.abs(now - first) < slider.step / 2;
  };
  const show = (): void => {
    const now = inForce();
    // Another method may have no such parameter.
    element.hidden = now === undefined;
    first ??= now;
    if (now === undefined || document.activeElement === input) return;
    input.value = String(now);
    say(now);
  };
  const use = (wanted: number): void => {
    const refusals: string[] = [];
    const stops = group.players.map((player) => player.onMessage.listen((text) => text && refusals.push(text)));
    group.set([`${slider.key}=${numberText(wanted, digits)}`]);
    for (const stop of stops) stop();
    setText(message, refusals[0] ?? "");
    if (refusals.length > 0) {
      const now = inForce() ?? wanted;
      input.value = String(now);
      say(now);
    } else say(wanted);
  };
  const restore = (): void => {
    if (first === undefined || element.hidden) return;
    input.value = String(first);
    use(first);
  };
  const reset = make("button", { type: "button", class: "quiet-button", "aria-label": `Reset ${slider.label}`, click: restore }, "Reset");
  input.addEventListener("input", () => use(input.valueAsNumber));
  const element = make("div", { class: "slider", "data-key": slider.key },
    make("label", { for: id }, slider.label), value, reset, input, make("p", { id: help, class: "slider-help" }, slider.help), message);
  show();
  return { element, show, reset: restore };
}

function decimals(step: number): number {
  return Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
}

// What a whole number is to the engine depends on the key: `5` is fine where `5.0` would not be, and the other way round.
function numberText(value: number, digits: number): string {
  return String(Number(value.toFixed(digits + 3)));
}
