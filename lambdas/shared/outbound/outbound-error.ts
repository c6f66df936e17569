export type OutboundFailure =
  | "invalid_url"
  | "unsupported_scheme"
  | "blocked_address"
  | "name_not_resolved"
  | "network"
  | "timeout"
  | "too_large"
  | "too_many_redirects"
  | "undecodable_body";

/** The only error of an outbound fetch. Its message contains neither query string nor userinfo. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly kind: OutboundFailure;
  /** Whether the same request may succeed later. */
  readonly transient: boolean;

  constructor(kind: OutboundFailure, detail: string, options?: ErrorOptions) {
    super(`${kind}: ${detail}`, options);
    this.kind = kind;
    this.transient = kind === "network" || kind === "timeout" || kind === "name_not_resolved";
  }
}

/** A URL for messages: without userinfo, query and fragment, which may hold secrets. */
export function place(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** The error of a failed connection, from Node's error code. */
export function networkError(cause: unknown, url: URL): OutboundError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "HPE_HEADER_OVERFLOW") return new OutboundError("too_large", `headers of ${place(url)}`, { cause });
  return new OutboundError("network", place(url), { cause });
}
