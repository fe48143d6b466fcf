import type { Camera } from "drawing/camera";
import { GROUP_COLOURS, type Palette } from "drawing/palette";
import { torusSize } from "drawing/torus";
import { Buffer, BufferUsage, Container, Geometry, GlProgram, Mesh, Shader, State, UniformGroup } from "pixi.js";
import { AGENT_STRIDE, type Bounds } from "sidestep";
import type { AgentLayer } from "./agents";
import { FRAGMENT, VERTEX } from "./agents_shader";

const BYTES = Float32Array.BYTES_PER_ELEMENT;

/**
 * All agents in one draw call: the graphics card reads the frame's numbers as the engine wrote them, and a program draws disc,
 * notch and signs, sharp at any size. Nothing is kept or done for a single agent here.
 */
export class WebGLAgents implements AgentLayer {
  readonly view = new Container();

  private readonly numbers = new Buffer({
    data: new Float32Array(AGENT_STRIDE),
    usage: BufferUsage.VERTEX | BufferUsage.COPY_DST,
    shrinkToFit: false,
  });
  private readonly geometry: Geometry;
  private readonly program = GlProgram.from({ vertex: VERTEX, fragment: FRAGMENT, name: "agents" });
  private readonly colours = new Float32Array(GROUP_COLOURS * 3);
  private readonly inks = new Float32Array(3 * 3);
  private readonly pictures: { mesh: Mesh<Geometry, Shader>; uniforms: UniformGroup }[] = [];

  constructor() {
    const stride = AGENT_STRIDE * BYTES;
    const numbers = (format: "float32x2" | "float32", offset: number) =>
      ({ buffer: this.numbers, format, stride, offset: offset * BYTES, instance: true }) as const;
    this.geometry = new Geometry({
      attributes: {
        aCorner: [-1, -1, 1, -1, 1, 1, -1, 1],
        aPlace: numbers("float32x2", 0),
        aHeading: numbers("float32x2", 2),
        aRadius: numbers("float32", 5),
        aGroup: numbers("float32", 6),
        aFlags: numbers("float32", 7),
      },
      indexBuffer: [0, 1, 2, 0, 2, 3],
      instanceCount: 0,
    });
  }

  setPalette(palette: Palette): void {
    palette.groups.forEach((colour, index) => this.colours.set(channels(colour), 3 * index));
    [palette.ground, palette.ink, palette.bad].forEach((colour, index) => this.inks.set(channels(colour), 3 * index));
  }

  draw(agents: Float32Array, camera: Camera, bounds: Bounds, plain: boolean): void {
    this.geometry.instanceCount = agents.length / AGENT_STRIDE;
    this.numbers.setDataWithSize(agents, agents.length, true);
    // What lies across an edge of a torus appears on the other side, too.
    const size = plain ? null : torusSize(bounds);
    const sides = size ? [0, -1, 1] : [0];
    const shifts = sides.flatMap((x) => sides.map((y) => [x * (size?.[0] ?? 0), y * (size?.[1] ?? 0)] as const));
    while (this.pictures.length < shifts.length) this.addPicture();
    this.pictures.forEach(({ mesh, uniforms }, index) => {
      const shift = shifts[index];
      mesh.visible = shift !== undefined && agents.length > 0;
      if (!shift) return;
      const values = uniforms.uniforms as Record<string, Float32Array | number>;
      values["uCamera"] = new Float32Array([
        camera.scale, camera.screenX(shift[0]), camera.screenY(shift[1]), plain ? 1 : 0,
      ]);
      values["uClip"] = size && bounds.kind === "torus"
        ? new Float32Array([
          camera.screenX(bounds.min[0]), camera.screenY(bounds.max[1]), camera.screenX(bounds.max[0]), camera.screenY(bounds.min[1]),
        ])
        : new Float32Array([-1e6, -1e6, 1e6, 1e6]);
      uniforms.update();
    });
  }

  destroy(): void {
    this.view.destroy({ children: true });
    this.geometry.destroy(true);
  }

  private addPicture(): void {
    const uniforms = new UniformGroup({
      uCamera: { value: new Float32Array(4), type: "vec4<f32>" },
      uClip: { value: new Float32Array(4), type: "vec4<f32>" },
      uColours: { value: this.colours, type: "vec3<f32>", size: GROUP_COLOURS },
      uInks: { value: this.inks, type: "vec3<f32>", size: 3 },
    });
    const shader = new Shader({ glProgram: this.program, resources: { agents: uniforms } });
    const mesh = new Mesh({ geometry: this.geometry, shader, state: State.for2d() });
    this.view.addChild(mesh);
    this.pictures.push({ mesh, uniforms });
  }
}

function channels(colour: number): [number, number, number] {
  return [((colour >> 16) & 255) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255];
}
