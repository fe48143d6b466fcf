import { make } from "../markup";
import { MOST_TEXT_BYTES, Refusal } from "../share";

/** A name that every system takes as a file's. */
export function fileName(scene: { name?: string | undefined }): string {
  const name = (scene.name ?? "").replaceAll(/[^A-Za-z0-9._-]/gu, "-").replace(/^[.-]+/u, "");
  return `${name === "" ? "my-scene" : name.slice(0, 80)}.toml`;
}

/** Hands a text to the browser to be saved. */
export function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  make("a", { href: address, download: name }).click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The text of a file. Refuses what is too large to be a scene, before reading it, or no text. */
export async function textOf(file: File): Promise<string> {
  if (file.size > MOST_TEXT_BYTES) {
    throw new Refusal(
      `${file.name} is too large: ${Math.ceil(file.size / 1024)} KB of at most ${MOST_TEXT_BYTES / 1024} KB. ` +
        "The command runs scenes of any size.",
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Refusal(`${file.name} is no text in UTF-8, so it is no scene file.`);
  }
}
