import { describe, expect, it } from "vitest";
import { synthesized } from "./synthesized.ts";

const stack = synthesized();

/**
 * Resources with data that can't be created again. All others are deleted with the stack: their fixed names would block the
 * next one.
 */
const KEPT: ReadonlySet<string> = new Set([
  "AWS::Backup::BackupVault",
  "AWS::Cognito::UserPool",
  "AWS::DynamoDB::Table",
  "AWS::S3::Bucket",
]);

const types = [...new Set([...stack.resources.values()].map(({ Type }) => Type))].sort();

describe.each(types)("a %s", (type) => {
  it("is deleted with the stack unless it holds data, and then only after a failed creation", () => {
    for (const [id, { DeletionPolicy = "Delete", UpdateReplacePolicy = "Delete" }] of stack.some(type)) {
      expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual(
        KEPT.has(type) ? [id, "RetainExceptOnCreate", "Retain"] : [id, "Delete", "Delete"],
      );
    }
  });
});

it("can't be destroyed by one command", () => {
  expect(stack.assembly.getStackArtifact(`magpie-${stack.stage}`).terminationProtection).toBe(true);
});
