import { AsyncLocalStorage } from "node:async_hooks";

/** The warm-up of a function while its module loads; `warm-up-handler.ts` starts it. */
export interface WarmUp {
  /** What went wrong, as it would have been logged. */
  readonly faults: Readonly<Record<string, unknown>>[];
  /** Connections that are being opened; none rejects. */
  readonly connections: Promise<void>[];
  /** From then on calls in its context are refused: what a warm-up sends must never be taken for a request's. */
  isOver: boolean;
}

const current = new AsyncLocalStorage<WarmUp>();

/** The warm-up that the caller is a part of; undefined in an invocation. */
export function runningWarmUp(): WarmUp | undefined {
  return current.getStore();
}

/** Runs work as a part of a warm-up, at any depth. */
export function runAsWarmUp<T>(warmUp: WarmUp, work: () => T): T {
  return current.run(warmUp, work);
}
