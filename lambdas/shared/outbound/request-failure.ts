import { OutboundError } from "./outbound-error.ts";

/** The kind of a failed request: a retry may cure a `transient` failure, but no `permanent` one. Codes are stable. */
export type RequestFailure =
  | { readonly kind: "transient"; readonly code: string; readonly retryAfterSeconds: number | null }
  | { readonly kind: "permanent"; readonly code: string };

const TRANSIENT_STATUSES = new Map([
  [408, "request_timeout"],
  [425, "too_early"],
  [429, "rate_limited"],
]);

const PERMANENT_STATUSES = new Map([
  [401, "private"],
  [403, "forbidden"],
  [404, "not_found"],
  [410, "gone"],
  // LinkedIn's, for every client that is no browser.
  [999, "forbidden"],
]);

interface Answer {
  readonly status: number;
  readonly retryAfterSeconds: number | null;
}

/** The failure of a response with any status but 200; null for 200. */
export function failureOfStatus(response: Answer): RequestFailure | null {
  return response.status === 200 ? null : failureOfRefusal(response);
}

/** The failure of a response whose status the caller does not accept. */
export function failureOfRefusal({ status, retryAfterSeconds }: Answer): RequestFailure {
  const transient = TRANSIENT_STATUSES.get(status) ?? (status >= 500 && status < 600 ? "upstream_error" : undefined);
  if (transient !== undefined) return { kind: "transient", code: transient, retryAfterSeconds };
  if (status >= 300 && status < 400) return { kind: "permanent", code: "unexpected_redirect" };
  return { kind: "permanent", code: PERMANENT_STATUSES.get(status) ?? "unexpected_status" };
}

/** The failure of a fetch that threw; the code is the error's kind. @throws errors other than `OutboundError` */
export function failureOfError(error: unknown): RequestFailure {
  if (!(error instanceof OutboundError)) throw error;
  if (error.transient) return { kind: "transient", code: error.kind, retryAfterSeconds: null };
  return { kind: "permanent", code: error.kind };
}
