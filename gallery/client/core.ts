import { load } from "sidestep";

declare global {
  /** The engine's bytes, asked for by the page's first lines so that they are under way before any script runs. */
  var sidestepEngine: Promise<Response> | undefined;
  /** The engine, gzipped and in base64: how it comes to a page that was opened as a file. */
  var sidestepWebAssembly: string | undefined;
}

// Known only while the script itself runs. The development server uses modules, which don't have it.
const ownScript = document.currentScript as HTMLScriptElement | null;
const assets = new URL(".", ownScript?.src ?? new URL("/assets/gallery.js", location.href));

let loading: Promise<void> | undefined;

/** Loads the engine once; everything of the package `sidestep` works from then on. */
export function ready(): Promise<void> {
  return (loading ??= loadEngine());
}

let compiled: WebAssembly.Module | undefined;

/** The engine compiled, for workers that run it too. */
export async function engineModule(): Promise<WebAssembly.Module> {
  await ready();
  return compiled!;
}

async function loadEngine(): Promise<void> {
  compiled = location.protocol === "file:" ? await WebAssembly.compile(await bytesFromScript()) : await compile(await response());
  await load(compiled);
}

/** Compiles while the bytes arrive, where the server says what they are. */
async function compile(answer: Response): Promise<WebAssembly.Module> {
  if (answer.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

async function response(): Promise<Response> {
  const answer = await (globalThis.sidestepEngine ?? fetch(new URL("sidestep.wasm", assets)));
  if (!answer.ok) throw new Error(`the engine could not be loaded: ${answer.url} answered ${answer.status}`);
  return answer;
}

/** Pages opened as files may not fetch, but may run a script from beside them. */
async function bytesFromScript(): Promise<ArrayBuffer> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL("sidestep-wasm.js", assets).href;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`the engine could not be loaded: ${script.src} is missing`));
    document.head.append(script);
  });
  const packed = Uint8Array.from(atob(globalThis.sidestepWebAssembly ?? ""), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  delete globalThis.sidestepWebAssembly;
  return new Response(unpacked).arrayBuffer();
}
