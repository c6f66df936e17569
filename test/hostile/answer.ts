import { problem } from "../../lambdas/shared/http/problem.ts";
import { Rejected } from "../../lambdas/shared/http/rejected.ts";

/** The answer to a request, which may be a rejection: at most a few kilobytes. */
export function answer<T>(work: () => T): T | string | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const { body = "" } = problem(error);
    if (body.length > 8_192) throw new Error(`a refusal of ${body.length} characters`);
    return body;
  }
}
