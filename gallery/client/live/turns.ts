let last: Promise<void> = Promise.resolve();

const nextFrame = () => new Promise<void>((resolve) => {
  // Pages that are hidden have no frames.
  if (document.hidden) resolve();
  else requestAnimationFrame(() => resolve());
});

/** Lets the scenes of a page begin one after the other, in the order of the page: the first one moves before the others are built. */
export function inTurn(start: () => Promise<void>): Promise<void> {
  const turn = last.then(start);
  last = turn.catch(() => {}).then(nextFrame).then(nextFrame);
  return turn;
}
