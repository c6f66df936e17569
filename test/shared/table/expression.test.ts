import { describe, expect, it } from "vitest";
import {
  all,
  any,
  has,
  hasNot,
  is,
  isAbove,
  isAbsent,
  isAtMost,
  isBelow,
  isNot,
  isOneOf,
  isPresent,
  isShorter,
  storedOr,
  storedPlus,
} from "../../../lambdas/shared/table/expression.ts";
import { REMOVED, toExpressions } from "../../../lambdas/shared/table/update.ts";

describe("the expressions of an update", () => {
  it("have one placeholder for each used name or value, however often it is used", () => {
    const at = "2026-11-20T03:00:00.000Z";
    expect(
      toExpressions({
        set: { status: "failed", updated_at: at, failed_at: at },
        remove: ["reconcile_at"],
        add: { attempts: 1 },
        when: [is("status", "pending"), isAtMost("reconcile_at", at)],
      }),
    ).toEqual({
      UpdateExpression: "SET #0=:0,#1=:1,#2=:1 REMOVE #3 ADD #4 :2",
      ConditionExpression: "#0=:3 AND #3<=:1",
      ExpressionAttributeNames: {
        "#0": "status",
        "#1": "updated_at",
        "#2": "failed_at",
        "#3": "reconcile_at",
        "#4": "attempts",
      },
      ExpressionAttributeValues: { ":0": "failed", ":1": at, ":2": 1, ":3": "pending" },
    });
  });

  it("do not change an attribute that is set to undefined, remove one that is set to REMOVED, and store null", () => {
    expect(toExpressions({ set: { left: undefined, gone: REMOVED, due_at: null } })).toEqual({
      UpdateExpression: "SET #0=:0 REMOVE #1",
      ExpressionAttributeNames: { "#0": "due_at", "#1": "gone" },
      ExpressionAttributeValues: { ":0": null },
    });
  });

  it("set computed values from the stored item, also in maps", () => {
    const set = { "announced.a1": storedPlus("version", 1), mail: storedOr("mail", "none") };
    expect(toExpressions({ set })).toEqual({
      UpdateExpression: "SET #0.#1=#2+:0,#3=if_not_exists(#3,:1)",
      ExpressionAttributeNames: { "#0": "announced", "#1": "a1", "#2": "version", "#3": "mail" },
      ExpressionAttributeValues: { ":0": 1, ":1": "none" },
    });
  });

  it("have no empty parts, which DynamoDB refuses", () => {
    expect(toExpressions({ remove: ["active"] })).toEqual({
      UpdateExpression: "REMOVE #0",
      ExpressionAttributeNames: { "#0": "active" },
    });
  });

  it("do not compare with undefined values", () => {
    expect(() => toExpressions({ when: [is("status", undefined)] })).toThrow(TypeError);
  });
});

it.each([
  [isNot("a", 1), "#0<>:0"],
  [isBelow("a", 1), "#0<:0"],
  [isAtMost("a", 1), "#0<=:0"],
  [isAbove("a", 1), "#0>:0"],
  [isOneOf("a", [1, 2]), "#0 IN (:0,:1)"],
  [isPresent("a.b"), "attribute_exists(#0.#1)"],
  [isAbsent("a"), "attribute_not_exists(#0)"],
  [has("a", 1), "contains(#0,:0)"],
  [hasNot("a", 1), "NOT contains(#0,:0)"],
  [isShorter("a", 1), "size(#0)<:0"],
  [any(is("a", 1)), "#0=:0"],
  [any(is("a", 1), all(is("b", 2), is("c", 1))), "(#0=:0 OR #1=:1 AND #2=:0)"],
])("condition %#", (condition, text) => {
  expect(toExpressions({ when: [condition] }).ConditionExpression).toBe(text);
});
