import { setTimeout as pause } from "node:timers/promises";
import { ApiProblem, MagpieClient, MagpieError } from "../../client/index.ts";
import type { Entry, Journal } from "./journal.ts";

/** A request as its sender describes it, before its outcome. */
export type Request = Pick<Entry, "feature" | "verb" | "subject"> & { readonly text?: string };

/** Milliseconds of the client's waits: short, since a run has many outages. */
const RETRY = { maxAttempts: 3, firstWaitMs: 20, longestWaitMs: 400, attemptTimeoutMs: 30_000, deadlineMs: 60_000 };
/** Milliseconds between two tries of a sender that goes on. */
const AGAIN_MS = 100;

/** One sender of requests, which writes what becomes of them into the journal. */
export class Sender {
  readonly name: string;
  readonly client: MagpieClient;
  readonly #journal: Journal;
  #attempts = 0;

  constructor(name: string, journal: Journal, target: { readonly baseUrl: string; readonly token: string }) {
    this.name = name;
    this.#journal = journal;
    this.client = new MagpieClient({ ...target, retry: RETRY, onRetry: () => (this.#attempts += 1) });
  }

  /**
   * Sends a request that is to have an effect.
   *
   * @param goesOn whether it is sent again, as the same request, until its outcome is known
   * @param idOf the id in its answer
   * @returns the answer; undefined unless the request was accepted
   */
  async request<T>(
    request: Request,
    send: () => Promise<T>,
    { goesOn = false, idOf = () => null }: { goesOn?: boolean; idOf?: (answer: T) => string | null } = {},
  ): Promise<T | undefined> {
    const { text = null, ...about } = request;
    const add = (rest: Pick<Entry, "outcome" | "id" | "reason">) =>
      this.#journal.add({ ...about, text, sender: this.name, ...rest, attempts: this.#attempts, at: Date.now() });
    this.#attempts = 0;
    for (;;) {
      this.#attempts += 1;
      try {
        const answer = await send();
        add({ outcome: "accepted", id: idOf(answer), reason: null });
        return answer;
      } catch (error) {
        if (!(error instanceof MagpieError)) throw error;
        const isRefused = error instanceof ApiProblem && !error.retryable;
        if (isRefused || !goesOn) {
          // An earlier attempt may have had the effect that the later one is refused for.
          const outcome = isRefused && this.#attempts === 1 ? "refused" : "unknown";
          add({ outcome, id: null, reason: error.message });
          return undefined;
        }
        await pause(AGAIN_MS);
      }
    }
  }

  /** Reads something, and counts whether there was an answer. A refusal is one. */
  async read<T>(what: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await read();
      this.#journal.read(what, true);
      return answer;
    } catch (error) {
      if (!(error instanceof MagpieError)) throw error;
      this.#journal.read(what, error instanceof ApiProblem && !error.retryable);
      return undefined;
    }
  }
}
