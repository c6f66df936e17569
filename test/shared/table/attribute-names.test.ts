import fc from "fast-check";
import { expect, it } from "vitest";
import { fromAttributes, toAttributes } from "../../../lambdas/shared/table/attribute-names.ts";

it("writes the names of fields in snake_case at any depth, and keeps values unchanged", () => {
  const run = { id: "runId", startedAt: null, requests: [{ maxResults: 40 }], error: { retryAfterSeconds: 1.5 } };
  expect(toAttributes(run)).toEqual({
    id: "runId",
    started_at: null,
    requests: [{ max_results: 40 }],
    error: { retry_after_seconds: 1.5 },
  });
  expect(toAttributes({ isbn13: "9784000000000", aB: true })).toEqual({ isbn13: "9784000000000", a_b: true });
});

const record = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    tie("list"),
    tie("record"),
  ),
  list: fc.array(tie("value"), { maxLength: 3 }),
  record: fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/), tie("value"), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
})).record;

it("reads what it has written", () => {
  fc.assert(
    fc.property(record, (value) => {
      expect(fromAttributes(toAttributes(value))).toEqual(value);
    }),
  );
});
