import { describe, expect, it } from "vitest";
import { listed, logicalId, plausibleText, synthesized } from "./synthesized.ts";

const stack = synthesized();
const queues = stack.some("AWS::SQS::Queue");
const isDeadLetters = ([, queue]: (typeof queues)[number]) => queue.Properties.QueueName.endsWith("-dlq");
const FOURTEEN_DAYS = 14 * 24 * 60 * 60;

describe.each(queues)("queue %s", (id, queue) => {
  it("is encrypted by SQS", () => {
    expect(queue.Properties.SqsManagedSseEnabled).toBe(true);
  });

  it("rejects requests without TLS", () => {
    const statements = stack
      .some("AWS::SQS::QueuePolicy")
      .filter(([, policy]) => policy.Properties.Queues.some((named: unknown) => logicalId(named) === id))
      .flatMap(([, policy]) => policy.Properties.PolicyDocument.Statement);
    expect(statements).toEqual([
      {
        Effect: "Deny",
        Action: "sqs:*",
        Principal: { AWS: "*" },
        Resource: "*",
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
    ]);
  });
});

const DAY = 24 * 3_600;
/** Seconds that two workers take for 50,000 bookmarks: half of 8 s each, the others of dead sites with four times 10 s. */
const LONGEST_IMPORT = (25_000 * 8 + 25_000 * 4 * 10) / 2;

describe.each(queues.filter(isDeadLetters))("dead-letter queue %s", (id, queue) => {
  it("keeps its messages for fourteen days and has no dead-letter queue of its own", () => {
    expect(queue.Properties.MessageRetentionPeriod).toBe(FOURTEEN_DAYS);
    expect(queue.Properties.RedrivePolicy).toBeUndefined();
  });

  it("takes dead letters of the queue of its name, and of no other", () => {
    const { RedriveAllowPolicy: allowed, QueueName } = queue.Properties;
    const source = queues.find(([, { Properties }]) => `${Properties.QueueName}-dlq` === QueueName);
    if (source === undefined) return expect(allowed).toEqual({ redrivePermission: "denyAll" });
    expect(allowed).toMatchObject({ redrivePermission: "byQueue" });
    expect(allowed.sourceQueueArns.map(plausibleText)).toEqual([
      expect.stringMatching(new RegExp(`:sqs:.+:${source[1].Properties.QueueName}$`)),
    ]);
  });

  it("is the target of a queue's dead letters", () => {
    const senders = [
      ...queues.map(([, source]) => source.Properties.RedrivePolicy?.deadLetterTargetArn),
      ...stack.all("AWS::Scheduler::Schedule").map(([, schedule]) => schedule.Properties.Target.DeadLetterConfig?.Arn),
    ];
    expect(senders.map(logicalId)).toContain(id);
  });
});

describe.each(queues.filter((named) => !isDeadLetters(named)))("work queue %s", (id, queue) => {
  const { RedrivePolicy, QueueName, VisibilityTimeout, MessageRetentionPeriod } = queue.Properties;
  const sources = stack
    .some("AWS::Lambda::EventSourceMapping")
    .filter(([, source]) => logicalId(source.Properties.EventSourceArn) === id);

  it("has the dead-letter queue of its own name, after at least five receives", () => {
    const [, deadLetters] = stack.target(RedrivePolicy.deadLetterTargetArn, "AWS::SQS::Queue");
    expect(deadLetters.Properties.QueueName).toBe(`${QueueName}-dlq`);
    expect(RedrivePolicy.maxReceiveCount).toBeGreaterThanOrEqual(5);
    // A dead letter keeps its age: it must arrive with four days left. The lower limit is that of the longest import.
    expect(MessageRetentionPeriod).toBeLessThanOrEqual(FOURTEEN_DAYS - 4 * DAY);
    expect(MessageRetentionPeriod).toBeGreaterThanOrEqual(LONGEST_IMPORT);
  });

  it("has one consumer and hides a message six times as long as the function's time-out", () => {
    expect(sources).toHaveLength(1);
    for (const [, source] of sources) {
      const [, consumer] = stack.target(source.Properties.FunctionName, "AWS::Lambda::Function");
      expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * consumer.Properties.Timeout);
    }
  });

  it("has a consumer that knows after how many receives a message is dead-lettered", () => {
    for (const [, source] of sources) {
      const [, consumer] = stack.target(source.Properties.FunctionName, "AWS::Lambda::Function");
      const { MAX_RECEIVE_COUNT } = consumer.Properties.Environment.Variables;
      expect(MAX_RECEIVE_COUNT).toBe(String(RedrivePolicy.maxReceiveCount));
    }
  });

  it("has a consumer with the real time-outs, if it needs to know them", () => {
    for (const [, source] of sources) {
      const [, consumer] = stack.target(source.Properties.FunctionName, "AWS::Lambda::Function");
      const { Timeout, Environment } = consumer.Properties;
      const { ATTEMPT_SECONDS, VISIBILITY_SECONDS } = Environment.Variables;
      expect([String(Timeout), undefined]).toContain(ATTEMPT_SECONDS);
      expect([String(VisibilityTimeout), undefined]).toContain(VISIBILITY_SECONDS);
    }
  });

  it("is shown to operators", () => {
    const shown = stack
      .some("AWS::Lambda::Function")
      .flatMap(([, each]) => listed(each.Properties.Environment?.Variables?.QUEUES))
      .flatMap((text): Record<string, string>[] => JSON.parse(plausibleText(text)));
    expect(shown.filter(({ url }) => url === id)).toEqual([{ url: id, arn: id }]);
  });
});
