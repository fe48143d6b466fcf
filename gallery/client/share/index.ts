/** Scenes from outside: links and their limits. */
export { fragmentOf, fragmentValues, sceneOf } from "./link";
export * from "./limits";
export { messageOf, Refusal } from "./refusal";
export { checkSize } from "./scene_limits";
