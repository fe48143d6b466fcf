/**
 * How large a scene from outside may be. A link is opened by people who didn't write what is in it, so these are what
 * a phone can read and place in a moment; a file that somebody chose may hold more.
 */

/** Longest packed scene in a link (characters after `#scene=`). */
export const MOST_PACKED_CHARACTERS = 32 * 1024;
/** Longest scene text (bytes of UTF-8), unpacked from a link or read from a file. */
export const MOST_TEXT_BYTES = 256 * 1024;

/** Agents in a scene from a link. */
export const MOST_AGENTS = 5_000;
/** Obstacles in a scene from a link, scattered ones counted. */
export const MOST_OBSTACLES = 2_000;
/** Points of walls, polygons and paths in a scene from a link, all together. */
export const MOST_POINTS = 20_000;
/** Smallest time step of a scene from a link (s): a smaller one would need more than a thousand steps a second. */
export const LEAST_TIME_STEP = 0.001;
/** Largest values of parameters by which one agent alone can be made arbitrarily slow, in a scene from a link. */
export const MOST_OF_PARAMETER: Readonly<Record<string, number>> = {
  "sampling.most_neighbors": 100,
  "detour.rounds": 100,
  "detour.most_turns": 10_000,
};
