// A figure has its room from the start on a phone: nothing on the page moves when its drawing comes. On a desk `figures.test.mjs` sees to it.
import { test } from "node:test";
import { nothingMovedAsFiguresCame, observeFigures, openPage, phone } from "./harness/index.mjs";

for (const name of ["blending", "crowds", "detours", "goals", "groups", "look-ahead", "orca", "unaligned", "walls"]) {
  test(`nothing moves as figures come, ${name}, on a phone`, () =>
    openPage(name, { viewport: phone, before: observeFigures }, nothingMovedAsFiguresCame));
}
