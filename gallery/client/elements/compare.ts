import { SidestepCompare } from "../compare/compare";

customElements.define("sidestep-compare", SidestepCompare);
