import { describe, expect, it } from "vitest";
import { filterPattern } from "../../lib/local/alarms/filter-pattern.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { BAD_ENDS, receiveFailing } from "../shared/work/failing-worker.ts";
import { listed, logicalId, synthesized } from "./synthesized.ts";

/** Entries that read untrusted pages, with one message at a time: a page must not delay other messages. */
const READ_STRANGERS = [
  "lambdas/bookmarks/worker.ts",
  "lambdas/recommendations/metadata-worker.ts",
  "lambdas/recommendations/receive-worker.ts",
  "lambdas/recommendations/send-worker.ts",
];

const log = capturedLog();
const stack = synthesized();

describe.each(stack.some("AWS::Lambda::EventSourceMapping"))("event source %s", (_, source) => {
  const { Properties } = source;

  it("reads a queue of the stack for a function of the stack", () => {
    expect(() => stack.target(Properties.EventSourceArn, "AWS::SQS::Queue")).not.toThrow();
    expect(() => stack.target(Properties.FunctionName, "AWS::Lambda::Function")).not.toThrow();
    expect(Properties.Enabled).not.toBe(false);
  });

  it("is fed by its own function only if Lambda is told that this is intended", () => {
    const [queue] = stack.target(Properties.EventSourceArn, "AWS::SQS::Queue");
    const [, worker] = stack.target(Properties.FunctionName, "AWS::Lambda::Function");
    const sends = stack
      .statementsOf(worker.Properties.Role)
      .filter(({ Action }) => listed(Action).includes("sqs:SendMessage"))
      .flatMap(({ Resource }) => listed(Resource).map(logicalId));
    // After sixteen messages that cause each other, Lambda would stop running them.
    expect(worker.Properties.RecursiveLoop).toBe(sends.includes(queue) ? "Allow" : "Terminate");
  });

  it("accepts partial batch failures", () => {
    expect(Properties.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
  });

  it("has a worker whose lines about errors on this side are all counted for the alarm, and no other lines", async () => {
    const [, worker] = stack.target(Properties.FunctionName, "AWS::Lambda::Function");
    const [[, filter] = [], ...others] = stack
      .some("AWS::Logs::MetricFilter")
      .filter(
        ([, { Properties: of }]) =>
          of.MetricTransformations[0].MetricName === "work-given-up" &&
          logicalId(of.LogGroupName) === logicalId(worker.Properties.LoggingConfig.LogGroup),
      );
    expect(others).toEqual([]);
    const isCounted = filterPattern(filter?.Properties.FilterPattern);
    for (const end of BAD_ENDS) await receiveFailing(end);
    const lines = log.lines();
    expect(new Set(lines.map(({ fault }) => fault))).toEqual(new Set(["ours", "theirs"]));
    for (const line of lines) expect(isCounted(line), JSON.stringify(line)).toBe(line.fault === "ours");
  });

  it("has a maximum concurrency, which must be at least two in Lambda", () => {
    expect(Properties.ScalingConfig?.MaximumConcurrency).toBeGreaterThanOrEqual(2);
  });
});

it("guards every function against endless loops, except the workers that send messages to their own queues", () => {
  const allowed = stack
    .some("AWS::Lambda::Function")
    .filter(([, { Properties }]) => Properties.RecursiveLoop !== "Terminate")
    .map(([, { Properties }]) => [Properties.Description, Properties.RecursiveLoop]);
  expect(allowed.sort(), "Let only these send to their own queue, or add the worker here with the reason").toEqual([
    // A message for covers sends no other.
    ["lambdas/books/worker.ts", "Allow"],
    ["lambdas/mercari/worker.ts", "Allow"],
  ]);
});

it("takes one message at a time if untrusted pages are read", () => {
  const one = stack
    .some("AWS::Lambda::EventSourceMapping")
    .filter(([, { Properties }]) => Properties.BatchSize === 1)
    .map(
      ([, { Properties }]) => stack.target(Properties.FunctionName, "AWS::Lambda::Function")[1].Properties.Description,
    );
  expect(one, "Give each of READ_STRANGERS `batchSize: 1` in lib").toEqual(expect.arrayContaining(READ_STRANGERS));
});
