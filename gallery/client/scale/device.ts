import { median } from "./trial";

/** So many frames show how often the display is drawn when nothing else happens. */
const FRAMES = 45;
/** Where they come slowly, fewer do: it takes no longer (ms) than this. */
const LONGEST_LOOK = 1500;

/** Median time (ms) from frame to frame while nothing is drawn: what the display itself allows. */
export async function displayPeriod(): Promise<number> {
  const times: number[] = [];
  const first = await nextFrame();
  let last = first;
  while (times.length < FRAMES && last - first < LONGEST_LOOK) {
    const now = await nextFrame();
    times.push(now - last);
    last = now;
  }
  return median(times);
}

export function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** What the figures depend on, in words. */
export function deviceWords(renderer: "webgl" | "canvas" | "none", display: number): string {
  const webgl = `drawn by WebGL${software() ? ", in software" : ""}`;
  const drawing = { webgl, canvas: "drawn by plain canvas, without WebGL", none: "not drawn" }[renderer];
  const cores = navigator.hardwareConcurrency || 1;
  return `This device: ${cores} ${cores === 1 ? "core" : "cores"}; ${drawing}; display at ${Math.round(1000 / display)} frames a second.`;
}

/** Whether WebGL is there but done by the processor, as far as the browser tells. */
function software(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const extension = context?.getExtension("WEBGL_debug_renderer_info");
  const name = extension ? String(context?.getParameter(extension.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/iu.test(name);
}
