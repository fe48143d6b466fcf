/** Steps a crowd apart from the page: slow steps don't hold up the drawing, nor the other way round. */
import { load } from "sidestep";
import { failed, type FromWorker, type Start, type ToWorker } from "./messages";
import { Stepping } from "./stepping";

// The types of the page don't know workers; this is all that is needed of one.
const page = self as unknown as {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

let stepping: Stepping | undefined;

page.onmessage = ({ data }) => {
  if ("free" in data) stepping?.take(data.free);
  else run(data.start).catch((error: unknown) => page.postMessage(failed(error)));
};
page.postMessage({ works: true });

async function run({ module, plan }: Start): Promise<void> {
  await load(module);
  stepping = new Stepping(plan, (message, transfer) => page.postMessage(message, transfer));
}
