import type { OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";

/** A response to a request of the outbound fetch; by default 200 without content. */
export function response(
  changes: Partial<Omit<OutboundResponse, "body">> & { readonly body?: string | Uint8Array } = {},
): OutboundResponse {
  return {
    url: new URL("https://provider.example/"),
    status: 200,
    headers: {},
    mediaType: "",
    charset: null,
    location: null,
    retryAfterSeconds: null,
    truncated: false,
    ...changes,
    body: Buffer.from(changes.body ?? ""),
  };
}
