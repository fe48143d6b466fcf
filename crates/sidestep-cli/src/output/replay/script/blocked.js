// Who finds no way: a list in the panel.

const MOST_LISTED = 12;

const wasEverBlocked = run.flags.some((flags) => flags & BLOCKED);

// Since when an agent has been blocked without a break (s).
function blockedSince(agent, { frame }) {
  let since = frame;
  while (since > 0 && run.flags[(since - 1) * run.agentCount + agent] & BLOCKED) since -= 1;
  return run.times[since];
}

let listedBlocked = null;

function updateBlocked() {
  if (!wasEverBlocked) return;
  const agents = setting.agents.map((_, agent) => agent).filter((agent) => agentIn(shown, agent)?.flags & AgentFlag.BLOCKED);
  const key = agents.join(" ");
  if (key === listedBlocked) return;
  listedBlocked = key;
  const quiet = (text) => make("span", { class: "quiet small" }, text);
  document.getElementById("blocked").replaceChildren(
    ...agents.slice(0, MOST_LISTED).map((agent) => make("button", { type: "button", click: () => select(agent) }, `Agent ${setting.agents[agent].id}`)),
    ...(agents.length === 0 ? [quiet("Nobody.")] : agents.length > MOST_LISTED ? [quiet(`and ${agents.length - MOST_LISTED} more`)] : []),
  );
}
