import type { QueueDepths, QueueList, StartedRedrive } from "./answers.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** For administrators: the system's queues. Every method throws ApiProblem or NetworkFailure. */
export class Queues {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(options?: CallOptions): Promise<QueueDepths[]> {
    const { queues } = await this.#transport.request<QueueList>({ method: "GET", path: "/v1/ops/queues" }, options);
    return queues;
  }

  /**
   * Starts moving a queue's dead letters back to it.
   *
   * @param name without the stage, e.g. `oembed-fetch`
   * @returns the queue's name; null when a repeated attempt found the redrive running
   */
  redrive(name: string, options?: CallOptions): Promise<StartedRedrive | null> {
    const path = `/v1/ops/queues/${encodeURIComponent(name)}/redrive`;
    return this.#transport.request({ method: "POST", path, doneCodes: ["redrive_in_progress"] }, options);
  }
}
