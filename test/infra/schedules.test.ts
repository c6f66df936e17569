import { describe, expect, it } from "vitest";
import { logicalId, synthesized } from "./synthesized.ts";

const stack = synthesized();
const schedules = stack.some("AWS::Scheduler::Schedule");

describe.each(schedules)("schedule %s", (_, { Properties }) => {
  const { Target } = Properties;

  it("is in the stack's own group, so that its metrics are", () => {
    const groups = stack.some("AWS::Scheduler::ScheduleGroup").map(([, group]) => group.Properties.Name);
    expect(groups).toContain(Properties.GroupName);
  });

  it("sets its time window", () => {
    const { Mode, MaximumWindowInMinutes } = Properties.FlexibleTimeWindow;
    expect(["OFF", "FLEXIBLE"]).toContain(Mode);
    if (Mode === "FLEXIBLE") expect(MaximumWindowInMinutes).toBeGreaterThan(0);
    else expect(MaximumWindowInMinutes).toBeUndefined();
  });

  it("retries a failed start for a while and keeps it in a dead-letter queue", () => {
    expect(Target.RetryPolicy.MaximumRetryAttempts).toBeGreaterThan(0);
    // Scheduler's own defaults, 185 retries within a day, would start runs that are long outdated.
    expect(Target.RetryPolicy.MaximumRetryAttempts).toBeLessThanOrEqual(5);
    expect(Target.RetryPolicy.MaximumEventAgeInSeconds).toBeLessThanOrEqual(60 * 60);
    const [, deadLetters] = stack.target(Target.DeadLetterConfig.Arn, "AWS::SQS::Queue");
    expect(deadLetters.Properties.QueueName).toMatch(/-dlq$/);
  });

  it("has a role that may invoke this function, send to this dead-letter queue, and nothing else", () => {
    const [, { Properties: ofRole }] = stack.target(Target.RoleArn, "AWS::IAM::Role");
    expect(ofRole.AssumeRolePolicyDocument.Statement.map((each: { Principal: unknown }) => each.Principal)).toEqual([
      { Service: "scheduler.amazonaws.com" },
    ]);
    const statements = stack.statementsOf(Target.RoleArn);
    expect(statements).toHaveLength(2);
    expect(statements).toEqual(
      expect.arrayContaining([
        { Effect: "Allow", Action: "lambda:InvokeFunction", Resource: Target.Arn },
        { Effect: "Allow", Action: "sqs:SendMessage", Resource: Target.DeadLetterConfig.Arn },
      ]),
    );
  });

  it("starts a function whose failed runs are retried and kept, too", () => {
    const [target] = stack.target(Target.Arn, "AWS::Lambda::Function");
    const configs = stack
      .some("AWS::Lambda::EventInvokeConfig")
      .map(([, config]) => config.Properties)
      .filter((config) => logicalId(config.FunctionName) === target);
    expect(configs).toHaveLength(1);
    for (const config of configs) {
      expect(config.MaximumRetryAttempts).toBeGreaterThan(0);
      expect(() => stack.target(config.DestinationConfig.OnFailure.Destination, "AWS::SQS::Queue")).not.toThrow();
    }
  });
});
