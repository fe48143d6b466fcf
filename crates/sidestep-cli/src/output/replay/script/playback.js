// Time: playing, stepping, scrubbing, and when the map has to be drawn again.

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

const view = {
  time: run.start,
  playing: false,
  speed: 1,
  trailSeconds: 3,
  selected: null,
  hovered: null,
  follow: false,
};

const controls = Object.fromEntries(["play", "back", "forward", "scrub", "clock", "speed", "trails"]
  .map((id) => [id, document.getElementById(id)]));

let drawingRequested = false;
let lastTick = null;

function requestDrawing() {
  if (drawingRequested) return;
  drawingRequested = true;
  requestAnimationFrame(tick);
}

function tick(now) {
  drawingRequested = false;
  if (view.playing) {
    // A tab that was asleep goes on where it was.
    const passed = lastTick === null ? 0 : Math.min(0.25, (now - lastTick) / 1000);
    lastTick = now;
    view.time = Math.min(run.end, view.time + passed * view.speed);
    if (view.time >= run.end) setPlaying(false);
    else requestDrawing();
  }
  drawMap();
}

function setPlaying(playing) {
  view.playing = playing && run.end > run.start;
  lastTick = null;
  if (view.playing && view.time >= run.end) view.time = run.start;
  const atEnd = !view.playing && view.time >= run.end && run.end > run.start;
  const icon = view.playing ? "pause" : atEnd ? "again" : "play";
  controls.play.querySelector("use").setAttribute("href", `#icon-${icon}`);
  controls.play.setAttribute("aria-label", view.playing ? "Pause" : atEnd ? "Play again" : "Play");
  requestDrawing();
}

function seek(time) {
  const wasAtEnd = view.time >= run.end;
  view.time = Math.min(run.end, Math.max(run.start, time));
  lastTick = null;
  if (wasAtEnd !== (view.time >= run.end)) setPlaying(view.playing && view.time < run.end);
  requestDrawing();
}

function stepFrames(count) {
  setPlaying(false);
  const { frame, share } = frameAt(view.time);
  // Between two frames, one step back ends at the nearer one behind.
  const from = count < 0 && share > 1e-6 ? frame + 1 : frame;
  const target = Math.min(run.frameCount - 1, Math.max(0, from + count));
  seek(run.times[target] ?? 0);
}

function changeSpeed(direction) {
  const place = SPEEDS.indexOf(view.speed) + direction;
  view.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place))];
  controls.speed.value = String(view.speed);
  announce(`Speed ${view.speed}`);
}

function changeTrails() {
  controls.trails.selectedIndex = (controls.trails.selectedIndex + 1) % controls.trails.options.length;
  view.trailSeconds = Number(controls.trails.value);
  requestDrawing();
}

const clockTotal = make("span", {}, ` / ${run.end.toFixed(2)} s`);
const clockNow = make("b");

function updateClock() {
  clockNow.textContent = view.time.toFixed(2);
  controls.scrub.value = String(view.time);
  controls.scrub.setAttribute("aria-valuetext", `${view.time.toFixed(1)} of ${run.end.toFixed(1)} seconds`);
}

function setUpPlayback() {
  controls.clock.append(clockNow, clockTotal);
  controls.scrub.min = String(run.start);
  controls.scrub.max = String(run.end > run.start ? run.end : run.start + 1);
  controls.scrub.disabled = run.end <= run.start;
  for (const button of [controls.play, controls.back, controls.forward]) button.disabled = run.end <= run.start;
  controls.scrub.addEventListener("input", () => seek(Number(controls.scrub.value)));
  controls.play.addEventListener("click", () => setPlaying(!view.playing));
  controls.back.addEventListener("click", () => stepFrames(-1));
  controls.forward.addEventListener("click", () => stepFrames(1));
  controls.speed.addEventListener("change", () => { view.speed = Number(controls.speed.value); });
  controls.trails.addEventListener("change", () => {
    view.trailSeconds = Number(controls.trails.value);
    requestDrawing();
  });
}
