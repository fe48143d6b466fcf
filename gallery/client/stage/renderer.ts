import { CanvasRenderer, WebGLRenderer } from "pixi.js";

export type RendererChoice = "auto" | "webgl" | "canvas";
export type RendererKind = "webgl" | "canvas";

/** Makes what draws: WebGL 2 where it is there, or else the plain canvas. */
export async function createRenderer(choice: RendererChoice, width: number, height: number): Promise<{
  renderer: WebGLRenderer<HTMLCanvasElement> | CanvasRenderer;
  kind: RendererKind;
}> {
  const options = {
    width, height, resolution: pixelRatio(), autoDensity: true, antialias: true, backgroundAlpha: 1, clearBeforeRender: true,
  };
  if (choice !== "canvas" && (choice === "webgl" || hasWebGL())) {
    try {
      const renderer = new WebGLRenderer<HTMLCanvasElement>();
      await renderer.init({ ...options, preferWebGLVersion: 2, powerPreference: "high-performance" });
      return { renderer, kind: "webgl" };
    } catch (error) {
      if (choice === "webgl") throw error;
    }
  }
  const renderer = new CanvasRenderer();
  await renderer.init(options);
  return { renderer, kind: "canvas" };
}

/** Pixels of the device for one of CSS. More than two can't be seen, and costs. */
export function pixelRatio(): number {
  return Math.min(2, window.devicePixelRatio || 1);
}

function hasWebGL(): boolean {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
