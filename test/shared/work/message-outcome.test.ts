import { expect, it } from "vitest";
import { outcomeOfFailure } from "../../../lambdas/shared/work/message-outcome.ts";

const backOff = { first: 20, factor: 3, longest: 3_600 };

it("discards the message of a request that failed permanently", () => {
  const failure = { kind: "permanent", code: "not_found" } as const;
  expect(outcomeOfFailure(failure, backOff, { receiveCount: 2 }, 0)).toMatchObject({
    name: "Discard",
    code: "not_found",
  });
});

it.each([
  ["the back-off", null, 60],
  ["the site's Retry-After", 600, 600],
])("makes any other message wait for %s", (_, retryAfterSeconds, delaySeconds) => {
  const cause = new Error("away");
  const failure = { kind: "transient", code: "upstream_error", retryAfterSeconds } as const;
  const outcome = outcomeOfFailure(failure, backOff, { receiveCount: 2 }, 0, { cause });
  expect(outcome).toMatchObject({ name: "RetryLater", code: "upstream_error", delaySeconds, cause });
});
