import { make } from "../markup";
import { deviceWords } from "./device";
import type { ScaleResult } from "./measuring";
import { plotOf } from "./plot";
import { milliseconds, sentence, whole } from "./sentence";
import { LEAST_ON_TIME, type Trial } from "./trial";


/** What was found so far: in a sentence, as a drawing, and as a table. */
export function report(result: ScaleResult, done: boolean): HTMLElement {
  const { trials, rate, frame_limit_ms: limit, renderer } = result;
  const drawn = renderer !== "none";
  const rows = [...trials]
    .sort((a, b) => a.agents - b.agents)
    .map((trial) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, whole(trial.agents)),
        make("td", {}, milliseconds(trial.step_ms)),
        make("td", {}, trial.steps_per_second.toFixed(0)),
        make("td", {}, `${(100 * trial.steps_on_time).toFixed(0)} %`),
        drawn && make("td", {}, milliseconds(trial.draw_ms)),
        drawn && make("td", {}, milliseconds(trial.frame_ms)),
        drawn && make("td", {}, trial.frames_per_second.toFixed(0)),
        make("td", { class: trial.holds ? "holds" : "fails" }, verdict(trial)),
      ),
    );
  const head = ["Agents", "A step (ms)", "Steps a second", "Steps on time", ...(drawn ? ["Drawing (ms)", "Frame to frame (ms)", "Frames a second"] : []), "Held"];
  return make(
    "div",
    { class: "scale-report" },
    make("p", { class: "held" }, sentence(result, done)),
    ...(result.stepped === "page" ? [make("p", { class: "here" }, IN_THE_PAGE)] : []),
    make("p", { class: "quiet" }, deviceWords(result.renderer, result.display_ms)),
    plotOf(trials, 1000 / rate, drawn ? limit : undefined),
    make(
      "div",
      { class: "trials", role: "region", "aria-label": "Trials", tabindex: 0 },
      make("table", {}, make("caption", {}, "Trials; times in ms are medians"), make("thead", {}, make("tr", {}, ...head.map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...rows)),
    ),
  );
}

const IN_THE_PAGE =
  "This browser refuses workers here, so the page itself steps the agents, in turn with the drawing: each holds up the other. With a worker it would hold more.";

function verdict({ holds, steps_on_time }: Trial): string {
  if (holds) return "✓ yes";
  return steps_on_time < LEAST_ON_TIME ? "✗ steps late" : "✗ frames late";
}
