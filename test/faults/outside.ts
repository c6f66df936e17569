import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { response } from "../slides/deck-answers.ts";
import type { Invocations } from "./invocations.ts";

function failed(kind: "network" | "timeout"): () => never {
  return () => {
    throw new OutboundError(kind, "the site");
  };
}

/** An outbound fetch whose requests are calls of an invocation. */
export function brokenFetch(invocations: Invocations, fetch: OutboundFetch): OutboundFetch {
  return (wanted) => {
    const busy = { ...response({ status: 429, retryAfterSeconds: 30 }), url: new URL(wanted.url) };
    return invocations.outside(`${wanted.method ?? "GET"} ${wanted.url}`, () => fetch(wanted), {
      refused: failed("network"),
      lost: failed("network"),
      timed_out: failed("timeout"),
      throttled: () => busy,
    });
  };
}
