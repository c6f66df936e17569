/** What a refused request comes to: `transient` is worth another attempt, `permanent` is not. Codes are stable words. */
export type StatusFailure =
  | { readonly kind: "transient"; readonly code: string; readonly retryAfterSeconds: number | null }
  | { readonly kind: "permanent"; readonly code: string };

const PASSING_STATUSES = new Map([
  [408, "request_timeout"],
  [425, "too_early"],
  [429, "rate_limited"],
]);

const LASTING_STATUSES = new Map([
  [401, "private"],
  [403, "forbidden"],
  [404, "not_found"],
  [410, "gone"],
]);

/** What any status but 200 means, whoever answered; null for 200. */
export function failureOfStatus(response: { status: number; retryAfterSeconds: number | null }): StatusFailure | null {
  const { status, retryAfterSeconds } = response;
  if (status === 200) return null;
  const passing = PASSING_STATUSES.get(status) ?? (status >= 500 ? "upstream_error" : undefined);
  if (passing !== undefined) return { kind: "transient", code: passing, retryAfterSeconds };
  if (status >= 300 && status < 400) return { kind: "permanent", code: "unexpected_redirect" };
  return { kind: "permanent", code: LASTING_STATUSES.get(status) ?? "unexpected_status" };
}
