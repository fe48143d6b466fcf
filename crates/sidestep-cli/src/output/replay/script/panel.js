// The side panel: the selected agent, measures, legend, notes.

function iconButton(icon, label, click) {
  return make("button", { type: "button", class: "icon", "aria-label": label, title: label, click }, draw("svg", {}, draw("use", { href: `#icon-${icon}` })));
}

function groupName(agent) {
  return setting.groups[setting.agents[agent]?.group] ?? "";
}

// The panel's selection part is built when another agent is selected; numbers change in place.
const selectionPanel = { parts: null, shown: null };

function buildSelection() {
  const root = document.getElementById("selection");
  const agent = view.selected;
  selectionPanel.shown = null;
  selectionPanel.parts = null;
  if (agent === null) {
    root.replaceChildren(
      make("h2", {}, "No agent selected"),
      make("p", { class: "quiet small" }, run.agentCount === 0
        ? "This run has no agents."
        : "Click an agent, or press N, to see the forces on it and why it does what it does."),
    );
    if (run.agentCount > 0) root.append(findForm());
    return;
  }
  const facts = Object.fromEntries(["time", "state", "speed", "place", "goal"].map((name) => [name, make("dd")]));
  const follow = make("button", { type: "button", "aria-pressed": String(view.follow), title: "Keep this agent in the middle (L)", click: toggleFollow }, "Follow");
  const detail = make("div");
  root.replaceChildren(
    make("div", { class: "title-row" },
      make("h2", {}, `Agent ${setting.agents[agent].id}`),
      follow,
      iconButton("left", "Previous agent (P)", () => selectNext(-1)),
      iconButton("right", "Next agent (N)", () => selectNext(1)),
      iconButton("close", "Select none (Escape)", () => select(null))),
    make("p", { class: "quiet small" }, agentText(setting, agent)),
    make("dl", { class: "facts" }, ...Object.entries(facts).flatMap(([name, value]) => [make("dt", {}, name), value])),
    detail,
  );
  selectionPanel.parts = { facts, detail, follow };
}

function findForm() {
  const input = make("input", { type: "text", inputmode: "numeric", placeholder: "id", "aria-label": "Id of an agent" });
  const message = make("p", { class: "small", role: "status" });
  const submit = (event) => {
    event.preventDefault();
    const id = input.value.trim();
    const agent = setting.agents.findIndex((each) => each.id === id);
    if (agent >= 0) select(agent);
    else message.textContent = `No agent has the id ${id || "(empty)"}.`;
  };
  return make("div", {}, make("form", { class: "find", submit }, input, make("button", { type: "submit" }, "Find")), message);
}

function updateSelection(moment, explanation) {
  const { parts } = selectionPanel;
  if (!parts) return;
  const agent = view.selected;
  parts.follow.setAttribute("aria-pressed", String(view.follow));
  const { state, ...facts } = agentFacts(setting, shown, agent);
  const blockedFor = () => `blocked for ${(view.time - blockedSince(agent, moment)).toFixed(1)} s`;
  const texts = { time: `${view.time.toFixed(2)} s`, state: state.replace("blocked", blockedFor), ...facts };
  for (const [name, text] of Object.entries(texts)) setText(parts.facts[name], text);
  const key = explanation ? `${agent} ${explanation.time} ${document.documentElement.dataset.theme}` : noExplanationReason(agent);
  // While a moment is being unpacked the one before stays.
  if (key === null || selectionPanel.shown === key) return;
  selectionPanel.shown = key;
  parts.detail.replaceChildren(...(explanation
    ? [...explanationParts(explanation, palette), make("p", { class: "quiet small" }, `Decided at ${explanation.time.toFixed(2)} s.`)]
    : [make("p", { class: "quiet small" }, key)]));
}

function noExplanationReason(agent) {
  if (explained.times.length === 0) return "Forces and reasons were not recorded in this run.";
  if (!explainedPlace.has(agent)) return "Forces and reasons were recorded for other agents only; press N for the next one that has them.";
  if (!canUnpack) return "This browser is too old to unpack forces and reasons.";
  const entries = unpackedMoments.get(nearestMoment(view.time))?.entries;
  return entries ? "No decision was recorded here: the agent is not in the world, or has arrived." : null;
}

function buildMeasures() {
  document.querySelector("#measures tbody").replaceChildren(...recording.measures.map(([label, value, unit]) => make("tr", {},
    make("th", { scope: "row" }, label), make("td", { class: "number" }, value), make("td", { class: "unit" }, unit))));
  document.querySelector("[aria-labelledby=measures-title]").hidden = recording.measures.length === 0;
}

function rebuildLegend() {
  const items = [];
  const item = (sign, text, look = "") => items.push(make("li", { class: look }, sign, make("span", {}, text)));
  const body = { x: 20, y: 10, radius: 7 };
  const ringed = (ring) => picture((pen) => {
    drawDisc(pen, body, [1, 0], palette.quiet, palette);
    drawRing(pen, body, ring, palette);
  });
  if (recording.fastest === null) {
    setting.groups.forEach((name, group) => item(picture((pen) => drawMember(pen, { ...body, radius: 9 }, [1, 0], group, palette)), name || `group ${group + 1}`));
  } else if (run.agentCount > 0) {
    const ramp = make("span", { class: "ramp", "aria-hidden": "true" }, ...speedColours.map((colour) => {
      const step = make("i");
      step.style.background = cssColour(colour);
      return step;
    }));
    item(ramp, `speed, 0 to ${recording.fastest.toFixed(1)} m/s`, "wide");
  }
  if (wasEverBlocked) item(ringed(Ring.Blocked), "blocked: finds no way");
  if (run.flags.some((flags) => flags & AIRBORNE)) item(ringed(Ring.Airborne), "in the air");
  const box = (temporary) => picture((pen) => drawObstacle(pen, { kind: "polygon", points: [10, 3, 30, 3, 30, 17, 10, 17] }, temporary, palette));
  for (const [temporary, name] of [[false, "obstacle"], [true, "temporary"]]) {
    if (setting.obstacles.some((obstacle) => obstacle.temporary === temporary)) item(box(temporary), name);
  }
  if (setting.walls.length > 0) item(picture((pen) => drawWall(pen, [5, 10, 35, 10], palette)), "wall");
  if (setting.targets.length > 0) item(picture((pen) => drawTarget(pen, 20, 10, palette)), "moving target");
  if (explained.times.length > 0) {
    for (const kind of Object.keys(MARKS).filter((name) => explained.kinds.includes(name))) item(markPicture(kind, palette), MARKS[kind].name);
    item(forcePicture(null, palette), "applied force");
  }
  document.getElementById("legend").replaceChildren(...items);
}

function buildNotes() {
  document.getElementById("notes").replaceChildren(...recording.notes.map((text) => make("li", {}, text)));
  document.getElementById("notes-section").hidden = recording.notes.length === 0;
}
