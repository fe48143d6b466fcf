// A figure has its room from the start on a phone: nothing on the page moves when its drawing comes, or when the page itself comes in parts. On a
// desk `figures.test.mjs` sees to it.
import { test } from "node:test";
import { nothingMovedAsFiguresCame, observeShifts, openPage, phone } from "./harness/index.mjs";

for (const name of ["blending", "crowds", "detours", "goals", "groups", "look-ahead", "orca", "unaligned", "walls"]) {
  test(`nothing moves as figures come, ${name}, on a phone`, () =>
    openPage(name, { viewport: phone, before: observeShifts }, nothingMovedAsFiguresCame));
}

// Pages whose first figure is in sight from the start.
for (const name of ["goals", "look-ahead"]) {
  test(`the text of a figure was pushed down by a drawing that came after it, ${name}, on a phone`, () =>
    openPage(`${name}?halt-after=figure-text`, { viewport: phone, before: observeShifts }, nothingMovedAsFiguresCame));
}
