import { describe, expect, it } from "vitest";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { AlarmedStage } from "./alarmed-stage.ts";

const TOPIC = { Ref: "Topic" };
const DEPTH = { visible: 3, notVisible: 0, delayed: 0, oldestAge: 10 };

/** A stage with one alarm on its own metric, or on a queue's. */
function stageOf(
  alarm: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, Resource>> = {},
): AlarmedStage {
  return new AlarmedStage({
    Topic: { Type: "AWS::SNS::Topic", Properties: { TopicName: "local-alarms" } },
    Mail: {
      Type: "AWS::SNS::Subscription",
      Properties: { TopicArn: TOPIC, Protocol: "email", Endpoint: "alarms@magpie.example" },
    },
    Alarm: {
      Type: "AWS::CloudWatch::Alarm",
      Properties: {
        AlarmName: "local-a",
        AlarmDescription: "Users wait. Runbook: https://magpie.example/docs/runbook#a",
        AlarmActions: [TOPIC],
        OKActions: [TOPIC],
        Namespace: "Magpie/local",
        MetricName: "a",
        Statistic: "Sum",
        Period: 300,
        EvaluationPeriods: 1,
        Threshold: 1,
        ComparisonOperator: "GreaterThanOrEqualToThreshold",
        TreatMissingData: "notBreaching",
        ...alarm,
      },
    },
    ...more,
  });
}

const put = (stage: AlarmedStage, value = 1) =>
  stage.alarms.metrics.put({
    metric: { namespace: "Magpie/local", name: "a", dimensions: {} },
    value,
    at: stage.alarms.now(),
  });

/** The states at the end of each minute. */
function states(stage: AlarmedStage, minutes: number): string[] {
  return Array.from({ length: minutes }, () => {
    stage.minutes(1);
    return stage.state("local-a");
  });
}

describe("the alarm evaluator", () => {
  it("reads periods that move with the minutes, and older ones while newer have no data", () => {
    const stage = stageOf({});
    expect(states(stage, 2)).toEqual(["OK", "OK"]);
    put(stage);
    // The period with the value moves back, into the two spare ones.
    expect(states(stage, 16)).toEqual([...Array(15).fill("ALARM"), "OK"]);
  });

  it("ignores older periods as soon as newer ones have data", () => {
    const stage = stageOf({});
    put(stage);
    expect(states(stage, 5)).toEqual(Array(5).fill("ALARM"));
    put(stage, 0);
    expect(states(stage, 1)).toEqual(["OK"]);
  });

  it("reports changes only, including the first one from INSUFFICIENT_DATA", () => {
    const stage = stageOf({});
    stage.minutes(3);
    put(stage);
    stage.minutes(30);
    expect(stage.mails.map(({ subject }) => subject)).toEqual(
      ["OK", "ALARM", "OK"].map((state) => `${state}: "local-a" in US East (N. Virginia)`),
    );
    expect(stage.mails[0]).toMatchObject({ destination: { to: ["alarms@magpie.example"] } });
  });

  it("runs no disabled action", () => {
    const stage = stageOf({ ActionsEnabled: false });
    put(stage);
    stage.minutes(30);
    expect(stage.mails).toEqual([]);
  });

  it("waits for the warm-up before it counts missing data as a fault", () => {
    const silent = { TreatMissingData: "breaching", ComparisonOperator: "LessThanThreshold", Period: 60 };
    const stage = stageOf({ ...silent, WarmUpConfiguration: { WarmUpPeriodDurationInMinutes: 3 } });
    expect(states(stage, 4)).toEqual(["INSUFFICIENT_DATA", "INSUFFICIENT_DATA", "ALARM", "ALARM"]);
  });

  it("ends the warm-up with the first data, unless the alarm needs all periods", () => {
    const warmUp = (whole: boolean) => ({
      WarmUpConfiguration: { WarmUpPeriodDurationInMinutes: 60, OnlyStartEvaluatingAfterWarmUpPeriodEnds: whole },
    });
    for (const [whole, state] of [
      [false, "ALARM"],
      [true, "INSUFFICIENT_DATA"],
    ] as const) {
      const stage = stageOf(warmUp(whole));
      put(stage);
      expect(states(stage, 1)).toEqual([state]);
    }
  });

  it("evaluates more than a day of periods once an hour", () => {
    const stage = stageOf({ Period: 86_400, EvaluationPeriods: 2, DatapointsToAlarm: 1 });
    stage.minutes(30);
    put(stage);
    expect(states(stage, 29)).toEqual(Array(29).fill("OK"));
    expect(states(stage, 1)).toEqual(["ALARM"]);
  });

  it("corrects a manually set state at its next evaluation", () => {
    const stage = stageOf({});
    stage.minutes(1);
    expect(stage.alarms.evaluator.set("local-a", "ALARM", "drill")).toBe(true);
    expect(stage.alarms.evaluator.shown()).toEqual([
      {
        name: "a",
        state: "alarm",
        reason: "drill",
        since: "2026-11-20T03:01:00.000Z",
        impact: "Users wait.",
        runbook: "http://127.0.0.1:1/docs/runbook#a",
      },
    ]);
    stage.minutes(1);
    expect(stage.state("local-a")).toBe("OK");
    expect(stage.mails.map(({ subject }) => subject.split(":")[0])).toEqual(["OK", "ALARM", "OK"]);
    expect(stage.alarms.evaluator.set("local-b", "ALARM", "drill")).toBe(false);
  });

  it("reads queues at each evaluation", () => {
    const stage = stageOf({
      Namespace: "AWS/SQS",
      MetricName: "ApproximateNumberOfMessagesVisible",
      Statistic: "Maximum",
      Period: 60,
      Dimensions: [{ Name: "QueueName", Value: "work-dlq" }],
    });
    stage.depths.set("work-dlq", DEPTH);
    expect(states(stage, 2)).toEqual(["ALARM", "ALARM"]);
    stage.depths.set("work-dlq", { ...DEPTH, visible: 0 });
    expect(states(stage, 1)).toEqual(["OK"]);
  });

  it.each([
    ["an unknown statistic", { Statistic: "p99" }],
    ["an unknown property", { EvaluateLowSampleCountPercentile: "ignore" }],
    ["a period of seconds", { Period: 10 }],
    ["an unknown comparison", { ComparisonOperator: "GreaterThanUpperThreshold" }],
    [
      "a function that is not known",
      {
        Metrics: [
          { Id: "e", Expression: "RATE(m)" },
          {
            Id: "m",
            MetricStat: { Metric: { Namespace: "n", MetricName: "m" }, Period: 60, Stat: "Sum" },
            ReturnData: false,
          },
        ],
      },
    ],
  ])("does not start with %s", (_what, alarm) => {
    expect(() => stageOf(alarm)).toThrow();
  });

  it("lists the metrics that nothing reports here, and the log groups that nothing writes to", () => {
    const filter = {
      LogGroupName: "/aws/apigateway/x",
      FilterPattern: "{ $.status >= 500 }",
      MetricTransformations: [{ MetricNamespace: "Magpie/local", MetricName: "a", MetricValue: "1" }],
    };
    const stage = stageOf({}, { Filter: { Type: "AWS::Logs::MetricFilter", Properties: filter } });
    expect(stage.alarms.withoutEffect()).toEqual([
      "metric filter { $.status >= 500 } over /aws/apigateway/x, which nothing writes to",
      "metric Magpie/local a of alarm local-a",
    ]);
  });
});

describe("a subscription with a filter", () => {
  const filtered = (filter: object) => ({
    Mail: {
      Type: "AWS::SNS::Subscription",
      Properties: { TopicArn: TOPIC, Protocol: "email", Endpoint: "alarms@magpie.example", ...filter },
    },
  });
  const hasFired = { FilterPolicy: { OldStateValue: ["ALARM"] }, FilterPolicyScope: "MessageBody" };

  it("mails what the filter accepts: neither the first OK nor the alarm, but its end", () => {
    const stage = stageOf({}, filtered(hasFired));
    stage.minutes(1);
    put(stage);
    stage.minutes(30);
    expect(stage.mails.map(({ subject }) => subject)).toEqual([`OK: "local-a" in US East (N. Virginia)`]);
    expect(stage.mails[0]?.body.text).toContain("Users wait. Runbook: ");
  });

  it.each([
    { ...hasFired, FilterPolicyScope: "MessageAttributes" },
    { FilterPolicy: hasFired.FilterPolicy },
    { ...hasFired, FilterPolicy: { $or: [{ OldStateValue: ["ALARM"] }] } },
  ])("does not start with an unknown filter: %j", (filter) => {
    expect(() => stageOf({}, filtered(filter))).toThrow("knows filters by values of the message's body only");
  });
});
