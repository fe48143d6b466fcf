import { CanvasRenderer, WebGLRenderer } from "pixi.js";

export type RendererChoice = "auto" | "webgl" | "canvas";
export type RendererKind = "webgl" | "canvas";

/** Known after the first try: a context made only to find out costs as much as one that is used. */
let lacksWebGL = false;

/** Makes what draws: WebGL 2 where it is there, or else the plain canvas. */
export async function createRenderer(choice: RendererChoice, width: number, height: number): Promise<{
  renderer: WebGLRenderer<HTMLCanvasElement> | CanvasRenderer;
  kind: RendererKind;
}> {
  const options = {
    width, height, resolution: pixelRatio(), autoDensity: true, antialias: true, backgroundAlpha: 1, clearBeforeRender: true,
  };
  if (choice === "webgl" || (choice === "auto" && !lacksWebGL)) {
    try {
      const renderer = new WebGLRenderer<HTMLCanvasElement>();
      await renderer.init({ ...options, preferWebGLVersion: 2, powerPreference: "high-performance" });
      if (renderer.context.webGLVersion === 2) return { renderer, kind: "webgl" };
      renderer.destroy();
      throw new Error("this browser has no WebGL 2");
    } catch (error) {
      if (choice === "webgl") throw error;
      lacksWebGL = true;
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
