import { describe, expect, it } from "vitest";
import { problem, toRejected } from "../../../lambdas/shared/http/problem.ts";
import { notFound, Rejected, writeConflict } from "../../../lambdas/shared/http/rejected.ts";
import { awsError, LOSSES, lostAnswer } from "../../emulators/aws-errors.ts";
import { socketError } from "../../emulators/socket-errors.ts";

function serviceError(name: string, httpStatusCode: number): Error {
  return awsError(name, httpStatusCode, `${name} of table prod-stocks`);
}

describe("problem", () => {
  it("is an RFC 9457 document with its media type", () => {
    const { statusCode, headers, body } = problem(notFound("stock"));
    expect(statusCode).toBe(404);
    expect(headers).toEqual({ "content-type": "application/problem+json" });
    expect(JSON.parse(body ?? "")).toEqual({
      type: "about:blank",
      title: "Not Found",
      status: 404,
      detail: "There is no stock with this id.",
      code: "not_found",
    });
  });

  it("contains the members beyond the code", () => {
    const { body } = problem(
      new Rejected(400, "duplicate_url", "It is there.", { members: { recommendation_id: "7" } }),
    );
    expect(JSON.parse(body ?? "")).toMatchObject({ code: "duplicate_url", recommendation_id: "7" });
  });

  it("asks to send again what other requests changed meanwhile", () => {
    const { statusCode, headers, body } = problem(writeConflict("key"));
    expect([statusCode, headers]).toEqual([503, expect.objectContaining({ "retry-after": "1" })]);
    expect(JSON.parse(body ?? "")).toMatchObject({
      code: "temporarily_unavailable",
      detail: expect.stringContaining("The key keeps changing"),
    });
  });

  it("has the title Error where the status has none", () => {
    expect(JSON.parse(problem(new Rejected(418, "code", "detail")).body ?? "").title).toBe("Error");
  });

  it("names at most twenty errors", () => {
    const errors = Array.from({ length: 21 }, (_, index) => ({ path: String(index), message: "is wrong" }));
    const { body } = problem(new Rejected(400, "validation_error", "Some fields.", { errors }));
    expect(JSON.parse(body ?? "").errors).toEqual(errors.slice(0, 20));
  });

  it("contains the invalid fields and the rejection's own headers, never the cause", () => {
    const errors = [{ path: "url", message: "is missing" }];
    const { headers, body } = problem(
      new Rejected(400, "validation_error", "Some fields.", {
        errors,
        headers: { "retry-after": "1" },
        cause: new Error("inside"),
      }),
    );
    expect(headers).toMatchObject({ "retry-after": "1", "content-type": "application/problem+json" });
    expect(JSON.parse(body ?? "").errors).toEqual(errors);
    expect(body).not.toContain("inside");
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503])("has a title of its own for %i", (status) => {
    const { title } = JSON.parse(problem(new Rejected(status, "code", "detail")).body ?? "");
    expect(title).not.toBe("Error");
  });
});

describe("toRejected", () => {
  it("keeps a rejection unchanged", () => {
    const rejected = new Rejected(409, "already_pending", "It is.");
    expect(toRejected(rejected)).toBe(rejected);
  });

  it.each([
    serviceError("ProvisionedThroughputExceededException", 400),
    serviceError("ThrottlingException", 400),
    serviceError("RequestLimitExceeded", 400),
    serviceError("RequestThrottled", 403),
    serviceError("InternalServerError", 500),
    serviceError("ServiceUnavailable", 503),
    serviceError("SomethingNew", 500),
    serviceError("SomethingNew", 502),
    ...LOSSES.map(lostAnswer),
    ...(["refused", "notFound", "tryAgain"] as const).map(socketError),
  ])("answers 503 with Retry-After for an unavailable service: $name $code", (error) => {
    const rejected = toRejected(error);
    expect([rejected.status, rejected.code]).toEqual([503, "temporarily_unavailable"]);
    expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
    expect(rejected.cause).toBe(error);
    expect(problem(rejected).body).not.toMatch(/prod-stocks|127\.0\.0\.1|pages\.example/);
  });

  it.each([
    new TypeError("x is not a function"),
    serviceError("ValidationException", 400),
    serviceError("AccessDeniedException", 400),
    serviceError("ResourceNotFoundException", 400),
    "a thrown string",
    undefined,
  ])("answers 500 without the message for every other error: %s", (error) => {
    const rejected = toRejected(error);
    expect([rejected.status, rejected.code]).toEqual([500, "internal_error"]);
    expect(rejected.cause).toBe(error);
    expect(rejected.message).toContain("on our side");
    expect(problem(rejected).body).not.toMatch(/not a function|prod-stocks|thrown text/);
  });
});
