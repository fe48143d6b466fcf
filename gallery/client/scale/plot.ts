import { draw } from "../markup";
import { MOST_AGENTS } from "./search";
import type { Trial } from "./trial";

const [WIDTH, HEIGHT] = [640, 300];
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 12, 28, 44];
const LEAST_AGENTS = 10;
const [LEAST_TIME, MOST_TIME] = [0.1, 1000];

const across = (agents: number): number =>
  LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(Math.max(agents, LEAST_AGENTS) / LEAST_AGENTS)) / Math.log(MOST_AGENTS / LEAST_AGENTS);
const up = (time: number): number => {
  const shown = Math.min(MOST_TIME, Math.max(LEAST_TIME, Number.isFinite(time) ? time : MOST_TIME));
  return HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.log(shown / LEAST_TIME)) / Math.log(MOST_TIME / LEAST_TIME);
};

/**
 * The trials as a drawing: time of a step, and of a frame if there are any, over the number of agents, both on logarithmic scales.
 * A step is due each `period` (ms); a frame may take `limit` (ms), and none is drawn without that.
 */
export function plotOf(trials: Trial[], period: number, limit: number | undefined): SVGSVGElement {
  const drawn = limit !== undefined;
  const plot = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "search-plot", role: "img", "aria-label": describe(trials, drawn) });
  plot.append(...axes());
  plot.append(...line(period, `a step is due every ${period.toFixed(1)} ms`, "limit-of-steps"));
  // Two lines that can't be told apart need one label only.
  if (drawn && Math.abs(up(period) - up(limit)) > 16) plot.append(...line(limit, `a frame may take ${limit.toFixed(1)} ms`, "limit-of-frames"));
  const sorted = [...trials].sort((a, b) => a.agents - b.agents);
  const kinds: [Time, string][] = drawn ? [["step_ms", "steps"], ["frame_ms", "frames"]] : [["step_ms", "steps"]];
  plot.append(...kinds.map(([time, kind]) => path(sorted, time, kind)));
  for (const trial of sorted) plot.append(...kinds.map(([time, kind]) => mark(trial, time, kind)));
  plot.append(...legend(drawn));
  return plot;
}

function describe(trials: Trial[], drawn: boolean): string {
  const held = trials.filter(({ holds }) => holds).map(({ agents }) => agents);
  const most = held.length === 0 ? "none held" : `the largest that held has ${Math.max(...held).toLocaleString("en")} agents`;
  return `Plot of ${trials.length} trials: time of a step${drawn ? " and of a frame" : ""} over the number of agents; ${most}. The table below has the figures.`;
}

function axes(): SVGElement[] {
  const parts: SVGElement[] = [];
  for (let agents = LEAST_AGENTS; agents <= MOST_AGENTS; agents *= 10) {
    const x = across(agents);
    parts.push(draw("path", { class: "rule", d: `M${x} ${TOP}V${HEIGHT - BOTTOM}` }));
    parts.push(draw("text", { x, y: HEIGHT - BOTTOM + 16, "text-anchor": agents === MOST_AGENTS ? "end" : "middle" }, agents.toLocaleString("en")));
  }
  for (let time = LEAST_TIME; time <= MOST_TIME * 1.01; time *= 10) {
    parts.push(draw("path", { class: "rule", d: `M${LEFT} ${up(time)}H${WIDTH - RIGHT}` }));
    parts.push(draw("text", { x: LEFT - 6, y: up(time) + 4, "text-anchor": "end" }, time < 1 ? time.toFixed(1) : time.toFixed(0)));
  }
  parts.push(draw("text", { x: (WIDTH + LEFT) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, "agents"));
  parts.push(draw("text", { x: 4, y: TOP - 12 }, "ms"));
  return parts;
}

function line(time: number, words: string, kind: string): SVGElement[] {
  return [
    draw("path", { class: `limit ${kind}`, d: `M${LEFT} ${up(time)}H${WIDTH - RIGHT}` }),
    draw("text", { x: LEFT + 6, y: up(time) - 5 }, words),
  ];
}

type Time = "step_ms" | "frame_ms";

function path(trials: Trial[], time: Time, kind: string): SVGElement {
  return draw("path", { class: kind, d: trials.map((trial, index) => `${index === 0 ? "M" : "L"}${across(trial.agents)} ${up(trial[time])}`).join("") });
}

/** Steps are discs and frames squares; filled where the trial held, a cross through them where not. */
function mark(trial: Trial, time: Time, kind: string): SVGElement {
  const [x, y] = [across(trial.agents), up(trial[time])];
  const shape = kind === "steps" ? draw("circle", { cx: x, cy: y, r: 5 }) : draw("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9 });
  const crossed = !trial.holds && draw("path", { d: `M${x - 7} ${y - 7}L${x + 7} ${y + 7}M${x - 7} ${y + 7}L${x + 7} ${y - 7}` });
  return draw("g", { class: `mark ${kind} ${trial.holds ? "held" : "failed"}` }, shape, crossed);
}

function legend(drawn: boolean): SVGElement[] {
  const entry = (x: number, kind: string, shape: SVGElement, words: string): SVGElement =>
    draw("g", { class: `mark ${kind} held` }, shape, draw("text", { x: x + 10, y: TOP - 12 }, words));
  return [
    entry(150, "steps", draw("circle", { cx: 150, cy: TOP - 16, r: 5 }), "a step"),
    ...(drawn ? [entry(230, "frames", draw("rect", { x: 225.5, y: TOP - 20.5, width: 9, height: 9 }), "frame to frame")] : []),
    draw("text", { x: WIDTH - RIGHT, y: TOP - 12, "text-anchor": "end" }, "crossed out: didn't hold"),
  ];
}
