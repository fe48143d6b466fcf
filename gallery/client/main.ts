import { startAppearance } from "./appearance";
import { ready } from "./core";
import { startLighting } from "./figure/lighting";
import { startSearch } from "./search/dialog";

startAppearance();
startLighting();
startSearch();
// What goes wrong is told by the elements that wait for the engine.
ready().catch(() => {});

// Each file there defines one custom element.
import.meta.glob("./elements/*.ts", { eager: true });
