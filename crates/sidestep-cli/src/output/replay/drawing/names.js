/** What forces are called for people, by the names that the engine has for them. */
const FORCES = new Map(Object.entries({
  look_ahead: "round obstacles",
  walls: "off the walls",
  sampling: "past others",
  orca: "past others",
  unaligned: "past others",
  anticipation: "past others",
  guard: "room to stop",
  go_on: "keeps its choice",
  follow_path: "follow the path",
  follow_leader: "follow the leader",
  offset_pursuit: "keep beside",
  separation: "keep apart",
  alignment: "go as the others go",
  cohesion: "stay together",
}));

/**
 * A force in words.
 *
 * @param {string} name
 */
export function forceName(name) {
  return FORCES.get(name) ?? name.replaceAll("_", " ");
}

/** Reasons that say that there is nothing to react to. */
const QUIET = /^(?:nothing |no probe |no whisker |touches nobody )/;

/** What somebody does who finds no way. That stays so for long, while a new look for a way comes and goes among the reasons. */
const FINDS_NO_WAY = /^(?:waits in front of |stops in front of |goes up to what closes |presses on, blocked |goes on: those who stand )/;

/**
 * Reasons for people: what who finds no way does about it, then what else makes an agent do something, then those that say that
 * nothing does.
 *
 * @param {string[]} reasons
 */
export function reasonsForPeople(reasons) {
  if (reasons.length === 0) return ["nothing makes it turn: it goes where it wants to"];
  /** @type {(reason: string) => number} */
  const rank = (reason) => (FINDS_NO_WAY.test(reason) ? 0 : QUIET.test(reason) ? 2 : 1);
  return [...reasons].sort((one, other) => rank(one) - rank(other));
}
