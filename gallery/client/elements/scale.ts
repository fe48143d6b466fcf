import { SidestepScale } from "../scale/scale";

customElements.define("sidestep-scale", SidestepScale);
