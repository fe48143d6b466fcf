/**
 * A scene in the fragment of an address: `#scene=1.` and the packed TOML. The fragment never goes to a server. `1` is
 * the version of this form, so that old links can still be told from new ones.
 */
import { fromBase64url, toBase64url } from "./base64url";
import { MOST_PACKED_CHARACTERS, MOST_TEXT_BYTES } from "./limits";
import { pack, unpack } from "./packing";
import { Refusal } from "./refusal";

const KEY = "scene";
const VERSION = "1";

/** The fragment, with its `#`, that holds a scene. Refuses a scene that no link can hold. */
export async function fragmentOf(toml: string): Promise<string> {
  const bytes = new TextEncoder().encode(toml);
  if (bytes.length > MOST_TEXT_BYTES) {
    throw new Refusal(
      `The scene is too large for a link: its text has ${kilobytes(bytes.length)} KB of at most ${kilobytes(MOST_TEXT_BYTES)}. ` +
        "Save it as a file instead.",
    );
  }
  const text = toBase64url(await pack(bytes));
  if (text.length > MOST_PACKED_CHARACTERS) {
    throw new Refusal(
      `The scene is too large for a link: packed it has ${kilobytes(text.length)} KB of at most ${kilobytes(MOST_PACKED_CHARACTERS)}. ` +
        "Save it as a file instead.",
    );
  }
  return `#${KEY}=${VERSION}.${text}`;
}

/** The TOML in a fragment, or `null` if there is no scene in it. Refuses what is damaged or too large. */
export async function sceneOf(fragment: string): Promise<string | null> {
  const value = fragmentValues(fragment).get(KEY);
  if (value === undefined) return null;
  const dot = value.indexOf(".");
  const version = dot < 0 ? "" : value.slice(0, dot);
  if (version !== VERSION) {
    throw new Refusal(
      /^[0-9]{1,4}$/u.test(version)
        ? `The link holds its scene in form ${version}, which this gallery doesn't know. It may need a newer one.`
        : "The link is damaged: its scene doesn't begin as one should. Copy the whole link again.",
    );
  }
  const text = value.slice(dot + 1);
  if (text.length > MOST_PACKED_CHARACTERS) {
    throw new Refusal(
      `The scene in the link is too large: ${kilobytes(text.length)} KB packed, of at most ${kilobytes(MOST_PACKED_CHARACTERS)}.`,
    );
  }
  if (text === "") throw new Refusal("The link is damaged: its scene is empty. Copy the whole link again.");
  const bytes = await unpack(fromBase64url(text), MOST_TEXT_BYTES);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal("The link is damaged: what it holds is no text. Copy the whole link again.");
  }
}

/** What a fragment says, key by key: `#a=1&b=2`. Values stay as they are written; the first of a key counts. */
export function fragmentValues(fragment: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of fragment.replace(/^#/u, "").split("&")) {
    const equals = part.indexOf("=");
    const key = equals < 0 ? part : part.slice(0, equals);
    if (key !== "" && !values.has(key)) values.set(key, equals < 0 ? "" : part.slice(equals + 1));
  }
  return values;
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
