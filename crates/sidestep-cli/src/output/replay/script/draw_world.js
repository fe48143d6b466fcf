// The ground: grid, edges, walls, obstacles, moving targets, scale bar.

// The smallest of 1, 2, 5 times a power of ten that is at least a length.
function roundLength(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= length * 0.999999) ?? 10;
  return factor * power;
}

function lengthText(metres) {
  return String(Number(metres.toPrecision(6)));
}

// The world is bright, what lies outside of its edges is not.
function drawGround(context) {
  const { kind, min, max } = recording.bounds;
  context.fillStyle = kind === "open" ? colours.ground : colours.paper;
  context.fillRect(0, 0, camera.width, camera.height);
  if (kind === "open") return;
  context.fillStyle = colours.ground;
  context.fillRect(
    camera.screenX(min[0]), camera.screenY(max[1]),
    (max[0] - min[0]) * camera.scale, (max[1] - min[1]) * camera.scale,
  );
}

function drawGrid(context) {
  const step = roundLength(80 / camera.scale);
  const left = Math.ceil(camera.worldX(0) / step);
  const right = Math.floor(camera.worldX(camera.width) / step);
  const bottom = Math.ceil(camera.worldY(camera.height) / step);
  const top = Math.floor(camera.worldY(0) / step);
  context.strokeStyle = colours.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (let index = left; index <= right; index += 1) {
    const x = Math.round(camera.screenX(index * step)) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, camera.height);
  }
  for (let index = bottom; index <= top; index += 1) {
    const y = Math.round(camera.screenY(index * step)) + 0.5;
    context.moveTo(0, y);
    context.lineTo(camera.width, y);
  }
  context.stroke();
}

function drawEdges(context) {
  const { kind, min, max } = recording.bounds;
  if (kind === "open") return;
  context.strokeStyle = colours.ink;
  context.lineWidth = 2;
  context.setLineDash(kind === "torus" ? [9, 6] : []);
  context.strokeRect(
    camera.screenX(min[0]), camera.screenY(max[1]),
    (max[0] - min[0]) * camera.scale, (max[1] - min[1]) * camera.scale,
  );
  context.setLineDash([]);
}

function drawWalls(context) {
  context.strokeStyle = colours.ink;
  context.lineWidth = 3;
  context.lineCap = "round";
  context.beginPath();
  const [lines, boxes] = [2, 4].map((corners) => recording.walls.filter((wall) => wall.length === corners));
  for (const [from, to] of lines) {
    for (const [x, y] of images(...outlineBox({ points: [from, to] }, [0, 0]))) {
      context.moveTo(camera.screenX(from[0] + x), camera.screenY(from[1] + y));
      context.lineTo(camera.screenX(to[0] + x), camera.screenY(to[1] + y));
    }
  }
  context.stroke();
  context.lineCap = "butt";
  context.fillStyle = colours.ink;
  context.lineWidth = 1;
  context.beginPath();
  for (const points of boxes) {
    for (const offset of images(...outlineBox({ points }, [0, 0]))) outlinePath(context, { kind: "polygon", points }, offset);
  }
  context.fill();
  context.stroke();
}

// What lies across an edge of a torus is cut there, since it appears on the other side.
function cutAtEdges(context, drawing) {
  if (!torus) {
    drawing();
    return;
  }
  context.save();
  context.beginPath();
  context.rect(
    camera.screenX(torus.min[0]), camera.screenY(torus.min[1] + torus.size[1]),
    torus.size[0] * camera.scale, torus.size[1] * camera.scale,
  );
  context.clip();
  drawing();
  context.restore();
}

// The box of an outline that has moved: least x and y, largest x and y.
function outlineBox(outline, [offsetX, offsetY]) {
  const points = outline.kind === "circle"
    ? [-1, 1].map((side) => outline.center.map((value) => value + side * outline.radius))
    : outline.points;
  const of = (choose, axis) => choose(...points.map((point) => point[axis]));
  return [
    of(Math.min, 0) + offsetX, of(Math.min, 1) + offsetY, of(Math.max, 0) + offsetX, of(Math.max, 1) + offsetY,
  ];
}

function outlinePath(context, outline, [offsetX, offsetY]) {
  if (outline.kind === "circle") {
    const x = camera.screenX(outline.center[0] + offsetX);
    const y = camera.screenY(outline.center[1] + offsetY);
    const radius = Math.max(0.5, outline.radius * camera.scale);
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  } else {
    outline.points.forEach(([x, y], index) => {
      const place = [camera.screenX(x + offsetX), camera.screenY(y + offsetY)];
      if (index === 0) context.moveTo(...place);
      else context.lineTo(...place);
    });
    context.closePath();
  }
}

function hatchPattern(context) {
  const tile = document.createElement("canvas");
  tile.width = 8;
  tile.height = 8;
  const brush = tile.getContext("2d");
  brush.fillStyle = colours.stone;
  brush.fillRect(0, 0, 8, 8);
  brush.strokeStyle = colours.stoneEdge;
  brush.lineWidth = 1.6;
  brush.beginPath();
  for (const shift of [-8, 0, 8]) {
    brush.moveTo(shift - 1, 9);
    brush.lineTo(shift + 9, -1);
  }
  brush.stroke();
  return context.createPattern(tile, "repeat");
}

function drawObstacles(context, moment) {
  for (const temporary of [false, true]) {
    context.beginPath();
    let any = false;
    recording.obstacles.forEach((obstacle, index) => {
      if (obstacle.temporary !== temporary) return;
      const offset = obstacleAt(index, moment);
      if (!offset) return;
      for (const [x, y] of images(...outlineBox(obstacle.outline, offset))) {
        outlinePath(context, obstacle.outline, [offset[0] + x, offset[1] + y]);
      }
      any = true;
    });
    if (!any) continue;
    context.fillStyle = temporary ? hatchPattern(context) : colours.stone;
    context.strokeStyle = colours.stoneEdge;
    context.lineWidth = temporary ? 1.6 : 1.2;
    context.fill();
    context.stroke();
  }
}

function targetSign(context, x, y) {
  context.strokeStyle = colours.ink;
  context.lineWidth = 2;
  for (const radius of [3.5, 9]) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  }
}

function drawTargets(context, moment) {
  recording.targets.forEach((name, index) => {
    const [x, y] = targetAt(index, moment);
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    targetSign(context, camera.screenX(x), camera.screenY(y));
    drawLabel(context, name, camera.screenX(x) + 14, camera.screenY(y) + 4, colours.ink);
  });
}

// Text with a halo, so that it can be read on anything.
function drawLabel(context, text, x, y, colour) {
  context.font = "12.5px system-ui, sans-serif";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = colours.ground;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
  context.lineJoin = "miter";
}

function drawScaleBar(context) {
  const metres = roundLength(70 / camera.scale);
  const length = metres * camera.scale;
  const x = 14;
  const y = camera.height - 16;
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, y - 5);
  context.lineTo(x, y);
  context.lineTo(x + length, y);
  context.lineTo(x + length, y - 5);
  context.stroke();
  drawLabel(context, `${lengthText(metres)} m`, x + length + 8, y + 1, colours.ink);
}
