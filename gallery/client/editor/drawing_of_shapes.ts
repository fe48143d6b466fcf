import { draw } from "../markup";
import type { Point, Region } from "./scene_data";
import type { Shape, Thing } from "./thing";

/** Groups have eight colours, as on the stage. */
const COLOURS = 8;

/** A thing as a part of the drawing, in metres. Lines keep their width on the screen, see the styles. */
export function drawThing(thing: Thing, selected: boolean): SVGGElement {
  const group = draw("g", { class: `thing ${thing.kind}`, "data-key": thing.key, "data-selected": selected });
  if (thing.group !== undefined) group.style.setProperty("--own", `var(--group-${thing.group % COLOURS})`);
  group.append(...thing.shapes.map(drawShape));
  return group;
}

export function drawShape(shape: Shape): SVGElement {
  switch (shape.shape) {
    case "line": {
      const path = lines(shape.points, shape.closed);
      const line = draw("path", { d: path, class: "line" });
      if (shape.width === 0) return line;
      // A wall has its true width, but never less than can be seen.
      const body = draw("path", { d: path, class: "body" });
      body.style.strokeWidth = String(shape.width);
      return draw("g", {}, body, line);
    }
    case "circle":
      return draw("circle", { cx: shape.center[0], cy: shape.center[1], r: shape.radius });
    case "polygon":
      return draw("path", { d: lines(shape.points, true) });
    case "region":
      return draw("path", { d: box(shape.region) });
    case "discs":
      return draw("g", {}, ...shape.at.map(([cx, cy]) => draw("circle", { cx, cy, r: shape.radius })));
    case "cross": {
      const [[x, y], r] = [shape.at, shape.radius];
      return draw("path", { d: `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}M${x - r} ${y}A${r} ${r} 0 1 0 ${x + r} ${y}A${r} ${r} 0 1 0 ${x - r} ${y}` });
    }
    case "arrow":
      return draw("path", { d: lines([shape.from, shape.to], false), class: "arrow" });
  }
}

function lines(points: Point[], closed: boolean): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("") + (closed ? "Z" : "");
}

function box({ min, max }: Region): string {
  return `M${min[0]} ${min[1]}H${max[0]}V${max[1]}H${min[0]}Z`;
}
