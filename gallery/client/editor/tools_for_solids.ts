import { convexHull } from "./hull";
import { type BoundsData, type ObstacleData, type Point, regionBetween, rounded } from "./scene_data";
import type { Shape } from "./thing";
import { type Drawing, PointsTool } from "./tool";

export class WallTool extends PointsTool {
  readonly name = "wall";
  readonly label = "Wall";
  readonly key = "w";
  readonly hint = "Place its points one after the other. Placing the last one again, or a double click, ends the wall.";
  protected readonly needed = Number.POSITIVE_INFINITY;

  protected finish(points: Point[], { model, say }: Drawing): void {
    if (points.length < 2) return say("A wall needs at least two points.");
    model.change("draw a wall", (scene) => (scene.walls ??= []).push({ points, thickness: 0.2 }));
    model.select(`walls.${(model.scene.walls?.length ?? 1) - 1}`);
    say(`Wall with ${points.length} points drawn.`);
  }

  protected preview(points: Point[]): Shape[] {
    return [{ shape: "line", points, closed: false, width: 0.2 }];
  }
}

export class CircleTool extends PointsTool {
  readonly name = "circle";
  readonly label = "Circle";
  readonly key = "c";
  readonly hint = "Drag from its centre to its edge, or place both points.";
  protected readonly needed = 2;

  protected finish(points: Point[], drawing: Drawing): void {
    const [shape] = this.preview(points);
    if (shape?.shape !== "circle") return;
    addObstacle({ circle: { center: shape.center, radius: Math.max(0.05, rounded(shape.radius)) } }, drawing);
  }

  protected preview([center = [0, 0], edge = center]: Point[]): Shape[] {
    return [{ shape: "circle", center, radius: Math.hypot(edge[0] - center[0], edge[1] - center[1]) }];
  }
}

export class BoxTool extends PointsTool {
  readonly name = "box";
  readonly label = "Box";
  readonly key = "b";
  readonly hint = "Drag from corner to corner, or place both. The handle above a selected box turns it.";
  protected readonly needed = 2;

  protected finish([from = [0, 0], to = from]: Point[], drawing: Drawing): void {
    const { min, max } = regionBetween(from, to);
    const size: Point = [Math.max(0.05, rounded(max[0] - min[0])), Math.max(0.05, rounded(max[1] - min[1]))];
    const center: Point = [rounded((min[0] + max[0]) / 2), rounded((min[1] + max[1]) / 2)];
    addObstacle({ box: { center, size, angle: 0 } }, drawing);
  }

  protected preview([from = [0, 0], to = from]: Point[]): Shape[] {
    return [{ shape: "region", region: regionBetween(from, to) }];
  }
}

export class PolygonTool extends PointsTool {
  readonly name = "polygon";
  readonly label = "Polygon";
  readonly key = "p";
  readonly hint = "Place its corners; placing the last one again, or a double click, ends it. Obstacles are convex: corners further in are left out.";
  protected readonly needed = Number.POSITIVE_INFINITY;

  protected finish(points: Point[], drawing: Drawing): void {
    const corners = convexHull(points);
    if (corners.length < 3) return drawing.say("A polygon needs three corners that aren't on a line.");
    addObstacle({ polygon: { points: corners } }, drawing);
  }

  protected preview(points: Point[]): Shape[] {
    return [{ shape: "polygon", points: convexHull(points) }];
  }
}

export class EdgesTool extends PointsTool {
  readonly name = "edges";
  readonly label = "Edges";
  readonly key = "e";
  readonly hint = "Drag from corner to corner of the world, or place both. A world without edges gets walls all round.";
  protected readonly needed = 2;

  protected finish([from = [0, 0], to = from]: Point[], { model, say }: Drawing): void {
    model.change("set the edges", (scene) => {
      const kind: BoundsData["kind"] = scene.bounds?.kind === "torus" ? "torus" : "walled";
      scene.bounds = { ...scene.bounds, kind, ...regionBetween(from, to) };
    });
    model.select("bounds");
    say("Edges of the world set.");
  }

  protected preview([from = [0, 0], to = from]: Point[]): Shape[] {
    return [{ shape: "region", region: regionBetween(from, to) }];
  }
}

function addObstacle(outline: ObstacleData, { model, crates, say }: Drawing): void {
  model.change(crates ? "draw a crate" : "draw an obstacle", (scene) => {
    (scene.obstacles ??= []).push({ ...outline, temporary: crates });
  });
  model.select(`obstacles.${(model.scene.obstacles?.length ?? 1) - 1}`);
  say(`${crates ? "Crate" : "Obstacle"} drawn.`);
}
