// Puts the page together.

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
  const help = document.getElementById("help");
  document.getElementById("help-open").addEventListener("click", () => help.showModal());
  document.getElementById("panel-toggle").addEventListener("click", () => setPanel(document.body.classList.contains("no-panel")));
  document.getElementById("zoom-in").addEventListener("click", () => zoomMiddle(1.3));
  document.getElementById("zoom-out").addEventListener("click", () => zoomMiddle(1 / 1.3));
  document.getElementById("zoom-fit").addEventListener("click", showEverything);
  setUpPlayback();
  setUpPointer();
  setUpKeys();
  buildMeasures();
  buildNotes();
  document.getElementById("blocked-section").hidden = !wasEverBlocked;
  setUpTheme();
  buildSelection();
  const [left, bottom, right, top] = recording.view;
  camera.fit({ min: [left, bottom], max: [right, top] });
  new ResizeObserver(resizeMap).observe(map);
  resizeMap();
  setPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches);
}

setUpPage();
