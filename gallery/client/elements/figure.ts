import { SidestepFigure } from "../figure/figure";
import { SidestepNumber } from "../figure/number";

customElements.define("sidestep-number", SidestepNumber);
customElements.define("sidestep-figure", SidestepFigure);
