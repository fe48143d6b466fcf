import { startAppearance } from "./appearance";
import { ready } from "./core";
import { startLighting } from "./figure/lighting";

startAppearance();
startLighting();
// What goes wrong is told by the elements that wait for the engine.
ready().catch(() => {});

// Each file there defines one custom element.
import.meta.glob("./elements/*.ts", { eager: true });
