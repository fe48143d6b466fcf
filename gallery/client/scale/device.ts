import { median } from "./trial";

/** So many frames show how often the display is drawn when nothing else happens. */
const FRAMES = 45;

/** Median time (ms) from frame to frame while nothing is drawn: what the display itself allows. */
export async function displayPeriod(): Promise<number> {
  const times: number[] = [];
  let last = await nextFrame();
  while (times.length < FRAMES) {
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
export function deviceWords(renderer: string, display: number): string {
  const drawing = renderer === "webgl" ? `WebGL${software() ? ", in software" : ""}` : "plain canvas, without WebGL";
  const cores = navigator.hardwareConcurrency || 1;
  return `This device: ${cores} ${cores === 1 ? "core" : "cores"}, drawn by ${drawing}, display at ${Math.round(1000 / display)} frames a second.`;
}

/** Whether WebGL is there but done by the processor, as far as the browser tells. */
function software(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const extension = context?.getExtension("WEBGL_debug_renderer_info");
  const name = extension ? String(context?.getParameter(extension.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/iu.test(name);
}
