import { expect, it } from "vitest";
import { VERSION } from "../../lib/bundling/version.ts";
import { listed, synthesized } from "../infra/synthesized.ts";
import { breaks } from "./breaks.ts";
import { lastVersion, readSnapshot } from "./snapshots.ts";
import { thisTree } from "./this-tree.ts";

const stack = synthesized("prod");
const now = thisTree(stack.assembly.getStackArtifact("magpie-prod").template.Resources);
const last = lastVersion() ?? "";

it("is no version of the future", () => {
  expect([last, VERSION].toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))[1]).toBe(VERSION);
});

// Each line says what to do. docs/releasing.md has the rest.
it(`can be upgraded from ${last} to this tree, and taken back`, () => {
  expect(breaks(readSnapshot(last), now)).toEqual([]);
});

it("knows the messages of every queue that has a worker", () => {
  const queues = stack.some("AWS::Lambda::EventSourceMapping").flatMap(([, { Properties }]) => {
    const [, queue] = stack.target(listed(Properties.EventSourceArn)[0], "AWS::SQS::Queue");
    return stack.withoutStage(queue.Properties.QueueName);
  });
  expect(Object.keys(now.messages).sort(), "test/releases/messages.ts has the schema of each queue's messages").toEqual(
    queues.sort(),
  );
});

it("knows the types of the items", () => {
  expect(Object.keys(now.items).length).toBeGreaterThan(25);
  for (const [type, schema] of Object.entries(now.items)) {
    expect(Object.keys(schema.properties ?? {}), type).not.toEqual([]);
  }
});
