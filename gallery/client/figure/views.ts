/** What of a plane a figure shows: its ranges along both axes, in metres or metres a second. */
export interface View {
  x: [number, number];
  y: [number, number];
}

/** A plane that a figure is drawn on, with a heading where there are several. */
export interface FigureBoard {
  view: View;
  heading?: string;
}

/** The planes of each kind of figure. Plain data: the build reserves their room on the page by it, before any script runs. */
export const VIEWS = {
  "arrival": [{ view: { x: [0, 10], y: [-2.6, 2.6] } }],
  "blend": [{ view: { x: [-6, 6], y: [-4.2, 4.2] } }],
  "closest-approach": [{ view: { x: [0, 10], y: [-2.6, 2.6] } }],
  "detour": [{ view: { x: [0, 10], y: [-2.4, 3.6] } }],
  "half-planes": [
    { view: { x: [-1.4, 6.6], y: [-4, 4] }, heading: "where everybody is (1 m a square)" },
    { view: { x: [-2.2, 2.2], y: [-2.2, 2.2] }, heading: "its velocities (1 m/s a square)" },
  ],
  "over-the-edge": [{ view: { x: [-1.5, 11.5], y: [-3, 3] } }],
  "passage": [{ view: { x: [0, 12], y: [-4, 4] } }],
  "probes": [{ view: { x: [0, 10], y: [-2.4, 2.4] } }],
  "pursuit": [{ view: { x: [0, 12], y: [-3, 3] } }],
  "slots": [{ view: { x: [0, 12], y: [-3.4, 3.4] } }],
  "sweep": [{ view: { x: [0, 10], y: [-2.6, 2.6] } }],
  "turning": [{ view: { x: [0, 8], y: [-2.2, 2.2] } }],
  "velocity-costs": [
    { view: { x: [-1.4, 6.6], y: [-4, 4] }, heading: "where everybody is (1 m a square)" },
    { view: { x: [-2, 2], y: [-2, 2] }, heading: "what its velocities cost (1 m/s a square)" },
  ],
  "whiskers": [{ view: { x: [0, 8], y: [-2.4, 2.4] } }],
  "wide-box": [{ view: { x: [0, 10], y: [-1.4, 5] } }],
} satisfies Record<string, FigureBoard[]>;
