import { describe, expect, it } from "vitest";
import { RouteThrottles } from "../../../lib/local/gateway/route-throttles.ts";
import { Template } from "../../../lib/local/template/template.ts";

const STAGE = {
  Type: "AWS::ApiGatewayV2::Stage",
  Properties: {
    DefaultRouteSettings: { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 5 },
    RouteSettings: { "GET /v1/health": { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 3 } },
  },
};

function throttles(scale = 1, resources: ConstructorParameters<typeof Template>[0] = { Stage: STAGE }) {
  const clock = { now: 0 };
  const made = new RouteThrottles(
    new Template(resources, { api: "http://api", aws: "http://aws" }),
    scale,
    () => clock.now,
  );
  const admitted = (key: string, of: number) =>
    Array.from({ length: of }, () => made.admits(key)).filter(Boolean).length;
  return { clock, admitted };
}

describe("the throttle of a route", () => {
  it("admits its burst at once, and its rate from then on", () => {
    const { clock, admitted } = throttles();
    expect(admitted("GET /v1/health", 10)).toBe(3);
    clock.now = 2_000;
    expect(admitted("GET /v1/health", 10)).toBe(2);
    clock.now = 60_000;
    expect(admitted("GET /v1/health", 10)).toBe(3);
  });

  it("is its own: requests for one route use up no other's", () => {
    const { admitted } = throttles();
    expect(admitted("GET /v1/health", 100)).toBe(3);
    expect([admitted("GET /v1/stocks", 100), admitted("GET /v1/books", 100)]).toEqual([5, 5]);
  });

  it("is refilled as many times faster as waits are shorter", () => {
    const { clock, admitted } = throttles(0.01);
    admitted("GET /v1/stocks", 5);
    clock.now = 10;
    expect(admitted("GET /v1/stocks", 5)).toBe(2);
  });

  it("is the account's where the stage has none", () => {
    expect(throttles(1, {}).admitted("GET /v1/stocks", 6_000)).toBe(5_000);
  });
});
