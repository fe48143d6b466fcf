// Forces, marks and reasons: unpacked for the moment that is shown, and a few around it.

const explained = recording.explanations;
const canUnpack = typeof DecompressionStream === "function";
// Place of an agent in the lists of explanations.
const explainedPlace = new Map(explained.agents.map((agent, place) => [agent, place]));
const unpackedMoments = new Map();
const MOST_UNPACKED = 48;

async function unpack(base64) {
  const stream = new Blob([decodeBytes(base64)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const list = JSON.parse(await new Response(stream).text());
  return new Map(list.map((entry) => [entry[0], entry]));
}

function fetchMoment(moment) {
  if (moment < 0 || moment >= explained.times.length || !canUnpack) return null;
  const known = unpackedMoments.get(moment);
  if (known) return known.entries;
  const slot = { entries: null };
  unpackedMoments.set(moment, slot);
  unpack(explained.moments[moment]).then((entries) => {
    slot.entries = entries;
    requestDrawing();
  }, (error) => console.error("a moment of the recording cannot be unpacked", error));
  if (unpackedMoments.size > MOST_UNPACKED) {
    for (const key of unpackedMoments.keys()) {
      if (Math.abs(key - moment) > 2) {
        unpackedMoments.delete(key);
        break;
      }
    }
  }
  return null;
}

function nearestMoment(time) {
  const moment = lastNotAfter(explained.times, time);
  const later = explained.times[moment + 1];
  return later !== undefined && later - time < time - explained.times[moment] ? moment + 1 : moment;
}

// What an agent considered near a time: null if that isn't recorded, or not unpacked yet.
function explanationAt(agent, time) {
  const place = explainedPlace.get(agent);
  if (place === undefined || explained.times.length === 0) return null;
  const moment = nearestMoment(time);
  const entries = fetchMoment(moment);
  fetchMoment(moment + 1);
  const entry = entries?.get(explained.keys[place]);
  if (!entry) return null;
  const [, forces, total, marks, reasons] = entry;
  return {
    time: explained.times[moment],
    largest: explained.largest[place],
    forces: forces.map(([name, weight, wantedX, wantedY, givenX, givenY]) => (
      { name, weight: weight ?? 0, wanted: [wantedX ?? 0, wantedY ?? 0], given: [givenX ?? 0, givenY ?? 0] })),
    total: total.map((newtons) => newtons ?? 0),
    marks: marks
      .filter((numbers) => !numbers.includes(null))
      .map(([kind, label, shape, ...numbers]) => ({ kind, label, shape: markShape(shape, numbers) })),
    reasons,
  };
}

function markShape(shape, numbers) {
  const points = Array.from({ length: numbers.length >> 1 }, (_, index) => numbers.slice(2 * index, 2 * index + 2));
  const [first, second] = points;
  return {
    point: { shape, at: first }, line: { shape, from: first, to: second }, circle: { shape, center: first, radius: numbers[2] },
    polyline: { shape, points },
  }[shape];
}

const HANG_ON_AGENT = ["probe", "ray", "braking", "velocity", "half-plane"];
// Lines whose first point is the agent.
const START_AT_AGENT = ["way", "chosen-way", "path"];

// Marks were recorded at a moment near the time shown. What hangs on the agent moves with it; what lies in the world stays.
function marksAround(agent, { marks, time }) {
  const now = agentIn(shown, agent);
  const [thenX, thenY] = agentPlace(agent, frameAt(time));
  return marks.map((mark) => ({
    ...mark,
    shape: movedShape(mark.shape, ([x, y], index) => {
      const near = Math.hypot(x - thenX, y - thenY) < now.radius * 1.5;
      const moves = HANG_ON_AGENT.includes(mark.kind)
        || (near && (mark.shape.shape === "line" || (index === 0 && START_AT_AGENT.includes(mark.kind))));
      return moves ? [x + now.x - thenX, y + now.y - thenY] : [x, y];
    }),
  }));
}
