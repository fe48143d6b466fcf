// The editor in a real browser: drawing by mouse and by keys, running, files, links, and what is refused.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { freshElement, openPage, phone, waitUntilMoving } from "./harness/index.mjs";

const editor = (page) => page.locator("sidestep-editor");
const board = (page) => page.getByRole("application", { name: "Drawing of the scene" });
const text = (page) => page.getByLabel("Scene file (TOML)");
const link = (page) => page.getByLabel("Link to this scene");
const tool = (page, name) => page.getByRole("group", { name: "Tools" }).getByRole("button", { name });

/** Opens the editor, running, and goes to the drawing. */
async function draw(page) {
  await waitUntilMoving(editor(page));
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await board(page).waitFor();
}

/** Drags over the board, from one share of its width and height to another. */
async function drag(page, [fromX, fromY], [toX, toY]) {
  const box = await board(page).boundingBox();
  await page.mouse.move(box.x + box.width * fromX, box.y + box.height * fromY);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * (fromX + toX) / 2, box.y + box.height * (fromY + toY) / 2);
  await page.mouse.move(box.x + box.width * toX, box.y + box.height * toY);
  await page.mouse.up();
}

/** The scene that runs: its text by the engine, and its hash after so many steps from the start. */
async function hashAfter(page, steps) {
  return editor(page).evaluate((node, count) => {
    const { simulation } = node.player;
    simulation.restart();
    simulation.step(count);
    return simulation.hash();
  }, steps);
}

const linkTo = (toml) => `#scene=1.${deflateSync(toml).toString("base64url")}`;

/** What is tried on an editor that nobody has touched: a name, and what is done. */
const checks = {
  "a link brings the scene to another page: the same text, and the same run bit for bit": async (page) => {
    await draw(page);
    await tool(page, /^Box/).click();
    await drag(page, [0.6, 0.5], [0.7, 0.6]);
    await page.waitForFunction(() => document.querySelector(".toml").value.match(/\[\[obstacles\]\]/g)?.length === 2);
    const written = await text(page).inputValue();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await waitUntilMoving(editor(page));
    await page.getByRole("group", { name: "Time" }).getByRole("button", { name: "Pause" }).click();
    const hash = await hashAfter(page, 200);
    const address = await link(page).inputValue();
    await openPage(`editor${new URL(address).hash}`, {}, async (other) => {
      await waitUntilMoving(editor(other));
      assert.equal(await text(other).inputValue(), written);
      await other.getByRole("group", { name: "Time" }).getByRole("button", { name: "Pause" }).click();
      assert.equal(await hashAfter(other, 200), hash);
    });
  },

  "a wall and a group are drawn by mouse, run, and the agents move": async (page) => {
    await draw(page);
    await tool(page, /^Wall/).click();
    const box = await board(page).boundingBox();
    const at = (x, y) => ({ position: { x: box.width * x, y: box.height * y } });
    await board(page).click(at(0.3, 0.2));
    await board(page).click(at(0.3, 0.4));
    await board(page).dblclick(at(0.4, 0.4));
    assert.match(await text(page).inputValue(), /(\[\[walls\]\][^[]*(\[[^\]]*\],? ?)+[^[]*){3}/s);
    await tool(page, /^Agents in a region/).click();
    await drag(page, [0.55, 0.3], [0.65, 0.6]);
    await page.locator(".goal-hint").waitFor();
    await tool(page, /^Goal/).click();
    await board(page).click(at(0.2, 0.5));
    const scene = await text(page).inputValue();
    assert.match(scene, /name = "group-2"/);
    assert.match(scene, /\[\[agents\.goals\]\]\npoint = /);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await waitUntilMoving(editor(page));
    const [walls, groups] = await editor(page).evaluate(({ player }) => [player.setting.walls.length, player.setting.groups]);
    assert.ok(walls >= 4, `${walls} pieces of walls`);
    assert.deepEqual(groups, ["eastward", "group-2"]);
  },

  "a wall and a group are drawn by keys alone, moved, taken back, and run": async (page) => {
    await waitUntilMoving(editor(page));
    await page.getByRole("button", { name: "Draw", exact: true }).focus();
    const keys = async (...names) => {
      for (const name of names) await page.keyboard.press(name);
    };
    await keys("Enter", "w", "Enter", "ArrowUp", "ArrowUp", "Enter", "Enter");
    assert.match(await text(page).inputValue(), /points = \[\[0\.0, 0\.0\], \[0\.0, 1\.0\]\]/);
    await keys("a", "Shift+ArrowRight", "Enter", "Shift+ArrowRight", "Shift+ArrowUp", "Enter");
    await keys("g", "Shift+ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowLeft", "Enter");
    const drawn = await text(page).inputValue();
    assert.match(drawn, /name = "group-2"/);
    assert.match(drawn, /point = \[-2\.5, 3\.5\]/);
    // Take the goal, move it one step to the left, let it go.
    await keys("s", "Enter", "ArrowLeft", "Enter");
    assert.match(await text(page).inputValue(), /point = \[-3\.0, 3\.5\]/);
    await keys("Control+z");
    assert.equal(await text(page).inputValue(), drawn);
    await keys("Control+y", "Delete");
    assert.doesNotMatch(await text(page).inputValue(), /\npoint = /);
    await keys("Control+z");
    await page.getByRole("button", { name: "Run", exact: true }).focus();
    await keys("Enter");
    await waitUntilMoving(editor(page));
    const there = await editor(page).evaluate(({ player }) => player.setting.agents.filter(({ group }) => group === 1).length);
    assert.ok(there > 0, "the group that was drawn is there");
  },

  "somebody of the scene that runs is selected from the start, and stays so after a change": async (page) => {
    await waitUntilMoving(editor(page));
    const selected = () => editor(page).evaluate(({ player }) => player.selected);
    const first = await selected();
    assert.equal(typeof first, "number");
    await editor(page).getByRole("heading", { name: `Agent ${first}` }).waitFor();
    const other = (first + 1) % 16;
    await editor(page).evaluate(({ player }, agent) => player.select(agent), other);
    const again = async () => {
      await draw(page);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await waitUntilMoving(editor(page));
      return selected();
    };
    assert.equal(await again(), other);
    await page.getByRole("button", { name: "Select none (Escape)" }).click();
    assert.equal(await again(), null, "who wants nobody selected is left alone");
  },

  "what is selected has its properties, and changing them changes the scene": async (page) => {
    await draw(page);
    await page.getByLabel("Things of the scene").selectOption({ label: "eastward: 16 agents" });
    const count = page.getByRole("region", { name: "Properties" }).getByLabel("Count", { exact: true });
    await count.fill("7");
    await count.press("Tab");
    assert.match(await text(page).inputValue(), /count = 7\n/);
    await count.fill("0");
    await count.press("Tab");
    assert.match(await text(page).inputValue(), /count = 7\n/, "what the format doesn't allow isn't taken");
    const name = page.getByRole("region", { name: "Properties" }).getByLabel("Name", { exact: true });
    await name.fill("../east");
    await name.press("Tab");
    assert.match(await text(page).inputValue(), /name = "eastward"/);
    await name.fill("east");
    await name.press("Tab");
    assert.match(await text(page).inputValue(), /name = "east"/);
  },

  "numbers in fields are short, given ones and those that stand for none": async (page) => {
    await draw(page);
    await page.getByLabel("Begin with").selectOption("zombies");
    await page.getByLabel("Things of the scene").selectOption({ index: 0 });
    const step = page.getByRole("region", { name: "Properties" }).getByLabel("Time step (s)", { exact: true });
    assert.deepEqual([await step.inputValue(), await step.getAttribute("placeholder")], ["0.0333333", "0.0333333"]);
    const long = await page.locator(".properties input[type=number]").evaluateAll((inputs) =>
      inputs.flatMap(({ value, placeholder }) => [value, placeholder]).filter((text) => text.length > 9));
    assert.deepEqual(long, []);
  },

  "saving gives the text that the engine writes, and opening it gives the scene back": async (page) => {
    await draw(page);
    await tool(page, /^Circle/).click();
    await drag(page, [0.6, 0.3], [0.65, 0.3]);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
    assert.equal(download.suggestedFilename(), "my-scene.toml");
    assert.equal(await page.getByLabel("Run it with the command").inputValue(), "sidestep run my-scene.toml");
    const saved = await readFile(await download.path(), "utf8");
    assert.equal(saved, await text(page).inputValue());
    await page.getByRole("button", { name: "Undo" }).click();
    assert.notEqual(await text(page).inputValue(), saved);
    await page.locator("input[type=file]").setInputFiles({ name: "again.toml", mimeType: "", buffer: Buffer.from(saved) });
    await page.waitForFunction((wanted) => document.querySelector(".toml").value === wanted, saved);
  },

  "every built-in scene can be opened, and what isn't drawn stays": async (page) => {
    await draw(page);
    const choice = page.getByLabel("Begin with");
    for (const name of ["zombies", "u-trap", "moving-gate", "leader", "sealed"]) {
      await choice.selectOption(name);
      assert.match(await text(page).inputValue(), new RegExp(`^name = "${name}"`));
      assert.equal(await page.locator(".editor > .refused-scene").textContent(), "");
    }
    assert.ok((await board(page).locator(".thing").count()) > 3);
  },

  "an error in the text is told with its line, and nothing is lost": async (page) => {
    await draw(page);
    const good = await text(page).inputValue();
    await text(page).fill(good.replace("count = 16", "count = -16"));
    await page.getByRole("button", { name: "Apply the text" }).click();
    const message = page.locator(".text-view .problem").last();
    const line = good.split("\n").findIndex((words) => words === "count = 16") + 1;
    await page.waitForFunction(() => document.querySelectorAll(".text-view .problem")[1].textContent !== "");
    assert.match(await message.textContent(), new RegExp(`^Line ${line}, column \\d+: .*count`));
    assert.equal(await text(page).evaluate((node) => node.value.slice(node.selectionStart, node.selectionEnd)), "count = -16");
    await page.getByRole("button", { name: "Discard changes" }).click();
    assert.equal(await text(page).inputValue(), good);
  },

  "what the engine finds only when it builds the scene is told beside the text, and goes when it is mended": async (page) => {
    await waitUntilMoving(editor(page));
    const good = await text(page).inputValue();
    await text(page).fill(good.replace("count = 16", "count = 900"));
    await page.getByRole("button", { name: "Apply the text" }).click();
    await page.locator(".text-view .problem").filter({ hasText: "The scene doesn't run." }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await waitUntilMoving(editor(page));
    assert.equal(await page.locator(".text-view .problem").allTextContents().then((texts) => texts.join("")), "");
  },

  "a file that is too large, and one that is no text, are refused": async (page) => {
    await draw(page);
    const message = page.locator(".editor > .refused-scene");
    const put = (name, buffer) => page.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer });
    await put("large.toml", Buffer.alloc(257 * 1024, "#"));
    await message.filter({ hasText: "large.toml is too large: 257 KB of at most 256 KB" }).waitFor();
    await put("picture.toml", Buffer.from([0x89, 0x50, 0xff, 0xfe]));
    await message.filter({ hasText: "no text in UTF-8" }).waitFor();
  },
};

test("the editor", (t) =>
  openPage("editor", {}, async (page) => {
    await waitUntilMoving(editor(page));
    for (const [index, [what, use]] of Object.entries(checks).entries()) {
      await t.test(what, async () => {
        if (index > 0) await freshElement(editor(page), "");
        await use(page);
      });
    }
  }));

const hostile = [
  ["damaged", "#scene=1.eJx9", /damaged/],
  ["of another alphabet", "#scene=1.<img src=x onerror=alert(1)>", /damaged|character/],
  ["of another form", "#scene=9.abcd", /form 9/],
  ["no TOML", linkTo("][ <script>alert(1)</script>"), /not valid TOML/],
  ["with a key that isn't known", linkTo('[[agents]]\ncount = 1\nregion = { min = [0.0, 0.0], max = [9.0, 9.0] }\nfoo = "<b>"'), /unknown key `foo`/],
  ["with a million agents", linkTo("[[agents]]\ncount = 1000000\nregion = { min = [-9000.0, -9000.0], max = [9000.0, 9000.0] }"), /1,000,000 agents of at most 5,000/],
  ["with tiny steps", linkTo("dt = 0.0001\n[[agents]]\ncount = 1\nregion = { min = [0.0, 0.0], max = [9.0, 9.0] }"), /time step is too small/],
  ["that unpacks to too much", linkTo("#".repeat(20_000_000)), /too large/],
];

test("links that are refused", (t) =>
  openPage("editor", {}, async (page) => {
    for (const [what, fragment, words] of hostile) {
      await t.test(`a link ${what} is refused in words, and the editor works on`, async () => {
        await freshElement(editor(page), fragment);
        await page.waitForFunction(() => document.querySelector(".editor > .refused-scene")?.textContent);
        assert.match(await page.locator(".editor > .refused-scene").textContent(), words);
        assert.equal(await page.locator("sidestep-editor :is(script, img, b)").count(), 0, "nothing of it became part of the page");
        await waitUntilMoving(editor(page));
      });
    }
  }));

test("a finger draws on a phone, and two fingers don't: they zoom the sheet", () =>
  openPage("editor", { viewport: phone }, async (page) => {
    await draw(page);
    await tool(page, /^Single agents/).tap();
    await board(page).scrollIntoViewIfNeeded();
    const box = await board(page).boundingBox();
    await page.touchscreen.tap(box.x + box.width * 0.3, box.y + box.height * 0.5);
    assert.match(await text(page).inputValue(), /positions = \[\[/);
    const [drawnByOne, middle] = [await text(page).inputValue(), [box.x + box.width / 2, box.y + box.height / 2]];
    const width = () => board(page).locator(".thing").first().evaluate((node) => node.getBoundingClientRect().width);
    const before = await width();
    const session = await page.context().newCDPSession(page);
    const touch = (type, apart) => session.send("Input.dispatchTouchEvent", {
      type, touchPoints: (apart === null ? [] : [-apart, apart]).map((x, id) => ({ x: middle[0] + x, y: middle[1], id })),
    });
    await touch("touchStart", 30);
    for (const apart of [45, 60, 75, 90]) await touch("touchMove", apart);
    await touch("touchEnd", null);
    assert.equal(await text(page).inputValue(), drawnByOne);
    assert.ok((await width()) > 1.5 * before, `${before} and then ${await width()} wide`);
  }));
