/** The response of an operation: a status, a JSON body (without one: no content) and headers. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** A body that is not JSON. Its media type is in the headers. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A public answer that caches may keep for ten seconds, so that many readers do not cause as many requests. */
export const KEPT_BRIEFLY = { "cache-control": "public, max-age=10" } as const;

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown, location: string): Answer => ({ status: 201, body, headers: { location } });
export const accepted = (body: unknown): Answer => ({ status: 202, body });
export const noContent = (): Answer => ({ status: 204 });
