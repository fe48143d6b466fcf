/** Runs before the page's own scripts: keeps in `globalThis.moved` what has moved in sight, and whether that was in a figure. */
export const observeShifts = `globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    for (const { node, previousRect: before, currentRect: now } of sources) {
      const element = node?.nodeType === 1 ? node : node?.parentElement;
      const inFigure = Boolean(element?.closest("sidestep-figure"));
      globalThis.moved.push({ value, what: element?.outerHTML.slice(0, 60), before: before.y, now: now.y, inFigure });
    }
  }
}).observe({ type: "layout-shift", buffered: true });`;
