import { describe, expect, it } from "vitest";
import { synthesized } from "./synthesized.ts";

const stack = synthesized();

describe.each(stack.some("AWS::Lambda::EventSourceMapping"))("event source %s", (_, source) => {
  const { Properties } = source;

  it("reads a queue of the stack for a function of the stack", () => {
    expect(() => stack.target(Properties.EventSourceArn, "AWS::SQS::Queue")).not.toThrow();
    expect(() => stack.target(Properties.FunctionName, "AWS::Lambda::Function")).not.toThrow();
    expect(Properties.Enabled).not.toBe(false);
  });

  it("takes the function's word for which messages failed", () => {
    expect(Properties.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
  });

  it("has a maximum concurrency, which Lambda takes from two on", () => {
    expect(Properties.ScalingConfig?.MaximumConcurrency).toBeGreaterThanOrEqual(2);
  });
});
