/** Bytes as text that may stand in an address unchanged: base64 with `-` and `_` and without padding (RFC 4648, 5). */
import { Refusal } from "./refusal";

/** Bytes turned into characters at a time: more arguments than this are too many for one call. */
const BLOCK = 8192;

export function toBase64url(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += BLOCK) {
    text += String.fromCharCode(...bytes.subarray(start, start + BLOCK));
  }
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const wrong = /[^A-Za-z0-9_-]/u.exec(text);
  if (wrong !== null) {
    throw new Refusal(
      `The link is damaged: its scene has the character “${wrong[0]}” at place ${wrong.index + 1}, which can't be there. ` +
        "Copy the whole link again.",
    );
  }
  if (text.length % 4 === 1) {
    throw new Refusal("The link is damaged: characters of its scene are missing. Copy the whole link again.");
  }
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
