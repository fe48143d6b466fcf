// Who finds no way: a sign over each, and a list in the panel.

const MOST_LISTED = 12;

// A disc with a bar, as at a street that may not be entered.
function blockedSign(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colours.groups[1];
  context.fill();
  context.strokeStyle = colours.ground;
  context.lineWidth = 1.5;
  context.stroke();
  context.fillStyle = colours.ground;
  context.fillRect(x - radius * 0.62, y - radius * 0.2, radius * 1.24, radius * 0.4);
}

function drawBlockedSigns(context, moment) {
  for (let agent = 0; agent < run.agentCount; agent += 1) {
    const state = agentAt(agent, moment);
    if (!state.present || !state.blocked) continue;
    const above = agentRadius(agent);
    const size = Math.max(4, Math.min(8, above));
    blockedSign(context, camera.screenX(state.x), camera.screenY(state.y) - above - size - 4, size);
  }
}

const wasEverBlocked = run.flags.some((flags) => flags & BLOCKED);

// Since when an agent has been blocked without a break (s).
function blockedSince(agent, moment) {
  let { frame } = moment;
  while (frame > 0 && run.flags[(frame - 1) * run.agentCount + agent] & BLOCKED) frame -= 1;
  return run.times[frame];
}

let listedBlocked = null;

function updateBlocked(moment) {
  if (!wasEverBlocked) return;
  const agents = [];
  for (let agent = 0; agent < run.agentCount; agent += 1) {
    const state = agentAt(agent, moment);
    if (state.present && state.blocked) agents.push(agent);
  }
  const key = agents.join(" ");
  if (key === listedBlocked) return;
  listedBlocked = key;
  const more = agents.length - MOST_LISTED;
  document.getElementById("blocked").replaceChildren(...(agents.length === 0
    ? [element("span", { className: "quiet small", text: "Nobody." })]
    : agents.slice(0, MOST_LISTED).map((agent) => element("button", { type: "button", text: `Agent ${recording.agents.ids[agent]}`, onclick: () => select(agent) }))),
  ...(more > 0 ? [element("span", { className: "quiet small", text: `and ${more} more` })] : []));
}
