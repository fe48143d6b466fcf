import { engineModule } from "../core";
import { failed, type FromWorker, type Plan, type ToWorker } from "./messages";
import { Stepping } from "./stepping";
import CrowdWorker from "./worker?worker&inline";

/** Where a crowd is stepped: apart in a worker, or, where workers are refused, in the page, in turn with the drawing. */
export type Place = "worker" | "page";

/** Steps a crowd, in a worker if there may be one. */
export class Stepper {
  private worker: Worker | undefined;
  private stepping: Stepping | undefined;
  private ended = false;
  private works = false;
  /** Known from the first message on. */
  place: Place = "worker";

  constructor(
    private readonly plan: Plan,
    private readonly hear: (message: FromWorker) => void,
  ) {
    try {
      this.worker = new CrowdWorker();
    } catch {
      void this.stepHere();
      return;
    }
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      this.works = true;
      this.hear(data);
    };
    this.worker.onerror = (event) => this.error(event);
    void this.begin(this.worker);
  }

  /** Gives back an array of agents that nobody looks at any more. */
  free(agents: Float32Array<ArrayBuffer>): void {
    if (this.worker) this.post(this.worker, { free: agents }, [agents.buffer]);
    else this.stepping?.take(agents);
  }

  end(): void {
    this.ended = true;
    this.worker?.terminate();
    this.stepping?.stop();
    this.stepping = undefined;
  }

  private async begin(worker: Worker): Promise<void> {
    try {
      const module = await engineModule();
      if (!this.ended && worker === this.worker) this.post(worker, { start: { module, plan: this.plan } });
    } catch (error) {
      this.hear(failed(error));
    }
  }

  private post(worker: Worker, message: ToWorker, transfer: Transferable[] = []): void {
    worker.postMessage(message, transfer);
  }

  private error(event: ErrorEvent): void {
    if (this.ended) return;
    if (this.works) return this.hear({ failed: `the worker ended: ${event.message}` });
    // Its script never ran: some browsers refuse workers only then.
    event.preventDefault();
    this.worker?.terminate();
    this.worker = undefined;
    void this.stepHere();
  }

  private async stepHere(): Promise<void> {
    this.place = "page";
    try {
      await engineModule();
      if (!this.ended) this.stepping = new Stepping(this.plan, (message) => this.hear(message));
    } catch (error) {
      this.hear(failed(error));
    }
  }
}
