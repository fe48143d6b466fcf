/** Costs beyond this much above the least (m/s) all look alike. */
const RANGE = 3;

/** A picture of costs, row by row from the lower left: the dearer, the hotter, in the colours of the page. */
export function heat(costs: number[], cells: number, element: HTMLElement): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = cells;
  const context = canvas.getContext("2d");
  if (!context) return "";
  const style = getComputedStyle(element);
  const colours = ["--cheap", "--dear", "--dearest"].map((name) => rgb(style.getPropertyValue(name)));
  const image = context.createImageData(cells, cells);
  const least = Math.min(...costs);
  costs.forEach((cost, index) => {
    const share = Math.min(1, (cost - least) / RANGE) * (colours.length - 1);
    const lower = Math.min(colours.length - 2, Math.floor(share));
    const at = 4 * (cells * (cells - 1 - Math.floor(index / cells)) + (index % cells));
    for (let channel = 0; channel < 3; channel += 1) {
      const [a, b] = [colours[lower]![channel]!, colours[lower + 1]![channel]!];
      image.data[at + channel] = a + (b - a) * (share - lower);
    }
    image.data[at + 3] = 255;
  });
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

function rgb(text: string): number[] {
  const digits = /#([0-9a-f]{6})/i.exec(text)?.[1] ?? "808080";
  return [0, 2, 4].map((from) => parseInt(digits.slice(from, from + 2), 16));
}
