import { SidestepSearch } from "../search/field";

customElements.define("sidestep-search", SidestepSearch);
