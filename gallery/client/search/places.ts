import { loadScript } from "../core";

/** A place on a page that can be searched for. */
export interface Place {
  /** The page's name, and what it is called. */
  page: string;
  title: string;
  /** Where on the page: an id, or empty for its beginning. */
  at: string;
  heading: string;
  /** What its text sets apart: symbols, names of methods, words of the tutorials; in small letters. */
  terms: string[];
  /** All other words, in small letters, with spaces between. */
  words: string;
  /** What is shown there, if that is said shortly. */
  what?: string;
}

declare global {
  /** All places, set by a script of its own: see `build/search_index.ts`. */
  var sidestepPlaces: Place[] | undefined;
}

let loading: Promise<Place[]> | undefined;

/** All places, loaded when they are first asked for. After a failure the next call tries again. */
export function allPlaces(): Promise<Place[]> {
  return (loading ??= loadScript("search.js").then(() => globalThis.sidestepPlaces ?? []).catch((error) => {
    loading = undefined;
    throw error;
  }));
}
