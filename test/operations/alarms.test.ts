import type { DescribeAlarmsCommandInput, DescribeAlarmsCommandOutput, MetricAlarm } from "@aws-sdk/client-cloudwatch";
import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { Alarms } from "../../lambdas/operations/alarms.ts";
import { Queues } from "../../lambdas/operations/queues.ts";
import { awsError } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { operationsApi } from "./operations-api.ts";

const NOW = new Date("2026-11-20T03:00:00.000Z");
const CHANGED = new Date("2026-11-20T02:00:00.000Z");
const UPDATED = new Date("2026-11-20T02:59:00.000Z");
capturedLog();
const client = new CloudWatchClient({ region: "r" });
const clientElsewhere = new CloudWatchClient({ region: "us-east-1" });
const cloudWatch = mockClient(client);
const elsewhere = mockClient(clientElsewhere);
const send = operationsApi({
  queues: new Queues(new SQSClient({ region: "r" }), client, []),
  alarms: new Alarms(
    [
      { cloudWatch: client, suffix: "" },
      { cloudWatch: clientElsewhere, suffix: "-r" },
    ],
    "prod-",
  ),
  clock: { now: () => NOW, wait: (milliseconds: number) => milliseconds },
});
const list = () => send({ route: "GET /v1/ops/alarms" });

beforeEach(() => {
  cloudWatch.reset();
  elsewhere.reset();
  elsewhere.on(DescribeAlarmsCommand).resolves({});
});

/** An alarm in the form of the stack. */
function alarm(name: string, state: string, changes: Partial<MetricAlarm> = {}): MetricAlarm {
  return {
    AlarmName: `prod-${name}`,
    AlarmDescription: `Somebody notices ${name}. Runbook: https://magpie.example/docs/runbook#${name}`,
    StateValue: state as "OK",
    StateReason: "Threshold Crossed",
    StateUpdatedTimestamp: UPDATED,
    StateTransitionedTimestamp: CHANGED,
    ...changes,
  };
}

/** Makes CloudWatch answer these pages one after the other. @returns the inputs of its requests */
function answered(...pages: Partial<DescribeAlarmsCommandOutput>[]): DescribeAlarmsCommandInput[] {
  const requested: DescribeAlarmsCommandInput[] = [];
  cloudWatch.on(DescribeAlarmsCommand).callsFake((input: DescribeAlarmsCommandInput) => {
    // A copy: the SDK writes the next page's token into the same input.
    requested.push({ ...input });
    return pages[requested.length - 1];
  });
  return requested;
}

describe("GET /v1/ops/alarms", () => {
  it("lists every alarm without its stage, with its impact and its section of the runbook", async () => {
    answered({ MetricAlarms: [alarm("api-5xx", "ALARM")] });
    expect(await list()).toEqual({
      status: 200,
      headers: { "content-type": "application/json" },
      body: {
        alarms: [
          {
            name: "api-5xx",
            state: "alarm",
            reason: "Threshold Crossed",
            since: CHANGED.toISOString(),
            impact: "Somebody notices api-5xx.",
            runbook: "https://magpie.example/docs/runbook#api-5xx",
          },
        ],
      },
    });
  });

  it("reads every page, and lists alarms in ALARM first, then those without data", async () => {
    const requested = answered(
      { MetricAlarms: [alarm("b", "OK"), alarm("d", "INSUFFICIENT_DATA")], NextToken: "more" },
      { MetricAlarms: [alarm("c", "ALARM"), alarm("a", "OK"), alarm("e", "ALARM")] },
    );
    const { body } = await list();
    expect(body.alarms.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toEqual([
      "c alarm",
      "e alarm",
      "d insufficient_data",
      "a ok",
      "b ok",
    ]);
    expect(requested.map(({ AlarmNamePrefix, NextToken }) => [AlarmNamePrefix, NextToken])).toEqual([
      ["prod-", undefined],
      ["prod-", "more"],
    ]);
  });

  it("leaves out alarms that the stack did not create, another stage's too", async () => {
    answered({
      MetricAlarms: [
        alarm("by-hand", "ALARM", { AlarmDescription: "Somebody's own" }),
        { AlarmName: "prod-undescribed", StateValue: "ALARM" },
        // Stage "prod-eu".
        alarm("eu-api-5xx", "ALARM", {
          AlarmDescription: "Requests fail. Runbook: https://magpie.example/docs/runbook#api-5xx",
        }),
        alarm("api-5xx", "OK"),
      ],
    });
    expect((await list()).body.alarms.map(({ name }: { name: string }) => name)).toEqual(["api-5xx"]);
  });

  it("lists the alarms of us-east-1 under the same names, without those of another region's stage", async () => {
    answered({ MetricAlarms: [alarm("api-5xx", "OK")] });
    elsewhere.on(DescribeAlarmsCommand).resolves({
      MetricAlarms: [
        alarm("site-5xx", "ALARM", { AlarmName: "prod-site-5xx-r" }),
        alarm("site-5xx", "OK", { AlarmName: "prod-site-5xx-s" }),
      ],
    });
    const { body } = await list();
    expect(body.alarms.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toEqual([
      "site-5xx alarm",
      "api-5xx ok",
    ]);
  });

  it("is 503 when us-east-1 does not answer: the list would look complete", async () => {
    answered({ MetricAlarms: [alarm("api-5xx", "OK")] });
    elsewhere.on(DescribeAlarmsCommand).rejects(awsError("InternalFailure", 500));
    expect((await list()).status).toBe(503);
  });

  it("has the time of the last evaluation if CloudWatch does not report that of the change", async () => {
    answered({ MetricAlarms: [{ ...alarm("a", "OK"), StateTransitionedTimestamp: undefined }] });
    expect((await list()).body.alarms[0].since).toBe(UPDATED.toISOString());
  });

  it("is 503 when CloudWatch throttles", async () => {
    const error = awsError("ThrottlingException", 400);
    cloudWatch.on(DescribeAlarmsCommand).rejects(error);
    expect(await list()).toMatchObject({ status: 503, body: { code: "temporarily_unavailable" } });
  });
});
