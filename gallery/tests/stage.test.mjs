// What lies on and beside the picture of a scene: nothing hides what goes on in it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientModule } from "./client_module.mjs";
import { desktop, drawn, liveElements, openPage, phone, waitUntilMoving } from "./harness/index.mjs";

/** Lets each scene of an element go on by so many steps, and draws. */
const stepped = async (element, count) => {
  await element.evaluate((node, steps) => {
    node.group.pause();
    for (const player of node.group.players) {
      player.simulation.step(steps);
      player.onStale.emit();
    }
  }, count);
  await drawn(element.page());
};

test("no button lies on a picture, and those for the camera move all pictures of a group", () =>
  openPage("goals", {}, async (page) => {
    const versus = page.locator("sidestep-versus").first();
    await waitUntilMoving(versus);
    const over = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll(".stage-area")].map((area) => area.getBoundingClientRect());
      return [...document.querySelectorAll("main button")].filter((button) => {
        const box = button.getBoundingClientRect();
        return box.width > 0 && boxes.some((area) => box.left < area.right && area.left < box.right && box.top < area.bottom && area.top < box.bottom);
      }).map(({ outerHTML }) => outerHTML);
    });
    assert.deepEqual(over, []);
    const scales = () => versus.evaluate(({ players }) => players.map(({ stage }) => stage.camera.scale));
    const before = await scales();
    await versus.getByRole("button", { name: "Closer (+)" }).click();
    await drawn(page);
    const closer = await scales();
    assert.ok(closer.every((scale, index) => scale > 1.2 * before[index]), `${before} and then ${closer}`);
    await versus.getByRole("button", { name: "All of the scene (0)" }).click();
    await drawn(page);
    assert.deepEqual(await scales(), before);
  }));

test("nobody is cut off at the edge who leaves the middle of an open scene, and both pictures keep one scale", () =>
  openPage("goals", { webgl: true }, async (page) => {
    const versus = page.locator("sidestep-versus").first();
    await waitUntilMoving(versus);
    // On a slow machine somebody has left the scene's own box already, and the pictures have widened for good.
    const fitted = await versus.evaluate(({ group, players: [first, second] }) => {
      group.pause();
      group.restart();
      first.stage.setSetting(first.stage.setting, true);
      second.stage.shareExtent(first.stage);
      return first.stage.camera.scale;
    });
    for (let second = 0; second < 30; second += 1) {
      await stepped(versus, 60);
      const seen = await versus.evaluate(({ players }) => players.map(({ simulation, stage }) => {
        const { agents } = simulation.frame();
        const { camera } = stage;
        const outside = [];
        const stride = agents.length / simulation.agentCount;
        for (let at = 0; at < agents.length; at += stride) {
          const [x, y] = stage.toScreen(agents[at], agents[at + 1]);
          const radius = agents[at + 5] * camera.scale;
          if (x < radius || y < radius || x > camera.width - radius || y > camera.height - radius) outside.push(at / stride);
        }
        return { outside, scale: camera.scale };
      }));
      assert.deepEqual(seen.map(({ outside }) => outside), [[], []]);
      assert.equal(seen[0].scale, seen[1].scale);
    }
    assert.ok((await versus.evaluate(({ players }) => players[0].stage.camera.scale)) < fitted, "the runners do leave the scene's own box");
  }));

for (const name of ["goals", "orca"]) {
  test(`${name}: words on a picture lie neither on each other nor beyond its edge, whoever is selected`, () =>
    openPage(name, { webgl: true }, async (page) => {
      const scene = liveElements(page).first();
      await waitUntilMoving(scene);
      let words = 0;
      for (let round = 0; round < 12; round += 1) {
        await scene.evaluate(({ player }) => player.selectNext(1));
        await stepped(scene, 40);
        const found = await scene.evaluate((node) => {
          const picture = node.querySelector(".stage").getBoundingClientRect();
          const boxes = [...node.querySelectorAll(".stage-labels span")].filter(({ hidden }) => !hidden)
            .map((span) => ({ text: span.textContent, box: span.getBoundingClientRect() }));
          const bad = boxes.filter(({ box }) => box.left < picture.left || box.right > picture.right + 1 || box.top < picture.top || box.bottom > picture.bottom);
          boxes.forEach(({ text, box }, index) => boxes.slice(index + 1).forEach((other) => {
            const [wide, high] = [Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left), Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)];
            if (wide > 1 && high > 1) bad.push({ text: `${text} on ${other.text}` });
          }));
          return { count: boxes.length, bad: bad.map(({ text }) => text) };
        });
        assert.deepEqual(found.bad, []);
        words += found.count;
      }
      assert.ok(words > 24, `${words} words were looked at`);
    }));
}

test("people walk instead of dots where somebody wants them, few are there and they are large enough; the run is the same", () =>
  openPage("walls", { webgl: true }, async (page) => {
    const scene = page.locator("sidestep-scene").first();
    await waitUntilMoving(scene);
    const people = scene.getByRole("button", { name: "People" });
    const layers = () => scene.evaluate(({ player: { stage } }) => ({ dots: stage.agents.view.visible, people: stage.people.graphics.bounds.width > 0 }));
    await scene.evaluate(({ group }) => { group.pause(); group.restart(); });
    await stepped(scene, 60);
    assert.deepEqual(await layers(), { dots: true, people: false });
    const hash = () => scene.evaluate(({ player }) => player.simulation.hash());
    const before = await hash();
    await people.click();
    await drawn(page);
    assert.equal(await people.getAttribute("aria-pressed"), "true");
    assert.deepEqual(await layers(), { dots: false, people: true });
    assert.equal(await hash(), before);
    // From afar they are dots again.
    await scene.evaluate(({ player }) => { player.stage.camera.zoom(0.3); player.onStale.emit(); });
    await drawn(page);
    assert.deepEqual(await layers(), { dots: true, people: false });
  }));

test("every card of the start page has a picture that moves, and stands still for those who want less motion", async () => {
  const pictures = (page) => page.locator("sidestep-thumbnail canvas").evaluateAll((all) => all.map((canvas) => canvas.toDataURL()));
  const drawnOnes = (page) => page.waitForFunction(() => [...document.querySelectorAll("sidestep-thumbnail canvas")].every(({ width, height }) => width > 300 || height > 150));
  await openPage("index", {}, async (page) => {
    const cards = page.locator("ul.cards > li");
    const count = await cards.count();
    assert.ok(count > 10, `${count} cards`);
    await page.locator("sidestep-thumbnail canvas").nth(count - 1).waitFor({ state: "attached" });
    for (let index = 0; index < count; index += 1) {
      const card = cards.nth(index);
      await card.evaluate((node) => node.scrollIntoView({ block: "center" }));
      const canvas = card.locator("sidestep-thumbnail canvas");
      const look = () => canvas.evaluate((node) => node.toDataURL());
      const before = await look();
      const end = Date.now() + 60_000;
      while ((await look()) === before) {
        assert.ok(Date.now() < end, `card ${index} stands still`);
        await page.waitForTimeout(50);
      }
    }
  });
  await openPage("index", { reducedMotion: "reduce" }, async (page) => {
    await drawnOnes(page);
    await page.locator("ul.cards").first().evaluate((node) => node.scrollIntoView());
    const before = await pictures(page);
    for (let frame = 0; frame < 10; frame += 1) await drawn(page);
    assert.deepEqual(await pictures(page), before);
  });
});

test("on the start page the picture stays near the point that they run after, with people, until somebody moves it", () =>
  openPage("index", {}, async (page) => {
    const scene = liveElements(page).first();
    await waitUntilMoving(scene);
    const look = () => scene.evaluate(({ player: { stage, simulation } }) => {
      const [x, y] = stage.toScreen(...simulation.frame().targets);
      return { inside: x > 0 && y > 0 && x < stage.camera.width && y < stage.camera.height, closer: stage.camera.scale / stage.camera.fitted, people: stage.people.graphics.bounds.width > 0 };
    });
    // It walks across the whole yard.
    for (let second = 0; second < 4; second += 1) {
      await stepped(scene, 300);
      for (let picture = 0; picture < 30; picture += 1) await scene.evaluate(({ player }) => player.stage.draw(player.simulation.frame(), { time: player.simulation.time }));
      const { inside, closer, people } = await look();
      assert.ok(inside && closer > 1.5 && people, JSON.stringify({ inside, closer, people }));
    }
    await scene.getByRole("button", { name: "All of the scene (0)" }).click();
    await stepped(scene, 30);
    assert.equal((await look()).closer, 1);
  }));

test("who walks puts its feet on as far as it goes, who stands doesn't, and whose way turns leans to that side", async () => {
  const { Gaits } = await clientModule("stage/gaits.ts");
  const gaits = new Gaits();
  const row = (x, y, headingX, headingY, speed, velocity = [headingX * speed, headingY * speed]) => [x, y, headingX, headingY, speed, 0.3, 0, 1, ...velocity];
  const turn = 0.6;
  for (let step = 0; step <= 30; step += 1) {
    const time = step / 30;
    const angle = turn * time;
    gaits.follow(time, new Float32Array([...row(0, 0, 1, 0, 0), ...row(1.2 * time, 5, 1, 0, 1.2), ...row(2 * Math.sin(angle), -2 * Math.cos(angle), Math.cos(angle), Math.sin(angle), 3),
      // It looks about while it walks straight on.
      ...row(1.2 * time, 9, Math.cos(3 * angle), Math.sin(3 * angle), 1.2, [1.2, 0])]));
  }
  const [stands, walks, turns, looks] = [gaits.of(0, 0), gaits.of(1, 1.2), gaits.of(2, 3), gaits.of(3, 1.2)];
  assert.equal(stands.phase, 0);
  assert.equal(stands.stride, 0);
  // 1.2 m are 1.2 / (4.2 · 0.3) of a full stride, from where the second of them began.
  assert.ok(Math.abs(walks.phase - ((2.4 + (2 * Math.PI * 1.2) / 1.26) % (2 * Math.PI))) < 0.01, `${walks.phase}`);
  assert.ok(walks.stride === 1 && Math.abs(walks.left) < 0.01);
  assert.ok(turns.left > 0.4 && Math.abs(turns.forward) < 0.1, JSON.stringify(turns));
  assert.ok(Math.hypot(looks.left, looks.forward) < 0.01, JSON.stringify(looks));
});

test("editor: on a desk the whole drawing is seen without scrolling, and so is the scene that runs", () =>
  openPage("editor", { viewport: desktop }, async (page) => {
    await waitUntilMoving(page.locator("sidestep-editor"));
    const bottom = (what) => page.locator(what).evaluate((node) => node.getBoundingClientRect().bottom + scrollY);
    assert.ok((await bottom(".trial .stage")) <= desktop.height);
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    assert.ok((await bottom(".editor .board")) <= desktop.height);
    const tools = await page.getByRole("group", { name: "Tools" }).getByRole("button").evaluateAll((all) => all.map((node) => node.getBoundingClientRect().bottom + scrollY));
    assert.ok(tools.every((low) => low <= desktop.height + 8), `tools end at ${tools}`);
  }));

test("compare: on a phone the button for play is in sight beside each picture, and no column is cut off", () =>
  openPage("compare", { viewport: phone, webgl: true }, async (page) => {
    await waitUntilMoving(page.locator("sidestep-compare"));
    const stages = page.locator("sidestep-compare .stage");
    for (let index = 0; index < (await stages.count()); index += 1) {
      // Both in one look: what comes into the page between two moves them.
      const { picture, pace } = await stages.nth(index).evaluate((node) => {
        node.scrollIntoView({ block: "start" });
        const [picture, pace] = [node, document.querySelector("sidestep-compare .pace")].map((one) => one.getBoundingClientRect());
        return { picture: picture.toJSON(), pace: pace.toJSON() };
      });
      assert.ok(pace.top >= 0 && pace.bottom <= phone.height && pace.height < 70, `one row, in sight: ${JSON.stringify(pace)}`);
      assert.ok(picture.bottom <= pace.top, `and not on the picture: ${JSON.stringify({ picture, pace })}`);
    }
    const wide = await page.locator(".measures-of-all").evaluate((node) => [node.scrollWidth, node.clientWidth]);
    assert.ok(wide[0] <= wide[1], `the table is ${wide[0]} wide in ${wide[1]}`);
  }));
