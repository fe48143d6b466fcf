import { load } from "sidestep";

declare global {
  /** Size of the engine, set where the client is bundled. */
  const __ENGINE_BYTES__: number;
  /** The engine's bytes, asked for by the page's first lines so that they are under way before any script runs. */
  var sidestepEngine: Promise<Response> | undefined;
  /** The engine, gzipped and in base64: how it comes to a page that was opened as a file. */
  var sidestepWebAssembly: string | undefined;
}

// Known only while the script itself runs. The development server uses modules, which don't have it.
const ownScript = document.currentScript as HTMLScriptElement | null;
const own = new URL(ownScript?.src ?? "/assets/gallery.js", location.href);
const assets = new URL(`.${own.search}`, own);

let loading: Promise<void> | undefined;

/** Loads the engine once; everything of the package `sidestep` works from then on. After a failure the next call tries again. */
export function ready(): Promise<void> {
  return (loading ??= loadEngine().catch((error) => {
    loading = undefined;
    throw error;
  }));
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
  const asked = globalThis.sidestepEngine ?? fetch(new URL("sidestep.wasm", assets));
  // What has failed once is asked for anew.
  delete globalThis.sidestepEngine;
  const answer = await asked;
  if (!answer.ok) throw new Error(`the engine could not be loaded: ${answer.url} answered ${answer.status}`);
  return watched(answer);
}

/** The same answer, whose progress the page shows: see `loading.css`. */
function watched(answer: Response): Response {
  if (!answer.body || typeof __ENGINE_BYTES__ === "undefined") return answer;
  let bytes = 0;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      document.documentElement.style.setProperty("--engine-loaded", `${Math.min(100, (100 * bytes) / __ENGINE_BYTES__).toFixed(1)}%`);
      controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(count), { status: answer.status, headers: { "Content-Type": answer.headers.get("Content-Type") ?? "" } });
}

/** Runs a script that lies beside this one, of the same version. Pages opened as files may not fetch, but may do this. */
export function loadScript(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(name + assets.search, assets).href;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${script.src} could not be loaded`));
    };
    document.head.append(script);
  });
}

async function bytesFromScript(): Promise<ArrayBuffer> {
  await loadScript("sidestep-wasm.js").catch(({ message }) => {
    throw new Error(`the engine could not be loaded: ${message}`);
  });
  const packed = Uint8Array.from(atob(globalThis.sidestepWebAssembly ?? ""), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  delete globalThis.sidestepWebAssembly;
  return new Response(unpacked).arrayBuffer();
}
