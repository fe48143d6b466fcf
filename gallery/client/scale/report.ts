import { make } from "../markup";
import { deviceWords } from "./device";
import type { ScaleResult } from "./measuring";
import { plotOf } from "./plot";
import { LEAST_ON_TIME, type Trial } from "./trial";

const milliseconds = (time: number): string => (Number.isFinite(time) ? time.toFixed(time < 10 ? 2 : 1) : "none done");

/** What was found so far: in a sentence, as a drawing, and as a table. */
export function report(result: ScaleResult, done: boolean): HTMLElement {
  const { trials, rate, frame_limit_ms: limit } = result;
  const rows = [...trials]
    .sort((a, b) => a.agents - b.agents)
    .map((trial) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, trial.agents.toLocaleString("en")),
        make("td", {}, milliseconds(trial.step_ms)),
        make("td", {}, `${(100 * trial.steps_on_time).toFixed(0)} %`),
        make("td", {}, milliseconds(trial.draw_ms)),
        make("td", {}, milliseconds(trial.frame_ms)),
        make("td", { class: trial.holds ? "holds" : "fails" }, verdict(trial)),
      ),
    );
  const head = ["Agents", "Step (ms)", "Steps on time", "Drawing (ms)", "Frame to frame (ms)", "Held"];
  return make(
    "div",
    { class: "scale-report" },
    make("p", { class: "held" }, sentence(result, done)),
    make("p", { class: "quiet" }, deviceWords(result.renderer, result.display_ms)),
    plotOf(trials, 1000 / rate, limit),
    make(
      "div",
      { class: "trials", role: "region", "aria-label": "Trials", tabindex: 0 },
      make("table", {}, make("caption", {}, "Trials; all times are medians"), make("thead", {}, make("tr", {}, ...head.map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...rows)),
    ),
  );
}

function sentence({ held, method, rate, must, trials }: ScaleResult, done: boolean): string {
  const how = `with the method ${method} at ${rate} steps a second${must === "steps" ? ", frames not counted" : " and 60 frames a second"}`;
  if (held === 0) return done ? `None of the numbers that were tried held ${how}.` : "None has held so far.";
  const failed = Math.min(...trials.filter(({ holds }) => !holds).map(({ agents }) => agents));
  const more = Number.isFinite(failed) ? ` ${failed.toLocaleString("en")} didn't.` : "";
  return `${held.toLocaleString("en")} agents held ${how}.${more}`;
}

function verdict({ holds, steps_on_time }: Trial): string {
  if (holds) return "✓ yes";
  return steps_on_time < LEAST_ON_TIME ? "✗ steps late" : "✗ frames late";
}
