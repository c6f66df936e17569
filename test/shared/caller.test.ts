import { describe, expect, it } from "vitest";
import { callerOf } from "../../lambdas/shared/caller.ts";
import type { HttpEvent } from "../../lambdas/shared/http-api.ts";
import { httpEvent } from "../emulators/http-event.ts";

const route = "GET /v1/stocks";

/** An event with any claims at all, as a gateway with another issuer might give them. */
function withClaims(claims: Record<string, unknown>): HttpEvent {
  const event = httpEvent({ route });
  return {
    ...event,
    requestContext: {
      ...event.requestContext,
      authorizer: { principalId: "", integrationLatency: 0, jwt: { claims, scopes: [] } },
    } as unknown as HttpEvent["requestContext"],
  };
}

describe("callerOf", () => {
  it("takes the user from the token's sub", () => {
    expect(callerOf(httpEvent({ route, user: "bob" }))).toEqual({ userId: "bob", isAdmin: false });
  });

  it("is nobody without an authorizer, without a sub and with an empty one", () => {
    expect(callerOf(httpEvent({ route, user: null }))).toBeNull();
    expect(callerOf(withClaims({}))).toBeNull();
    expect(callerOf(withClaims({ sub: "" }))).toBeNull();
    expect(callerOf(withClaims({ sub: 7 }))).toBeNull();
  });

  it.each([
    [["admin"], true],
    [["admin", "editors"], true],
    [["editors", "admin"], true],
    [["editors"], false],
    [["superadmin"], false],
    [["admins"], false],
    [["Admin"], false],
    [["not-admin", "admin-readers"], false],
    [[], false],
  ])("of groups %j says administrator %s", (groups, isAdmin) => {
    expect(callerOf(httpEvent({ route, groups }))?.isAdmin).toBe(isAdmin);
  });

  it("understands a claim that stayed a list, and takes no other claim for groups", () => {
    expect(callerOf(withClaims({ sub: "bob", "cognito:groups": ["editors", "admin"] }))?.isAdmin).toBe(true);
    expect(callerOf(withClaims({ sub: "bob", "cognito:groups": true }))?.isAdmin).toBe(false);
    expect(callerOf(withClaims({ sub: "bob", groups: "[admin]", "cognito:username": "admin" }))?.isAdmin).toBe(false);
  });
});
