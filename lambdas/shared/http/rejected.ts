/** A field that was rejected: its path in the request and the reason. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
  /** The place in the field's text, in characters, where only a part of it is wrong. */
  readonly offset?: number;
  readonly length?: number;
}

/**
 * A request that is rejected for a reason that its sender can correct. Any other error during a request is a bug (500) or an
 * unavailable service (503).
 */
export class Rejected extends Error {
  readonly status: number;
  /** A stable code in snake_case. */
  readonly code: string;
  readonly errors: readonly FieldError[] | undefined;
  /** More members of the problem (RFC 9457, section 3.2) that a program needs beside the code. */
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

/** 400 for fields of a request. Programs show `errors` after the sentence, or beside the fields. */
export function invalidFields(errors: readonly FieldError[]): Rejected {
  return new Rejected(400, "validation_error", "Some fields are missing or not valid.", { errors });
}

/** 503 for a resource that other requests change each time between this request's read and write. */
export function writeConflict(what: string): Rejected {
  return temporarilyUnavailable(`The ${what} keeps changing at this moment. Send it again.`);
}

/** 503 for a request that may be sent again at once. */
export function temporarilyUnavailable(detail: string): Rejected {
  return new Rejected(503, "temporarily_unavailable", detail, { headers: { "retry-after": "1" } });
}

/**
 * 404 for a resource that does not exist or belongs to another user: the answer must be the same in both cases. @param by
 * "id" or "name"
 */
export function notFound(what: string, by = "id"): Rejected {
  return new Rejected(404, "not_found", `There is no ${what} with this ${by}.`);
}

export function routeNotFound(): Rejected {
  return new Rejected(404, "not_found", "There is nothing at this path; see /openapi.json.");
}
