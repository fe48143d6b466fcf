// Puts the page together and draws it.

function draw() {
  const context = map.getContext("2d");
  const ratio = devicePixelRatio || 1;
  const moment = frameAt(view.time);
  if (view.follow && view.selected !== null) {
    const state = agentAt(view.selected, moment);
    if (state.present) {
      camera.x = state.x;
      camera.y = state.y;
    }
  }
  const colourOf = new Uint8Array(run.agentCount);
  for (let agent = 0; agent < run.agentCount; agent += 1) {
    colourOf[agent] = agentColourIndex(agent, agentAt(agent, moment).speed);
  }
  const explanation = view.selected === null ? null : explanationAt(view.selected, view.time);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawGround(context);
  drawGrid(context);
  cutAtEdges(context, () => drawObstacles(context, moment));
  drawTrails(context, moment, view.time, view.trailSeconds, colourOf);
  drawEdges(context);
  cutAtEdges(context, () => drawWalls(context));
  if (view.selected !== null) {
    drawSelectedPath(context, view.selected, moment, agentPalette()[colourOf[view.selected]]);
    drawGoals(context, view.selected, moment);
  }
  cutAtEdges(context, () => drawAgents(context, moment, colourOf));
  drawBlockedSigns(context, moment);
  drawTargets(context, moment);
  if (view.hovered !== null) drawRing(context, view.hovered, moment, colours.quiet, 1.5);
  if (view.selected !== null) {
    drawRing(context, view.selected, moment, colours.ink, 2.2);
    if (explanation) drawExplanation(context, view.selected, moment, explanation);
    updateSelection(moment, explanation);
  }
  drawScaleBar(context);
  updateClock();
  updateBlocked(moment);
}

function resizeMap() {
  const box = map.getBoundingClientRect();
  const ratio = devicePixelRatio || 1;
  map.width = Math.max(1, Math.round(box.width * ratio));
  map.height = Math.max(1, Math.round(box.height * ratio));
  camera.resize(box.width, box.height);
  requestDrawing();
}

function setPanel(open) {
  document.body.classList.toggle("no-panel", !open);
  document.getElementById("panel-toggle").setAttribute("aria-expanded", String(open));
}

function setUpPage() {
  document.getElementById("title").textContent = recording.title || recording.scene;
  document.getElementById("subtitle").textContent = [
    `scene ${recording.scene}`, `method ${recording.method}`,
    `${recording.agents.total} agent${recording.agents.total === 1 ? "" : "s"}`,
    `seed ${recording.seed}`, `time step ${Number(recording.dt.toPrecision(3))} s`,
  ].join(" · ");
  document.getElementById("theme").addEventListener("click", toggleTheme);
  const help = document.getElementById("help");
  document.getElementById("help-open").addEventListener("click", () => help.showModal());
  document.getElementById("panel-toggle").addEventListener("click", () => setPanel(document.body.classList.contains("no-panel")));
  document.getElementById("zoom-in").addEventListener("click", () => zoomMiddle(1.3));
  document.getElementById("zoom-out").addEventListener("click", () => zoomMiddle(1 / 1.3));
  document.getElementById("zoom-fit").addEventListener("click", showEverything);
  setTheme(darkPreferred.matches);
  darkPreferred.addEventListener("change", () => {
    if (themeChosen) return;
    setTheme(darkPreferred.matches);
    rebuildLegend();
    requestDrawing();
  });
  setUpPlayback();
  setUpPointer();
  setUpKeys();
  buildMeasures();
  buildNotes();
  document.getElementById("blocked-section").hidden = !wasEverBlocked;
  rebuildLegend();
  buildSelection();
  new ResizeObserver(resizeMap).observe(map);
  resizeMap();
  setPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches);
}

setUpPage();
