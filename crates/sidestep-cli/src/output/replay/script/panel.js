// The side panel: the selected agent, measures, legend, notes. All text is set as text, never as markup.

function element(tag, { text, className, ...attributes } = {}, children = []) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function iconButton(icon, label, action, attributes = {}) {
  const button = element("button", { type: "button", className: "icon", "aria-label": label, title: label, onclick: action, ...attributes });
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#icon-${icon}`);
  picture.append(use);
  button.append(picture);
  return button;
}

// A small picture of a sign, drawn by the function that draws it on the map.
function sign(draw) {
  const canvas = element("canvas", { className: "sign", "aria-hidden": "true" });
  const ratio = devicePixelRatio || 1;
  canvas.width = 34 * ratio;
  canvas.height = 20 * ratio;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  draw(context);
  return canvas;
}

function forceSign(name) {
  return sign((context) => {
    if (name === null) {
      drawArrow(context, 2, 10, 29, 0, { colour: colours.ink, dash: [], head: "triangle", width: 4, size: 12 });
    } else {
      const style = forceStyle(name);
      drawArrow(context, 2, 10, 29, 0, { ...style, colour: forceColour(style), width: 2.4 });
    }
  });
}

function markSign(kind) {
  const line = ["polyline", [1, 10, 33, 10]];
  const shapes = {
    probe: ["point", [17, 10]], aim: ["point", [17, 10]], threat: ["circle", [17, 10, 8]], terminator: ["point", [17, 10]],
    "sub-goal": ["point", [13, 18]], cluster: ["polyline", [32, 14, 2, 14]], way: line, "chosen-way": line, path: ["polyline", [1, 10, 16, 10, 29, 10]],
  };
  const [shape, numbers] = shapes[kind] ?? ["line", [3, 10, 30, 10]];
  return sign((context) => drawMarkShape(context, kind, shape, numbers));
}

function groupName(agent) {
  return recording.groups[recording.agents.groups[agent]] ?? "";
}

// The panel's selection part is built when another agent is selected; numbers change in place.
const selectionPanel = { parts: null, shown: null };

function buildSelection() {
  const root = document.getElementById("selection");
  selectionPanel.shown = null;
  selectionPanel.parts = null;
  if (view.selected === null) {
    root.replaceChildren(
      element("h2", { text: "No agent selected" }),
      element("p", { className: "quiet small", text: run.agentCount === 0
        ? "This run has no agents."
        : "Click an agent, or press N, to see the forces on it and why it does what it does." }),
    );
    if (run.agentCount > 0) root.append(findForm());
    return;
  }
  const agent = view.selected;
  const facts = Object.fromEntries(["Time", "State", "Speed", "Position", "Goal"].map((name) => [name, element("dd")]));
  const follow = element("button", { type: "button", text: "Follow", "aria-pressed": String(view.follow), title: "Keep this agent in the middle (L)", onclick: toggleFollow });
  const detail = element("div");
  root.replaceChildren(
    element("div", { className: "title-row" }, [
      element("h2", { text: `Agent ${recording.agents.ids[agent]}` }),
      follow,
      iconButton("left", "Previous agent (P)", () => selectNext(-1)),
      iconButton("right", "Next agent (N)", () => selectNext(1)),
      iconButton("close", "Select none (Escape)", () => select(null)),
    ]),
    element("p", { className: "quiet small", text: [
      groupName(agent), `radius ${lengthText(recording.agents.radii[agent])} m`, `mass ${lengthText(recording.agents.masses[agent])} kg`,
    ].filter(Boolean).join(" · ") }),
    element("dl", { className: "facts" }, Object.entries(facts).flatMap(([name, value]) => [element("dt", { text: name }), value])),
    detail,
  );
  selectionPanel.parts = { facts, detail, follow };
}

function findForm() {
  const input = element("input", { type: "text", inputmode: "numeric", placeholder: "id", "aria-label": "Id of an agent" });
  const message = element("p", { className: "small", role: "status" });
  const form = element("form", { className: "find", onsubmit: (event) => {
    event.preventDefault();
    const agent = recording.agents.ids.indexOf(input.value.trim());
    if (agent >= 0) select(agent);
    else message.textContent = `No agent has the id ${input.value.trim() || "(empty)"}.`;
  } }, [input, element("button", { type: "submit", text: "Find" })]);
  return element("div", {}, [form, message]);
}

function updateSelection(moment, explanation) {
  const { parts } = selectionPanel;
  if (!parts) return;
  const agent = view.selected;
  const state = { ...agentAt(agent, moment) };
  parts.follow.setAttribute("aria-pressed", String(view.follow));
  const goal = recording.agents.goals[agent].map((goal) => goalPlace(goal, moment)).filter(Boolean).at(-1);
  const texts = {
    Time: `${view.time.toFixed(2)} s`,
    State: !state.present ? "not in the world" : state.airborne ? "in the air"
      : state.blocked ? `blocked for ${(view.time - blockedSince(agent, moment)).toFixed(1)} s`
      : state.speed < 0.01 ? "standing" : "moving",
    Speed: `${state.speed.toFixed(2)} of ${recording.agents.maxSpeeds[agent].toFixed(2)} m/s`,
    Position: state.present ? `${state.x.toFixed(2)}, ${state.y.toFixed(2)} m` : "–",
    Goal: goal && state.present ? `${Math.hypot(goal.x - state.x, goal.y - state.y).toFixed(2)} m away` : "–",
  };
  for (const [name, text] of Object.entries(texts)) {
    if (parts.facts[name].textContent !== text) parts.facts[name].textContent = text;
  }
  const key = explanation ? `${agent} ${explanation.time} ${document.documentElement.dataset.theme}` : noExplanationReason(agent);
  // While a moment is being unpacked the one before stays.
  if (key === null || selectionPanel.shown === key) return;
  selectionPanel.shown = key;
  parts.detail.replaceChildren(...(explanation ? explanationDetail(explanation)
    : [element("p", { className: "quiet small", text: key })]));
}

function noExplanationReason(agent) {
  if (explained.times.length === 0) return "Forces and reasons were not recorded in this run.";
  if (!explainedPlace.has(agent)) return "Forces and reasons were recorded for other agents only; press N for the next one that has them.";
  if (!canUnpack) return "This browser is too old to unpack forces and reasons.";
  const entries = unpackedMoments.get(nearestMoment(view.time))?.entries;
  return entries ? "No decision was recorded here: the agent is not in the world, or has arrived." : null;
}

function explanationDetail(explanation) {
  const nodes = [];
  const number = (text) => element("td", { className: "number", text });
  const rows = explanation.forces.map(({ name, weight, wanted, given }) => element("tr", { className: given.size < 0.005 ? "silent" : "" }, [
    element("td", {}, [forceSign(name)]), element("th", { scope: "row", text: name }),
    number(lengthText(weight)), number(forceText(wanted.size)), number(forceText(given.size)),
  ]));
  rows.push(element("tr", { className: "total" }, [
    element("td", {}, [forceSign(null)]), element("th", { scope: "row", text: "total" }),
    number(""), number(""), number(forceText(explanation.total.size)),
  ]));
  nodes.push(
    element("h3", { text: "Why" }),
    element("ul", { className: "reasons" }, explanation.reasons.length > 0
      ? explanation.reasons.map((text) => element("li", { text }))
      : [element("li", { text: "No reasons were given." })]),
    element("h3", { text: `Forces, decided at ${explanation.time.toFixed(2)} s` }),
    element("table", { className: "forces" }, [
      element("thead", {}, [element("tr", {}, [
        element("th", { className: "number" }), element("th", { scope: "col", text: "behaviour" }),
        ...["weight", "wanted", "given"].map((text) => element("th", { scope: "col", className: "number", text })),
      ])]),
      element("tbody", {}, rows),
    ]),
  );
  if (explanation.marks.length > 0) {
    nodes.push(
      element("h3", { text: "What it looked at" }),
      element("ul", { className: "legend" }, differentMarks(explanation.marks).map(({ kind, label }) => {
        const name = MARK_NAMES[kind] ?? kind;
        const text = !label || label === name ? name : label.startsWith(name.split(" ")[0]) ? label : `${name}: ${label}`;
        return element("li", { className: "wide" }, [markSign(kind), element("span", { text })]);
      })),
    );
  }
  return nodes;
}

// One of those that look and are called the same, in the order of the legend.
function differentMarks(marks) {
  const kinds = Object.keys(MARK_NAMES);
  const different = new Map(marks.map((mark) => [`${mark.kind} ${mark.label}`, mark]));
  return [...different.values()].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

function buildMeasures() {
  document.querySelector("#measures tbody").replaceChildren(...recording.measures.map(([label, value, unit]) => element("tr", {}, [
    element("th", { scope: "row", text: label }), element("td", { className: "number", text: value }), element("td", { className: "unit", text: unit }),
  ])));
  document.querySelector("[aria-labelledby=measures-title]").hidden = recording.measures.length === 0;
}

function rebuildLegend() {
  const items = [];
  const item = (picture, text, wide = false) => items.push(element("li", { className: wide ? "wide" : "" }, [picture, element("span", { text })]));
  const disc = (context, colour) => {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(17, 10, 7, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = colours.ground;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(18, 10);
    context.lineTo(24, 10);
    context.stroke();
  };
  if (recording.fastest === null) {
    recording.groups.forEach((name, index) => item(sign((context) => disc(context, colours.groups[index % GROUP_COLOURS])), name || `group ${index + 1}`));
  } else if (run.agentCount > 0) {
    const ramp = element("span", { className: "ramp", "aria-hidden": "true" }, colours.speeds.map((colour) => {
      const step = element("i");
      step.style.background = colour;
      return step;
    }));
    item(ramp, `speed, 0 to ${recording.fastest.toFixed(1)} m/s`, true);
  }
  if (wasEverBlocked) {
    item(sign((context) => {
      disc(context, colours.quiet);
      blockedSign(context, 29, 5, 4.5);
      context.strokeStyle = colours.ink;
      context.lineWidth = 1.4;
      context.setLineDash([3, 2.5]);
      context.beginPath();
      context.arc(17, 10, 9, 0, 2 * Math.PI);
      context.stroke();
    }), "blocked: finds no way");
  }
  if (run.flags.some((flags) => flags & AIRBORNE)) {
    item(sign((context) => {
      disc(context, colours.quiet);
      context.strokeStyle = colours.ink;
      context.lineWidth = 1.4;
      context.beginPath();
      context.arc(17, 10, 9, 0, 2 * Math.PI);
      context.stroke();
    }), "in the air");
  }
  const box = (fill) => sign((context) => {
    context.fillStyle = fill(context);
    context.strokeStyle = colours.stoneEdge;
    context.lineWidth = 1.4;
    context.fillRect(8, 3, 18, 14);
    context.strokeRect(8, 3, 18, 14);
  });
  if (recording.obstacles.some((obstacle) => !obstacle.temporary)) item(box(() => colours.stone), "obstacle");
  if (recording.obstacles.some((obstacle) => obstacle.temporary)) item(box(hatchPattern), "temporary");
  if (recording.walls.length > 0) {
    item(sign((context) => {
      context.strokeStyle = colours.ink;
      context.lineWidth = 3;
      context.strokeRect(4, 10, 26, 0);
    }), "wall");
  }
  if (recording.targets.length > 0) item(sign((context) => targetSign(context, 17, 10)), "moving target");
  if (explained.times.length > 0) {
    for (const kind of Object.keys(MARK_NAMES).filter((name) => explained.kinds.includes(name))) item(markSign(kind), MARK_NAMES[kind]);
    item(forceSign(null), "applied force");
  }
  document.getElementById("legend").replaceChildren(...items);
}

function buildNotes() {
  document.getElementById("notes").replaceChildren(...recording.notes.map((text) => element("li", { text })));
  document.getElementById("notes-section").hidden = recording.notes.length === 0;
}
