import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "aws-cdk-lib";
import { Stack } from "aws-cdk-lib";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { expect } from "vitest";

/** Fails unless an app refuses a queue that may be used without TLS. @param outdir of its synthesis */
export function expectRefusal(app: App, outdir: string): void {
  const stack = app.node.children.find(Stack.isStack);
  if (stack === undefined) throw new Error("The app has no stack");
  new Queue(stack, "Careless");
  expect(() => app.synth()).toThrow();
  expect(readFileSync(join(outdir, "validation-report.json"), "utf8")).toContain("AwsSolutions-SQS4");
}
