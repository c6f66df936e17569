/** A field that was refused: where it stands in the request and what is wrong with it. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/**
 * A request that is refused with a reason its sender can act on. Everything else that is thrown while a request is
 * answered is a bug (500) or a service that is away (503).
 */
export class Rejected extends Error {
  readonly status: number;
  /** Stable snake_case word. */
  readonly code: string;
  readonly errors: readonly FieldError[] | undefined;
  /** More members of the problem (RFC 9457, section 3.2) for what a program needs to know beyond the code. */
  readonly members: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    detail: string,
    more: {
      errors?: readonly FieldError[];
      members?: Readonly<Record<string, string>>;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "Rejected";
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.members = more.members ?? {};
    this.headers = more.headers ?? {};
  }
}

/** 503 for a resource that other requests change each time between the read and the write of this one. */
export function writeConflict(what: string): Rejected {
  return new Rejected(503, "temporarily_unavailable", `The ${what} keeps changing at this moment. Send it again.`, {
    headers: { "retry-after": "1" },
  });
}

/** 404 for a resource that does not exist, or is another user's: the two must look the same. @param by "id" or "name" */
export function notFound(what: string, by = "id"): Rejected {
  return new Rejected(404, "not_found", `There is no ${what} with this ${by}.`);
}

/** The refusal of a path that no route has. */
export function routeNotFound(): Rejected {
  return new Rejected(404, "not_found", "There is nothing at this path; see /openapi.json.");
}
