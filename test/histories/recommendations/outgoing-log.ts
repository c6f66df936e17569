import type { WebmentionSendMessage } from "../../../lambdas/recommendations/work/webmention-send-message.ts";
import type {
  OutboundFetch,
  OutboundRequest,
  OutboundResponse,
} from "../../../lambdas/shared/outbound/outbound-fetch.ts";

/** The invocation that does something: its step in the history, and whether one of its calls has a fault. */
export interface Invocation {
  readonly step: number;
  readonly isFaulty: boolean;
}

/** One attempt to notify a site, as the site answered and as we learned it. */
export interface OutgoingAttempt extends Invocation {
  readonly message: WebmentionSendMessage;
  /** How the site's answer ends the attempt; null if no answer has arrived. `again`: it may be different later. */
  end: "sent" | "no_endpoint" | "refused" | "again" | null;
  /** The latest status that has arrived. */
  status: number | null;
  endpoint: string | null;
  /** The addresses in our document when the site was asked first. */
  readonly shown: readonly string[];
}

/** A Webmention as a site received it, whether or not its answer arrived. */
export interface ReceivedWebmention {
  readonly source: string | null;
  readonly target: string | null;
  readonly step: number;
}

/** Follows one attempt through its requests. */
export function followed(fetch: OutboundFetch, attempt: () => OutgoingAttempt): OutboundFetch {
  let made: OutgoingAttempt | undefined;
  return async (request) => {
    made ??= attempt();
    const isPost = request.method === "POST";
    if (isPost) made.endpoint = String(request.url);
    made.end = "again";
    made.status = null;
    const answer = await fetch(request);
    made.status = answer.status;
    made.end = endOf(answer, isPost);
    return answer;
  };
}

function endOf({ status, body }: OutboundResponse, isPost: boolean): OutgoingAttempt["end"] {
  if (status >= 500 || status === 429) return "again";
  if (status >= 300) return "refused";
  if (isPost) return "sent";
  // The attempt goes on with the endpoint of the page.
  return body.includes('rel="webmention"') ? "again" : "no_endpoint";
}

/** The Webmention in a request; null in any other. */
export function webmentionIn({ method, body }: OutboundRequest, step: number): ReceivedWebmention | null {
  if (method !== "POST") return null;
  const form = new URLSearchParams(body);
  return { source: form.get("source"), target: form.get("target"), step };
}
