// Mouse, touch and keys on the map, and which agent is selected.

const tooltip = document.getElementById("tooltip");

function announce(text) {
  document.getElementById("announce").textContent = text;
}

function select(agent) {
  if (view.selected === agent) return;
  view.selected = agent;
  if (agent === null) view.follow = false;
  buildSelection();
  announce(agent === null ? "No agent selected" : `Agent ${setting.agents[agent].id} selected ${groupName(agent)}`);
  requestDrawing();
}

// Goes to the next agent that is in the world and, if any has, has an explanation.
function selectNext(direction) {
  const start = view.selected ?? (direction > 0 ? -1 : run.agentCount);
  const wanted = (agent) => explainedPlace.size === 0 || explained.times.length === 0 || explainedPlace.has(agent);
  for (let step = 1; step <= run.agentCount; step += 1) {
    const agent = (start + direction * step + 2 * run.agentCount) % run.agentCount;
    if (wanted(agent) && agentIn(shown, agent)) {
      select(agent);
      bringIntoView(agent);
      return;
    }
  }
}

function bringIntoView(agent) {
  const { x, y } = agentIn(shown, agent);
  const outside = (place, size) => place < 20 || place > size - 20;
  if (outside(camera.screenX(x), camera.width) || outside(camera.screenY(y), camera.height)) {
    camera.look(x, y);
  }
}

function toggleFollow() {
  if (view.selected === null) return;
  view.follow = !view.follow;
  // Following makes sense from near.
  if (view.follow && camera.scale < camera.fitted * 1.5) camera.zoom(camera.fitted * 2.5 / camera.scale);
  announce(view.follow ? "Following" : "Not following");
  requestDrawing();
}

function agentUnder(x, y, reach) {
  let best = null;
  let nearest = Infinity;
  for (let agent = 0; agent < run.agentCount; agent += 1) {
    const now = agentIn(shown, agent);
    if (!now) continue;
    const body = bodyOnCanvas(camera, now);
    const distance = Math.hypot(body.x - x, body.y - y) - body.radius;
    if (distance < reach && distance < nearest) {
      nearest = distance;
      best = agent;
    }
  }
  return best;
}

function place(event) {
  const box = map.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function hover(x, y) {
  const agent = agentUnder(x, y, 6);
  map.classList.toggle("over-agent", agent !== null);
  if (agent !== view.hovered) {
    view.hovered = agent;
    requestDrawing();
  }
  tooltip.hidden = agent === null;
  if (agent === null) return;
  const { state, speed } = agentFacts(setting, shown, agent);
  tooltip.textContent = [`Agent ${setting.agents[agent].id}`, groupName(agent)].filter(Boolean).join(", ") + `\n${speed}, ${state}`;
  const left = Math.min(x + 14, camera.width - tooltip.offsetWidth - 6);
  const top = y + 18 + tooltip.offsetHeight > camera.height ? y - tooltip.offsetHeight - 10 : y + 18;
  tooltip.style.transform = `translate(${left}px, ${top}px)`;
}

function unhover() {
  view.hovered = null;
  tooltip.hidden = true;
  requestDrawing();
}

// Fingers and buttons that are down, by pointer id.
const pressed = new Map();
let travelled = 0;

function pinch(before, after) {
  const [a, b] = before;
  const [c, d] = after;
  const distance = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
  const middle = (p, q) => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const [from, to] = [middle(a, b), middle(c, d)];
  camera.pan(to[0] - from[0], to[1] - from[1]);
  camera.zoom(distance(c, d) / Math.max(1, distance(a, b)), ...to);
}

function setUpPointer() {
  map.addEventListener("pointerdown", (event) => {
    map.setPointerCapture(event.pointerId);
    if (pressed.size === 0) travelled = 0;
    pressed.set(event.pointerId, place(event));
  });
  map.addEventListener("pointermove", (event) => {
    const now = place(event);
    const before = pressed.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") hover(now[0], now[1]);
      return;
    }
    travelled += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (pressed.size === 2) {
      const other = [...pressed].find(([id]) => id !== event.pointerId)[1];
      pinch([before, other], [now, other]);
    } else if (travelled > 4) {
      map.classList.add("dragging");
      if (view.follow) toggleFollow();
      camera.pan(now[0] - before[0], now[1] - before[1]);
    }
    pressed.set(event.pointerId, now);
    unhover();
  });
  const release = (event) => {
    if (!pressed.delete(event.pointerId)) return;
    map.classList.remove("dragging");
    if (event.type === "pointerup" && pressed.size === 0 && travelled <= 4) {
      const reach = event.pointerType === "mouse" ? 6 : 18;
      select(agentUnder(...place(event), reach));
    }
  };
  map.addEventListener("pointerup", release);
  map.addEventListener("pointercancel", release);
  map.addEventListener("pointerleave", unhover);
  map.addEventListener("wheel", (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 30 : 1;
    camera.zoom(Math.exp(-event.deltaY * unit * 0.0016), ...place(event));
    requestDrawing();
  }, { passive: false });
}

function zoomMiddle(factor) {
  camera.zoom(factor);
  requestDrawing();
}

function showEverything() {
  view.follow = false;
  camera.fit();
  requestDrawing();
}

const KEYS = {
  " ": () => setPlaying(!view.playing),
  ArrowLeft: (event) => (event.shiftKey ? seek(view.time - 1) : stepFrames(-1)),
  ArrowRight: (event) => (event.shiftKey ? seek(view.time + 1) : stepFrames(1)),
  Home: () => seek(run.start),
  End: () => seek(run.end),
  ",": () => changeSpeed(-1),
  ".": () => changeSpeed(1),
  n: () => selectNext(1),
  p: () => selectNext(-1),
  l: toggleFollow,
  Escape: () => select(null),
  "+": () => zoomMiddle(1.3),
  "=": () => zoomMiddle(1.3),
  "-": () => zoomMiddle(1 / 1.3),
  f: showEverything,
  t: changeTrails,
  d: toggleTheme,
  "?": () => document.getElementById("help").showModal(),
};

function setUpKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.getElementById("help").open) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = KEYS[key];
    if (!action) return;
    // Fields and buttons keep the keys that they need themselves.
    const { tagName, type } = event.target;
    const typing = tagName === "SELECT" || (tagName === "INPUT" && type !== "range");
    if (typing || (tagName === "BUTTON" && key === " ")) return;
    event.preventDefault();
    action(event);
  });
}
