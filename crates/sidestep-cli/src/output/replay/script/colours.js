// Colours of the current theme, read from the style sheet, and which agent has which.

const GROUP_COLOURS = 8;
const SPEED_COLOURS = 7;
let colours = {};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(`--${name}`).trim();
  const list = (name, count) => Array.from({ length: count }, (_, index) => value(`${name}-${index}`));
  colours = {
    paper: value("paper"),
    ground: value("ground"),
    grid: value("grid"),
    ink: value("ink"),
    quiet: value("quiet"),
    stone: value("stone"),
    stoneEdge: value("stone-edge"),
    accent: value("accent"),
    raised: value("raised"),
    groups: list("group", GROUP_COLOURS),
    speeds: list("speed", SPEED_COLOURS),
  };
}

function speedStep(speed) {
  return Math.min(SPEED_COLOURS - 1, Math.max(0, Math.floor(SPEED_COLOURS * speed / recording.fastest)));
}

// Colours that agents are drawn in, and the index of an agent's among them.
function agentPalette() {
  return recording.fastest === null ? colours.groups : colours.speeds;
}

function agentColourIndex(agent, speed) {
  return recording.fastest === null ? recording.agents.groups[agent] % GROUP_COLOURS : speedStep(speed);
}

const darkPreferred = matchMedia("(prefers-color-scheme: dark)");
let themeChosen = false;

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  readColours();
}

function toggleTheme() {
  themeChosen = true;
  setTheme(document.documentElement.dataset.theme !== "dark");
  rebuildLegend();
  requestDrawing();
}
