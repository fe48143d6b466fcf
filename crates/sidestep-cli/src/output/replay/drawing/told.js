import { forceText } from "./forces.js";
import { agentIn, AgentFlag } from "./frame.js";
import { goalPlace } from "./goals.js";
import { make } from "./markup.js";
import { MARKS } from "./marks.js";
import { forceName, reasonsForPeople } from "./names.js";
import { forcePicture, markPicture } from "./pictures.js";
/** @import { Explanation, Frame, MarkKind, Setting } from "sidestep" */
/** @import { Palette } from "./palette.js" */

/**
 * What stays the same about an agent.
 *
 * @param {Setting} setting
 * @param {number} agent
 */
export function agentText({ agents, groups }, agent) {
  const { group, radius, mass } = agents[agent];
  return [groups[group], `radius ${short(radius)} m`, `mass ${short(mass)} kg`].filter(Boolean).join(" · ");
}

/**
 * What an agent does now, in words and numbers.
 *
 * @param {Setting} setting
 * @param {Frame} frame
 * @param {number} agent
 */
export function agentFacts(setting, frame, agent) {
  const now = agentIn(frame, agent);
  const { goals, max_speed: fastest } = setting.agents[agent];
  if (!now) return { state: "not in the world", speed: "–", place: "–", goal: "–" };
  const states = [
    now.flags & AgentFlag.BLOCKED && (now.speed > 0.1 ? "way is blocked, goes up to what blocks it" : "blocked, waits"), now.flags & AgentFlag.AIRBORNE && "in the air",
    now.flags & AgentFlag.TOUCHING && "touching", now.flags & AgentFlag.ARRIVED && (now.flags & AgentFlag.NEAR ? "arrived near its goal" : "arrived"),
  ].filter(Boolean);
  // Which of several it is on the way to, the aim tells.
  const goal = goals.length === 1 ? goalPlace(goals[0], setting, frame) : null;
  return {
    state: states.join(", ") || (now.speed < 0.01 ? "standing" : "moving"),
    speed: `${now.speed.toFixed(2)} of ${short(fastest)} m/s`,
    place: `${now.x.toFixed(2)}, ${now.y.toFixed(2)} m`,
    goal: goals.length > 1 ? `${goals.length} in turn` : goal ? `${Math.hypot(goal.x - now.x, goal.y - now.y).toFixed(2)} m away` : "–",
  };
}

/**
 * What an agent considers: the reasons, the forces, and what it looked at.
 *
 * @param {Explanation} explanation
 * @param {Palette} palette
 */
export function explanationParts({ forces, total, marks, reasons }, palette) {
  /** @type {(name: string | null, numbers: string[], look: string) => HTMLElement} */
  const row = (name, numbers, look) => make("tr", { class: look },
    make("td", {}, forcePicture(name, palette)), make("th", { scope: "row" }, name === null ? "total" : forceName(name)), ...numbers.map((text) => make("td", {}, text)));
  const looks = differentMarks(marks).map(({ kind, label, shape }) => {
    const { name } = MARKS[kind];
    const text = !label || label === name ? name : label.startsWith(name.split(" ")[0]) ? label : `${name}: ${label}`;
    return make("li", {}, markPicture(kind, palette, shape.shape), make("span", {}, text));
  });
  return [
    make("h3", {}, "Why"),
    make("ul", { class: "reasons" }, ...reasonsForPeople(reasons).map((text) => make("li", {}, text))),
    make("h3", {}, "Forces"),
    make("table", { class: "forces" },
      make("thead", {}, make("tr", {}, make("td"), ...["behaviour", "weight", "wanted", "given"].map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {},
        ...forces.map(({ name, weight, wanted, given }) =>
          row(name, [short(weight), forceText(wanted), forceText(given)], Math.hypot(...given) < 0.005 ? "silent" : "")),
        row(null, ["", "", forceText(total)], "total"))),
    make("h3", {}, "What it looked at"),
    make("ul", { class: "looks" }, ...(looks.length > 0 ? looks : [make("li", {}, "nothing in particular")])),
  ];
}

/**
 * One of those that look and are called the same, in the order of the legend.
 *
 * @param {Explanation["marks"]} marks
 */
function differentMarks(marks) {
  const kinds = /** @type {MarkKind[]} */ (Object.keys(MARKS));
  const different = new Map(marks.map((mark) => [`${mark.kind} ${mark.label}`, mark]));
  return [...different.values()].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** @param {number} value */
function short(value) {
  return String(Number(value.toPrecision(3)));
}
