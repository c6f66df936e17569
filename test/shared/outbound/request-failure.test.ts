import { describe, expect, it } from "vitest";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import { failureOfError, failureOfRefusal, failureOfStatus } from "../../../lambdas/shared/outbound/request-failure.ts";

describe("failureOfStatus", () => {
  it("is null for 200", () => {
    expect(failureOfStatus({ status: 200, retryAfterSeconds: 60 })).toBeNull();
  });

  it.each([
    [408, "request_timeout"],
    [425, "too_early"],
    [429, "rate_limited"],
    [500, "upstream_error"],
    [503, "upstream_error"],
    [599, "upstream_error"],
  ])("of %i is %s, transient", (status, code) => {
    for (const retryAfterSeconds of [null, 0, 60]) {
      expect(failureOfStatus({ status, retryAfterSeconds })).toEqual({ kind: "transient", code, retryAfterSeconds });
    }
  });

  it.each([
    [401, "private"],
    [403, "forbidden"],
    [404, "not_found"],
    [410, "gone"],
    [999, "forbidden"],
    [600, "unexpected_status"],
    [400, "unexpected_status"],
    [418, "unexpected_status"],
    [202, "unexpected_status"],
    [204, "unexpected_status"],
    [206, "unexpected_status"],
    [301, "unexpected_redirect"],
    [304, "unexpected_redirect"],
  ])("of %i is %s, permanent", (status, code) => {
    expect(failureOfStatus({ status, retryAfterSeconds: 60 })).toEqual({ kind: "permanent", code });
  });
});

describe("failureOfRefusal", () => {
  it("is that of the status, and also accepts an unexpected success", () => {
    const refused = { status: 503, retryAfterSeconds: 60 };
    expect(failureOfRefusal(refused)).toEqual(failureOfStatus(refused));
    expect(failureOfRefusal({ status: 200, retryAfterSeconds: null })).toEqual({
      kind: "permanent",
      code: "unexpected_status",
    });
  });
});

describe("failureOfError", () => {
  it.each(["network", "timeout", "name_not_resolved"] as const)("treats %s as transient", (kind) => {
    const failure = { kind: "transient", code: kind, retryAfterSeconds: null };
    expect(failureOfError(new OutboundError(kind, "https://a.example/"))).toEqual(failure);
  });

  it.each(["blocked_address", "too_large", "too_many_redirects"] as const)("treats %s as permanent", (kind) => {
    expect(failureOfError(new OutboundError(kind, "https://a.example/"))).toEqual({ kind: "permanent", code: kind });
  });

  it("throws a bug", () => {
    const bug = new TypeError("undefined is not a function");
    expect(() => failureOfError(bug)).toThrow(bug);
  });
});
