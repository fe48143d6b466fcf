// What the figures at the head of the method pages show, and whether pointer and keyboard move them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ask, load } from "../../target/npm/sidestep/index.js";
import { dist, drawn, openPage } from "./harness/index.mjs";

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

test("crowds: who looks half a second ahead walks on, who looks further turns, and at a negative angle to the left", () => {
  const places = [[2.2, 0.1], [2.5, 1.3], [2.3, -1.2], [3.6, 0.7], [3.9, -0.6], [3.7, 2.1], [3.6, -2.1], [5, 0.1]];
  const others = places.map((place) => body(place, [-1, 0], 0.3, 1.8));
  const chosen = (parameters) => ask.velocityCosts({ body: body([0, 0], [1.3, 0], 0.3, 1.8), wish: [1.3, 0], others, extent: 2, cells: 1, parameters }).chosen;
  const speed = (velocity) => Math.hypot(...velocity);
  assert.ok(speed(chosen({ horizon: 0.5 })) > 1.25);
  assert.ok(speed(chosen({ horizon: 6 })) < 1.1 && chosen({ horizon: 6 })[1] < 0);
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

test("blending: opposite forces cancel in the sum, and by priorities the first gets all", () => {
  const question = (blend) => ask.blend({ forces: [{ force: [-2.5, 0], weight: 1 }, { force: [2.5, 0], weight: 1 }, { force: [0, 2], weight: 0 }], max_force: 3, blend });
  assert.deepEqual(question("weighted-sum").total, [0, 0]);
  assert.deepEqual(question("prioritised").given, [[-2.5, 0], [0.5, 0], [0, 0]]);
});

test("what makes no sense is refused with its name", () => {
  assert.throws(() => ask.closestApproach({ body: body([0, 0], [1, 0], -1), other: body([1, 0], [0, 0]), horizon: 1 }), /radius is -1/);
  assert.throws(() => ask.halfPlanes({ body: body([0, 0], [1, 0]), wish: [1, 0], others: [], parameters: { horizont: 1 } }), /no parameter `horizont`/);
});

for (const [name, count] of [["look-ahead", 2], ["unaligned", 2], ["walls", 1], ["detours", 1], ["orca", 2], ["blending", 1], ["crowds", 1]]) {
  test(`${name}: its figures are there, each handle and each number moves them by keyboard`, () =>
    openPage(name, { reducedMotion: "reduce" }, async (page) => {
      await page.waitForFunction((count) => document.querySelectorAll('sidestep-figure[data-state="ready"]').length === count, count);
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
