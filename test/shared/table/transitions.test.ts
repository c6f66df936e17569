import { expect, it } from "vitest";
import { is } from "../../../lambdas/shared/table/expression.ts";
import { move, statesOf, transitions } from "../../../lambdas/shared/table/transitions.ts";
import { STILL_HOLDS, toExpressions } from "../../../lambdas/shared/table/update.ts";

const DECK = transitions("Deck", statesOf("status", ["pending", "ready", "failed"]), {
  complete: { from: ["pending", "failed"], to: "ready", when: "the fetch is the latest" },
});

it("writes a transition from the states and into the state that the table names", () => {
  const complete = move(DECK, "complete", {
    set: { title: "One" },
    when: [is("fetch_id", "f1")],
    ownWrite: STILL_HOLDS,
  });
  expect(toExpressions(complete)).toEqual({
    UpdateExpression: "SET #0=:0,#1=:1",
    ConditionExpression: "(#0=:2 OR #0=:3) AND #2=:4",
    ExpressionAttributeNames: { "#0": "status", "#1": "title", "#2": "fetch_id" },
    ExpressionAttributeValues: { ":0": "ready", ":1": "One", ":2": "pending", ":3": "failed", ":4": "f1" },
  });
});
