import { SidestepEditor } from "../editor/editor";

customElements.define("sidestep-editor", SidestepEditor);
