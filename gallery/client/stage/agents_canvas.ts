import { LEAST_RADIUS, Ring } from "drawing/agents";
import type { Camera } from "drawing/camera";
import { GROUP_COLOURS, type Palette } from "drawing/palette";
import { images } from "drawing/torus";
import { Container, Particle, ParticleContainer, Rectangle, Texture } from "pixi.js";
import { AGENT_STRIDE, AgentFlag, type Bounds } from "sidestep";
import type { AgentLayer } from "./agents";
import { agentAtlas, CELL, DISC_RADIUS } from "./agents_atlas";

/** Agents for browsers without WebGL: pictures of discs and rings, drawn once, are put where the agents are. */
export class CanvasAgents implements AgentLayer {
  readonly view = new Container();

  private readonly particles = new ParticleContainer({ dynamicProperties: { position: true, rotation: true, vertex: true, uvs: true, color: true } });
  private readonly pool: Particle[] = [];
  private atlas = Texture.EMPTY;
  private discs: Texture[] = [];
  private rings: Texture[] = [];

  constructor() {
    this.view.addChild(this.particles);
  }

  setPalette(palette: Palette): void {
    this.atlas.destroy(true);
    this.atlas = Texture.from(agentAtlas(palette), true);
    const cell = (index: number) => new Texture({ source: this.atlas.source, frame: new Rectangle(index * CELL, 0, CELL, CELL) });
    this.discs = Array.from({ length: GROUP_COLOURS }, (_, group) => cell(group));
    this.rings = [Ring.Touching, Ring.Airborne, Ring.Blocked].map((ring) => cell(GROUP_COLOURS + ring));
    this.particles.texture = this.atlas;
    this.pool.length = 0;
  }

  draw(agents: Float32Array, camera: Camera, bounds: Bounds, plain: boolean): void {
    const shown: Particle[] = [];
    const place = (texture: Texture, x: number, y: number, radius: number, rotation: number): void => {
      if (x < -2 * radius || y < -2 * radius || x > camera.width + 2 * radius || y > camera.height + 2 * radius) return;
      const particle = (this.pool[shown.length] ??= new Particle({ texture, anchorX: 0.5, anchorY: 0.5 }));
      particle.texture = texture;
      particle.x = x;
      particle.y = y;
      particle.rotation = rotation;
      particle.scaleX = particle.scaleY = radius / DISC_RADIUS;
      shown.push(particle);
    };
    for (let at = 0; at < agents.length; at += AGENT_STRIDE) {
      const flags = agents[at + 7] as number;
      if (!(flags & AgentFlag.PRESENT)) continue;
      const [x, y, reach] = [agents[at] as number, agents[at + 1] as number, agents[at + 5] as number];
      const radius = Math.max(LEAST_RADIUS, reach * camera.scale);
      const rotation = -Math.atan2(agents[at + 3] as number, agents[at + 2] as number);
      const shifts = plain ? [[0, 0] as const] : images(bounds, [x - reach, y - reach, x + reach, y + reach]);
      for (const shift of shifts) {
        const [screenX, screenY] = [camera.screenX(x + shift[0]), camera.screenY(y + shift[1])];
        place(this.discs[(agents[at + 6] as number) % GROUP_COLOURS] as Texture, screenX, screenY, radius, rotation);
        if (plain) continue;
        if (flags & AgentFlag.TOUCHING) place(this.rings[Ring.Touching] as Texture, screenX, screenY, radius, 0);
        if (flags & AgentFlag.AIRBORNE) place(this.rings[Ring.Airborne] as Texture, screenX, screenY, radius, 0);
        if (flags & AgentFlag.BLOCKED) place(this.rings[Ring.Blocked] as Texture, screenX, screenY, radius, 0);
      }
    }
    this.particles.particleChildren = shown;
    this.particles.update();
  }

  destroy(): void {
    this.view.destroy({ children: true });
    this.atlas.destroy(true);
  }
}
