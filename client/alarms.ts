import type { Alarm, AlarmList } from "./answers.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** For administrators: the system's alarms. Every method throws ApiProblem or NetworkFailure. */
export class Alarms {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Every alarm; those in state ALARM come first. */
  async list(options?: CallOptions): Promise<Alarm[]> {
    const { alarms } = await this.#transport.request<AlarmList>({ method: "GET", path: "/v1/ops/alarms" }, options);
    return alarms;
  }
}
