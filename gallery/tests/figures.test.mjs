// What the figures at the head of the method pages show, and whether pointer and keyboard move them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ask, load } from "../../target/npm/sidestep/index.js";
import { dist, drawn, nothingMovedAsFiguresCame, observeShifts, openPage } from "./harness/index.mjs";

await load();

const body = (position, velocity, radius = 0.35, max_speed = 1.4) => ({ position, velocity, radius, max_speed });
const circle = (center, radius) => ({ kind: "circle", center, radius });

test("look-ahead: two points miss a small circle between them, and one straight ahead pushes straight back", () => {
  const question = { body: body([1.4, -0.2], [1.4, 0]), distance: 4, max_avoid_force: 10, third: false, scaled: false };
  assert.equal(ask.probes({ ...question, obstacles: [circle([4.4, -0.2], 0.3)] }).threat, null);
  assert.deepEqual(ask.probes({ ...question, obstacles: [circle([6, -0.2], 0.9)] }).force, [-10, 0]);
  const slow = { ...question, body: body([1.4, -0.2], [0.7, 0]), scaled: true, obstacles: [] };
  assert.deepEqual(ask.probes(slow).points.map(([x]) => Math.round(x * 1000) / 1000), [3.4, 2.4], "half the speed, half the sight");
});

test("look-ahead: what is beside the way is no threat, and a gap that closes makes one obstacle of two", () => {
  const question = (obstacles) => ask.lookAhead({ body: body([0, 0], [1.4, 0], 0.4, 1.8), wish: [1.4, 0], obstacles, parameters: { horizon: 3.5 } });
  assert.equal(question([circle([3, 0.95], 0.5)]).contact, null);
  const alone = question([circle([3, 0.2], 0.5)]);
  assert.equal(alone.side, "right");
  const wall = { kind: "polygon", points: [[2.8, -3], [3.2, -3], [3.2, -0.9], [2.8, -0.9]] };
  assert.equal(question([circle([3, 0.2], 0.5), wall]).side, "left");
});

test("unaligned: two touch before they are nearest, and who misses never touches", () => {
  const question = (y) => ask.closestApproach({ body: body([0, 0], [1, 0], 0.4), other: body([4, y], [-1, 0], 0.4), horizon: 6 });
  const meet = question(0.2);
  assert.ok(meet.contact < meet.time, `${meet.contact} s before ${meet.time} s`);
  assert.equal(question(0.9).contact, null);
});

test("unaligned: the cheapest of 32 jumps to the other side with the wish, and to a faster one where the other comes lower", () => {
  const question = (y, wish) => ask.velocityCosts({
    body: body([0, 0], [1.3, 0], 0.3, 1.8), wish, extent: 2, cells: 1, parameters: { horizon: 6, side_angle: 0.33, contact_weight: 1, miss_weight: 0.95 },
    others: [[4.2, y, -1.2, 0], [3.2, -2.4, -0.2, 1.0], [1.6, 2.3, 0.9, -0.5]].map(([x, at, vx, vy]) => body([x, at], [vx, vy], 0.3, 1.8)),
  });
  const [first, up, lower] = [question(0.2, [1.3, 0]), question(0.2, [1.3, 0.5]), question(-0.9, [1.3, 0.3])];
  assert.equal(first.looked_at.length, 32);
  assert.ok(first.chosen[1] < -0.3 && Math.hypot(...first.chosen) > 1.25, `right: ${first.chosen}`);
  assert.ok(up.chosen[1] > 0.3, `left: ${up.chosen}`);
  assert.ok(Math.abs(lower.chosen[1]) < 0.1 && Math.hypot(...lower.chosen) > 1.4, `faster: ${lower.chosen}`);
});

test("crowds: who looks half a second ahead walks on, who looks further turns, and at a negative angle to the left", () => {
  const places = [[2.2, 0.1], [2.5, 1.3], [2.3, -1.2], [3.6, 0.7], [3.9, -0.6], [3.7, 2.1], [3.6, -2.1], [5, 0.1]];
  const others = places.map((place) => body(place, [-1, 0], 0.3, 1.8));
  const chosen = (parameters) => ask.velocityCosts({ body: body([0, 0], [1.3, 0], 0.3, 1.8), wish: [1.3, 0], others, extent: 2, cells: 1, parameters }).chosen;
  const speed = (velocity) => Math.hypot(...velocity);
  assert.ok(speed(chosen({ horizon: 0.5 })) > 1.25);
  assert.ok(speed(chosen({ horizon: 6 })) < 1.2 && chosen({ horizon: 6 })[1] < -0.5);
  assert.ok(chosen({ side_angle: 0 })[1] > 0 && speed(chosen({ side_angle: 0 })) < 0.95);
  assert.ok(chosen({ side_angle: -0.33 })[1] > 0);
});

test("ORCA: our half of the change leads to the line, and exactly head-on it is the right leg", () => {
  const question = (y, velocity) => ask.halfPlanes({ body: body([0, 0], velocity, 0.35, 1.8), wish: velocity, others: [body([3.6, y], [-1.1, 0], 0.35, 1.8)] });
  const { planes: [plane], velocity, allowed } = question(0.35, [1.1, 0.1]);
  const clearance = (of) => plane.direction[0] * (of[1] - plane.point[1]) - plane.direction[1] * (of[0] - plane.point[0]);
  assert.ok(Math.abs(clearance([1.1 + plane.change[0] / 2, 0.1 + plane.change[1] / 2])) < 1e-5);
  assert.ok(clearance(velocity) > -1e-5);
  assert.ok(allowed.every((corner) => clearance(corner) > -1e-4), "the polygon keeps to the line");
  const headOn = question(0, [1.1, 0]);
  assert.ok(headOn.velocity[1] < 0, "to the right");
  assert.ok(Math.abs(headOn.cones[0].left[1][1] + headOn.cones[0].right[1][1]) < 1e-6, "legs alike");
});

test("ORCA: who looks 3 s ahead is left a seventh, who looks half a second ahead all; where nothing is left, the worst line is overstepped least", () => {
  const people = [[3.6, 0.35, -1.1, 0], [2.4, -2.2, 0.1, 1.1], [1.4, 2.2, 0.6, -0.9]];
  /** Which share of all velocities is allowed. */
  const left = (time_horizon) => {
    const { allowed } = ask.halfPlanes({
      body: body([0, 0], [1.3, 0], 0.35, 1.8), wish: [1.3, 0], parameters: { time_horizon },
      others: people.map(([x, y, vx, vy]) => body([x, y], [vx, vy], 0.35, 1.8)),
    });
    const area = allowed.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = allowed[(index + 1) % allowed.length];
      return sum + (x * nextY - nextX * y) / 2;
    }, 0);
    return Math.abs(area) / (Math.PI * 1.8 ** 2);
  };
  assert.ok(Math.abs(left(3) - 1 / 7) < 0.02, `${left(3)}`);
  assert.ok(left(0.5) > 0.99, `${left(0.5)}`);
  // Somebody comes from each of six sides.
  const around = Array.from({ length: 6 }, (_, index) => [Math.cos((index * Math.PI) / 3), Math.sin((index * Math.PI) / 3)]);
  const { feasible, planes, velocity } = ask.halfPlanes({
    body: body([0, 0], [0, 0], 0.35, 1.8), wish: [1.3, 0], others: around.map(([x, y]) => body([0.9 * x, 0.9 * y], [-1.5 * x, -1.5 * y], 0.35, 1.8)),
  });
  assert.equal(feasible, false);
  const overstepped = (of) => Math.max(...planes.map(({ point, direction }) => -(direction[0] * (of[1] - point[1]) - direction[1] * (of[0] - point[0]))));
  const least = overstepped(velocity);
  assert.ok(least > 0, `${least}`);
  for (const [x, y] of around) assert.ok(overstepped([velocity[0] + 0.2 * x, velocity[1] + 0.2 * y]) > least);
});

test("walls: before the middle of a door both whiskers catch a frame, and one decides", () => {
  const box = (y, height) => ({ kind: "polygon", points: [[4.4, y - height / 2], [4.8, y - height / 2], [4.8, y + height / 2], [4.4, y + height / 2]] });
  const parameters = { spread: (35 * Math.PI) / 180, length: 1.6, side_length: 1.6 };
  const { rays, nearest, strength, cross } = ask.whiskers({ body: body([3.6, 0], [1.4, 0], 0.5), walls: [box(-1.7, 2), box(1.6, 1.8)], decay: 4, cap: 6, parameters });
  assert.ok(rays.every(({ normal }) => normal !== null));
  assert.ok(nearest !== null && strength > 0 && cross[0] === 0);
});

test("detours: a wall beside the heap ends a side, and with the wall away the other string goes between", () => {
  const box = ([x, y], width, height) => ({ kind: "polygon", points: [[x - width / 2, y - height / 2], [x + width / 2, y - height / 2], [x + width / 2, y + height / 2], [x - width / 2, y + height / 2]] });
  const question = (wall, barrel) => ask.detour({
    from: [0.9, 0.2], to: [9.1, 0], radius: 0.4, walls: [box(wall, 2.4, 0.5)], parameters: { clearance: 0.01 },
    crates: [box([4.1, 0.9], 1, 1), circle([4.6, -0.35], 0.5), box([5.7, -0.95], 1.1, 0.8), circle(barrel, 0.45)],
  });
  const kinds = ({ marks }) => marks.map(({ kind }) => kind);
  const beside = question([4.1, 2.45], [6.9, 1.2]);
  assert.deepEqual([beside.side, kinds(beside).includes("terminator"), beside.members], ["right", true, [0, 1, 2]]);
  const away = question([4.1, 3.3], [6.9, 1.2]);
  assert.equal(kinds(away).includes("terminator"), false);
  const top = Math.max(...away.marks.find(({ kind }) => kind === "way").shape.points.map(([, y]) => y));
  assert.ok(top > 1.4 && top < 3.05, `between: ${top} m`);
  assert.deepEqual(question([4.1, 2.45], [5.8, -2]).members, [0, 1, 2, 3]);
});

const box = ([x, y], width, height) => ({ kind: "polygon", points: [[x - width / 2, y - height / 2], [x + width / 2, y - height / 2], [x + width / 2, y + height / 2], [x - width / 2, y + height / 2]] });

test("detours: furthest tangents of all obstacles lead round a passage, those of the heap that is met and the string through it", () => {
  const question = {
    from: [1, 0.4], to: [11, 0.2], radius: 0.35, walls: [], parameters: { neighborhood: 20 },
    crates: [box([5.6, 1], 1.6, 1.6), circle([6.4, 2.5], 0.9), box([6.1, -1.7], 1.4, 2), circle([6.7, -3], 0.7)],
  };
  const [all, heap, string] = ["tangents-of-all", "tangents-of-cluster", "string"].map((by) => ask.detour({ ...question, by }));
  assert.ok(all.length > 1.15 * string.length, `${all.length} m instead of ${string.length} m`);
  assert.ok(Math.abs(heap.length - string.length) < 0.05);
  const [y, middle] = [all, heap].map(({ sub_goal }) => sub_goal[1]);
  assert.ok(Math.abs(y) > 3 && middle > -0.7 && middle < 0.2, `${y} and ${middle}`);
});

test("detours: beside the corner of a wide box tangents take the longer side, and from 0.2 m lower the right one", () => {
  const question = (y, by) => ask.detour({ from: [1.4, y], to: [4.4, 4.2], radius: 0.2, walls: [], parameters: { neighborhood: 20 }, crates: [box([4.7, 1.2], 6, 2.4)], by });
  const [tangents, string] = [question(-0.12, "tangents-of-cluster"), question(-0.12, "string")];
  assert.deepEqual([tangents.side, string.side], ["right", "left"]);
  assert.ok(tangents.length < string.length, "it takes the way through the box for the shorter one");
  // All along below the box, by hand: no body gets round on the right sooner.
  const below = Math.hypot(7.7 - 1.4, 0) + Math.hypot(0, 2.4) + Math.hypot(7.7 - 4.4, 4.2 - 2.4);
  assert.ok(below > 1.5 * string.length, `${below} m`);
  assert.equal(question(-0.32, "tangents-of-cluster").side, "left");
});

test("look-ahead: who all but stands beside a circle is pushed in some directions, and in none if the length follows the speed", () => {
  const pushed = (speed, scaled) => Array.from({ length: 72 }, (_, index) => (2 * Math.PI * index) / 72).filter((angle) => ask.probes({
    body: body([2.9, -0.3], [speed * Math.cos(angle), speed * Math.sin(angle)]), obstacles: [circle([4.6, 0.35], 0.9)],
    distance: 3, max_avoid_force: 10, third: false, scaled,
  }).threat !== null).length;
  assert.equal(pushed(0.05, false), 12);
  assert.equal(pushed(0.05, true), 0);
  assert.equal(pushed(1.4, true), pushed(1.4, false), "at full speed both are the same");
});

test("unaligned: who doesn't look over the edge sees nobody there, and touches", () => {
  const question = (over) => ask.overTheEdge({
    body: body([8.7, -0.1], [1.3, 0], 0.4, 1.3), other: body([0.6, 2.1], [0, -1.3], 0.4, 1.3), min: [0, -2.4], max: [10, 2.4], look_ahead: 2.5, over,
  });
  const [blind, sees] = [question(false), question(true)];
  assert.deepEqual([blind.seen, blind.velocity[1], sees.seen], [false, 0, true]);
  assert.ok(blind.contact > 1 && blind.contact < 1.5 && Math.abs(sees.velocity[1]) > 0.1);
  assert.ok(Math.hypot(blind.image[0] - 10.6, blind.image[1] - 2.1) < 1e-4);
  assert.throws(() => ask.overTheEdge({ body: body([0, 0], [1, 0]), other: body([1, 0], [0, 0]), min: [1, 0], max: [0, 1], look_ahead: 1, over: true }), /torus/);
});

test("goals: arrive brakes for the flag and seek runs past it, the wider the weaker its legs", () => {
  const question = (max_acceleration) => ask.arrive({ body: body([1, -1.1], [1.6, -0.9], 0.3, 4), target: [7.4, 0.5], speed: 2.5, max_acceleration });
  const [strong, weak] = [question(4), question(1)];
  for (const { arrive, seek } of [strong, weak]) assert.ok(arrive.overshoot < 0.05 && seek.overshoot > 0.4, `${arrive.overshoot} and ${seek.overshoot}`);
  assert.ok(strong.arrive.speed_at_the_end < 0.01);
  assert.ok(weak.seek.overshoot > 2 * strong.seek.overshoot);
  // Sooner: with weak legs it is slower one metre before the flag.
  const speedBefore = ({ arrive: { places } }) => {
    const near = places.findIndex(([x, y]) => Math.hypot(7.4 - x, 0.5 - y) < 1);
    return Math.hypot(places[near][0] - places[near - 1][0], places[near][1] - places[near - 1][1]) / 0.1;
  };
  assert.ok(speedBefore(weak) < 0.8 * speedBefore(strong));
});

test("goals: who pursues has the quarry sooner than who seeks, and cuts off one that is faster", () => {
  const question = (x, speed) => ask.pursue({
    hunter: body([x, -2.1], [0, 0], 0.3, 1.6), quarry: body([1.4, 1.6], [speed, -0.06 * speed], 0.3, Math.max(speed, 1)), horizon: 6,
  });
  const slow = question(2, 1.3);
  assert.ok(slow.pursue.caught < 3.5 && slow.seek.caught > 4.5, JSON.stringify([slow.pursue.caught, slow.seek.caught]));
  assert.deepEqual([question(2, 2).pursue.caught, question(2, 2).seek.caught], [null, null]);
  assert.ok(question(8, 2).pursue.caught < 3 && question(8, 2).seek.caught === null);
});

test("groups: ranks become a file in a door and are ranks again behind it, and no two places are nearer than bodies are wide", () => {
  const question = (leader, door, spacing = 0.9) => ask.slots({
    way: [[1, -2.4], [3.2, 0], [leader, 0]], members: 8, pattern: { abreast: { columns: 3 } }, spacing, radius: 0.28,
    walls: [1, -1].map((side) => box([6.9, (side * (door + 6)) / 2], 0.3, 6)),
  }).slots;
  const beside = (slots, from, to) => slots.filter(([x, y]) => x > from && x < to && Math.abs(y) > 0.3).length;
  const within = question(7.4, 1.2);
  assert.equal(beside(within, 6, 7.5), 0, "a file in the door");
  const behind = question(10.5, 1.2);
  assert.ok(beside(behind, 8, 11) >= 4, "ranks behind it");
  assert.ok(beside(question(7.4, 5), 6, 7.5) > 0, "and in a wide door");
  const tight = [[10.5, 0], ...question(10.5, 5, 0.2)];
  const nearest = Math.min(...tight.flatMap((a, index) => tight.slice(0, index).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1]))));
  assert.ok(nearest > 2 * 0.28, `${nearest} m`);
  const bent = ask.slots({ way: [[1, -6], [1, 0], [2.4, 0]], members: 4, pattern: "file", spacing: 0.9, radius: 0.28, walls: [] }).slots;
  assert.ok(bent.some(([x, y]) => x < 1.3 && y < -0.8), "round the corner that the leader has turned");
  assert.throws(() => ask.slots({ way: [[0, 0]], members: 1, pattern: "file", spacing: 1, radius: 0.3, walls: [] }), /way has 1 places: 2 to 60/);
});

test("blending: opposite forces cancel in the sum, and by priorities the first gets all", () => {
  const question = (blend) => ask.blend({ forces: [{ force: [-2.5, 0], weight: 1 }, { force: [2.5, 0], weight: 1 }, { force: [0, 2], weight: 0 }], max_force: 3, blend });
  assert.deepEqual(question("weighted-sum").total, [0, 0]);
  assert.deepEqual(question("prioritised").given, [[-2.5, 0], [0.5, 0], [0, 0]]);
});

test("what makes no sense is refused with its name", () => {
  assert.throws(() => ask.closestApproach({ body: body([0, 0], [1, 0], -1), other: body([1, 0], [0, 0]), horizon: 1 }), /radius is -1/);
  assert.throws(() => ask.halfPlanes({ body: body([0, 0], [1, 0]), wish: [1, 0], others: [], parameters: { horizont: 1 } }), /no parameter `horizont`/);
});

for (const [name, count] of [["look-ahead", 3], ["unaligned", 3], ["walls", 1], ["detours", 3], ["orca", 2], ["blending", 1], ["goals", 2], ["crowds", 1], ["groups", 1]]) {
  test(`${name}: its figures are there, nothing moves as they come, and each handle and each number moves them by keyboard`, () =>
    openPage(name, { reducedMotion: "reduce", before: observeShifts }, async (page) => {
      await page.waitForFunction((count) => document.querySelectorAll('sidestep-figure[data-state="ready"]').length === count, count);
      await nothingMovedAsFiguresCame(page);
      await drawn(page);
      const idle = await page.evaluate(async () => {
        const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const still = [];
        for (const figure of document.querySelectorAll("sidestep-figure")) {
          const picture = () => [...figure.querySelectorAll(".figure-board")].map((board) => board.innerHTML).join("") + figure.innerText;
          for (const thing of figure.querySelectorAll(".handle, sidestep-number")) {
            const before = picture();
            const keys = thing.matches("sidestep-number") ? ["ArrowRight", "ArrowLeft"] : ["ArrowUp", "ArrowDown"];
            thing.focus();
            for (const key of keys) {
              thing.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
              await frame();
              if (picture() !== before) break;
            }
            if (picture() === before) still.push(thing.getAttribute("aria-label"));
          }
        }
        return still;
      });
      assert.deepEqual(idle, [], "something that doesn't move");
    }));
}

test("look-ahead: the pointer drags a circle and a number, and symbols light up together", () =>
  openPage("look-ahead", {}, async (page) => {
    const figure = page.locator("sidestep-figure").first();
    await page.locator('sidestep-figure[data-state="ready"]').first().waitFor();
    const told = figure.locator(".figure-told");
    await told.filter({ hasText: "inside the circle" }).waitFor();
    const drag = async (thing, dx, dy) => {
      const { x, y, width, height } = await thing.boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 3 });
      await page.mouse.up();
    };
    await drag(figure.getByRole("button", { name: /^Circle/ }), 0, -90);
    await told.filter({ hasText: "No point is inside" }).waitFor();
    const number = figure.locator('sidestep-number[name="MAX_SEE_AHEAD"]');
    await drag(number, -60, 0);
    assert.ok(Number(await number.getAttribute("aria-valuenow")) < 3.5, await number.textContent());
    await figure.locator('.figure-text [data-part="ahead"]').hover();
    const lit = await page.evaluate(() => [...document.querySelectorAll(".lit")].map((node) => node.localName));
    assert.ok(lit.includes("path") && lit.includes("text") && lit.includes("mtext"), `in the figure and in the formula: ${lit}`);
  }));

test("the tutorials' words are on the pages of their methods and on the start page", async () => {
  const words = {
    "look-ahead": ["ahead2", "MAX_SEE_AHEAD", "MAX_AVOID_FORCE", "dynamic_length", "most\nthreatening|most threatening", "Bevilacqua", "2013"],
    unaligned: ["checkLength", "rocketman", "2010"],
    detours: ["silhouette", "terminator", "Mononen", "2011"],
    walls: ["whisker", "One Tiny Leap"],
  };
  const text = async (name) => (await readFile(join(dist, `${name}.html`), "utf8")).replace(/<[^>]*>/g, "");
  const start = await text("index");
  for (const [name, wanted] of Object.entries(words)) {
    const page = await text(name);
    for (const word of wanted) {
      assert.match(page, new RegExp(word), `${name}: ${word}`);
      assert.match(start, new RegExp(word), `start: ${word}`);
    }
  }
});
