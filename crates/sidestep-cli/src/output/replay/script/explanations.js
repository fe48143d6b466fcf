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

function force(x, y) {
  return { x: x ?? 0, y: y ?? 0, size: Math.hypot(x ?? 0, y ?? 0), known: x !== null && y !== null };
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
      { name, weight, wanted: force(wantedX, wantedY), given: force(givenX, givenY) })),
    total: force(total[0], total[1]),
    marks: marks
      .map(([kind, label, shape, ...numbers]) => ({ kind, label, shape, numbers }))
      .filter((mark) => mark.numbers.every((number) => number !== null)),
    reasons,
  };
}
