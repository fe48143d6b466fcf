// Light or dark: chosen here, or as the system has it.

const SPEED_COLOURS = 7;
let palette;
let speedColours;

function agentColour(agent) {
  if (recording.fastest === null) return groupColour(palette, setting.agents[agent].group);
  const speed = shown.agents[agent * AGENT_STRIDE + 4];
  return speedColours[Math.min(SPEED_COLOURS - 1, Math.max(0, Math.floor(SPEED_COLOURS * speed / recording.fastest)))];
}

const darkPreferred = matchMedia("(prefers-color-scheme: dark)");
let themeChosen = false;

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const colour = colourReader(document.documentElement);
  palette = readPalette(document.documentElement);
  speedColours = Array.from({ length: SPEED_COLOURS }, (_, index) => colour(`speed-${index}`));
  rebuildLegend();
  requestDrawing();
}

function toggleTheme() {
  themeChosen = true;
  setTheme(document.documentElement.dataset.theme !== "dark");
}

function setUpTheme() {
  document.getElementById("theme").addEventListener("click", toggleTheme);
  darkPreferred.addEventListener("change", () => {
    if (!themeChosen) setTheme(darkPreferred.matches);
  });
  setTheme(darkPreferred.matches);
}
