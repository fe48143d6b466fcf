/**
 * Packing by the browser's own deflate, in the zlib format (RFC 1950): its checksum notices a link that was damaged on
 * the way, which the bare format would often unpack to another scene.
 */
import { Refusal } from "./refusal";

const FORMAT = "deflate";

export async function pack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = streamOf(bytes).pipeThrough(new CompressionStream(FORMAT));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Unpacks at most so many bytes. What would become more is stopped there and then, so that no bomb fills the memory. */
export async function unpack(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = streamOf(packed).pipeThrough(new DecompressionStream(FORMAT)).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    let part: ReadableStreamReadResult<Uint8Array>;
    try {
      part = await reader.read();
    } catch {
      throw new Refusal("The link is damaged: its scene can't be unpacked. Copy the whole link again.");
    }
    if (part.done) break;
    length += part.value.length;
    if (length > most) {
      // Not waited for: the stream has nothing left that matters.
      reader.cancel().catch(() => undefined);
      throw new Refusal(
        `The scene in the link is too large: it unpacks to more than ${Math.floor(most / 1024)} KB, and no more is taken from a link.`,
      );
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

/** The bytes in small pieces, so that unpacking can stop between them. */
function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const piece = 1024;
  let start = 0;
  return new ReadableStream({
    pull(controller): void {
      if (start >= bytes.length) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.slice(start, start + piece));
      start += piece;
    },
  });
}
