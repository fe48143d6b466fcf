import type { ScaleResult } from "./measuring";

export const whole = (number: number): string => number.toLocaleString("en");
export const milliseconds = (time: number): string => (Number.isFinite(time) ? time.toFixed(time < 10 ? 2 : 1) : "none done");

/** What was found, in one sentence; and what was too many. */
export function sentence(result: ScaleResult, done: boolean): string {
  const { held, method, rate, decide_every, must, renderer, trials } = result;
  const how = `with the method ${method}, ${decide_every === 0 ? "each deciding in each step" : `told to decide every ${decide_every} s`}`;
  const pace = `${rate} steps a second${must === "steps-and-frames" ? " and 60 frames a second" : ""}`;
  const most = trials.filter(({ agents, holds }) => holds && agents === held).at(-1);
  if (most === undefined) {
    const least = Math.min(...trials.map(({ agents }) => agents));
    return done ? `This machine didn't keep ${pace} with ${whole(least)} agents, the fewest that were tried, ${how}.` : `No number of agents has kept ${pace} so far.`;
  }
  const step = `a step took ${milliseconds(most.step_ms)} ms of the ${milliseconds(1000 / rate)} ms that there are`;
  const often = most.frames_per_second < 1.5 ? "once a second or less" : `${most.frames_per_second.toFixed(0)} times a second`;
  const frames = renderer === "none" ? "nothing was drawn" : `they were drawn ${often}`;
  const failed = Math.min(...trials.filter(({ agents, holds }) => !holds && agents > held).map(({ agents }) => agents));
  const more = Number.isFinite(failed) ? ` ${whole(failed)} were too many.` : "";
  return `${done ? "" : "So far: "}This machine moves ${whole(held)} agents in real time at ${pace} ${how}: ${step}, and ${frames}.${more}`;
}
