import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  PutMetricDataCommand,
  paginateDescribeAlarms,
  SetAlarmStateCommand,
} from "@aws-sdk/client-cloudwatch";
import { cbor } from "@smithy/core/cbor";
import { describe, expect, it } from "vitest";
import type { Credentials } from "../../../lib/local/access/callers.ts";
import { cloudWatchService } from "../../../lib/local/alarms/cloudwatch-service.ts";
import { logsService } from "../../../lib/local/alarms/logs-service.ts";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { arn } from "../../../lib/local/template/identities.ts";
import { signedHeaders } from "../access/signed-headers.ts";
import { AwsFront } from "../emulators/aws-front.ts";
import { AlarmedStage } from "./alarmed-stage.ts";

const alarm = (name: string): Resource => ({
  Type: "AWS::CloudWatch::Alarm",
  Properties: {
    AlarmName: name,
    AlarmDescription: "Users wait & <see>. Runbook: https://magpie.example/docs/runbook#a",
    Namespace: "Magpie/local",
    MetricName: name,
    Dimensions: [{ Name: "Kind", Value: "x" }],
    Statistic: "Sum",
    Period: 60,
    EvaluationPeriods: 1,
    Threshold: 3,
    ComparisonOperator: "GreaterThanOrEqualToThreshold",
    TreatMissingData: "notBreaching",
  },
});
const NAMES = ["local-a", "local-b", "prod-a"];
const STATE = { AlarmName: "local-a", StateValue: "ALARM", StateReason: "drill" } as const;

let stage: AlarmedStage;
const front = new AwsFront(() => {
  stage = new AlarmedStage(Object.fromEntries(NAMES.map((name, index) => [`Alarm${index}`, alarm(name)])));
  const oldestAge = (queue: string) => (queue === "work" ? 12.5 : undefined);
  const cloudWatch = cloudWatchService({ alarms: stage.alarms, oldestAge, clock: () => 1_000 });
  return { GraniteServiceVersion20100801: cloudWatch, Logs_20140328: logsService };
});
const narrow = front.functionThatMay("narrow", ["cloudwatch:DescribeAlarms"], [arn("cloudwatch", "alarm:local-*")]);

const client = (credentials?: Credentials) => new CloudWatchClient(front.client(credentials));

/** A signed call in the form of a client with another protocol. */
function post(path: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array<ArrayBuffer>) {
  const call = { origin: front.origin, method: "POST", path, body, service: "monitoring", credentials: front.operator };
  return fetch(front.origin + path, { method: "POST", headers: { ...signedHeaders(call), ...headers }, body });
}

const form = (fields: Readonly<Record<string, string>>) =>
  post(
    "/",
    { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    new URLSearchParams({ Version: "2010-08-01", ...fields }).toString(),
  );

describe("CloudWatch, to the SDK for JavaScript", () => {
  it("describes alarms by name, by prefix, by state and in pages", async () => {
    const { MetricAlarms } = await client().send(new DescribeAlarmsCommand({ AlarmNames: ["local-a"] }));
    expect(MetricAlarms).toEqual([
      expect.objectContaining({
        AlarmName: "local-a",
        AlarmArn: "arn:aws:cloudwatch:us-east-1:000000000000:alarm:local-a",
        StateValue: "INSUFFICIENT_DATA",
        StateReason: "Unchecked: Initial alarm creation",
        StateTransitionedTimestamp: new Date("2026-11-20T03:00:00.000Z"),
        Threshold: 3,
        Dimensions: [{ Name: "Kind", Value: "x" }],
      }),
    ]);
    const pages = paginateDescribeAlarms({ client: client(), pageSize: 1 }, { AlarmNamePrefix: "local-" });
    const names: unknown[] = [];
    for await (const page of pages) names.push(page.MetricAlarms?.map(({ AlarmName }) => AlarmName));
    expect(names).toEqual([["local-a"], ["local-b"]]);
    const none = await client().send(new DescribeAlarmsCommand({ StateValue: "OK" }));
    expect(none.MetricAlarms).toEqual([]);
  });

  it("sets a state", async () => {
    await client().send(new SetAlarmStateCommand(STATE));
    expect(stage.state("local-a")).toBe("ALARM");
    await expect(client().send(new SetAlarmStateCommand({ ...STATE, AlarmName: "c" }))).rejects.toMatchObject({
      name: "ResourceNotFound",
    });
  });

  it("accepts data, by which alarms fire, for custom namespaces", async () => {
    const datum = { MetricName: "local-b", Dimensions: [{ Name: "Kind", Value: "x" }] };
    const send = (Namespace: string) =>
      client().send(
        new PutMetricDataCommand({
          Namespace,
          MetricData: [
            { ...datum, Value: 1 },
            { ...datum, Values: [1], Counts: [2] },
          ],
        }),
      );
    await send("Magpie/local");
    stage.minutes(1);
    expect(stage.state("local-b")).toBe("ALARM");
    await expect(send("AWS/SQS")).rejects.toMatchObject({ name: "InvalidParameterValueException" });
  });

  it("reports a queue's age", async () => {
    const of = (Id: string, name: string) => ({
      Id,
      MetricStat: {
        Metric: {
          Namespace: "AWS/SQS",
          MetricName: "ApproximateAgeOfOldestMessage",
          Dimensions: [{ Name: "QueueName", Value: name }],
        },
        Period: 60,
        Stat: "Maximum",
      },
    });
    const { MetricDataResults } = await client().send(
      new GetMetricDataCommand({
        StartTime: new Date(0),
        EndTime: new Date(1_000),
        MetricDataQueries: [of("q", "work"), of("e", "empty")],
      }),
    );
    expect(MetricDataResults?.map(({ Id, Values }) => [Id, Values])).toEqual([
      ["q", [12]],
      ["e", []],
    ]);
  });

  it("denies callers like AWS: a list needs the permission for all alarms", async () => {
    const send = (input: object) => client(narrow).send(new DescribeAlarmsCommand(input));
    await expect(send({ AlarmNames: ["local-a"] })).resolves.toBeDefined();
    await expect(send({ AlarmNamePrefix: "local-" })).rejects.toMatchObject({ name: "AccessDenied" });
    await expect(client(narrow).send(new SetAlarmStateCommand(STATE))).rejects.toMatchObject({ name: "AccessDenied" });
  });
});

describe("CloudWatch, in forms and XML", () => {
  it("describes alarms", async () => {
    const answer = await form({
      Action: "DescribeAlarms",
      "AlarmNames.member.1": "prod-a",
      "AlarmNames.member.2": "local-b",
    });
    const text = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/xml");
    expect(text).toContain(
      '<DescribeAlarmsResponse xmlns="http://monitoring.amazonaws.com/doc/2010-08-01/"><DescribeAlarmsResult>',
    );
    expect([...text.matchAll(/<AlarmName>(.*?)</g)].map(([, name]) => name)).toEqual(["local-b", "prod-a"]);
    expect(text).toContain("<AlarmDescription>Users wait &#38; &#60;see&#62;. Runbook");
    expect(text).toContain("<Dimensions><member><Name>Kind</Name><Value>x</Value></member></Dimensions>");
    expect(text).toMatch(/<StateUpdatedTimestamp>2026-11-20T03:0\d:00.000Z</);
  });

  it("reports an error", async () => {
    const answer = await form({ Action: "SetAlarmState", ...STATE, AlarmName: "c" });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("<Error><Type>Sender</Type><Code>ResourceNotFound</Code>");
  });
});

describe("CloudWatch, in CBOR", () => {
  const call = async (operation: string, input: object) => {
    const headers = { "content-type": "application/cbor", "smithy-protocol": "rpc-v2-cbor" };
    const path = `/service/GraniteServiceVersion20100801/operation/${operation}`;
    const answer = await post(path, headers, new Uint8Array(cbor.serialize(input)));
    return { answer, output: cbor.deserialize(new Uint8Array(await answer.arrayBuffer())) };
  };

  it("describes alarms", async () => {
    const { answer, output } = await call("DescribeAlarms", { AlarmNamePrefix: "prod" });
    expect(answer.headers.get("smithy-protocol")).toBe("rpc-v2-cbor");
    expect(output.MetricAlarms).toHaveLength(1);
    // A time type of its own, not a number.
    expect(output.MetricAlarms[0].StateUpdatedTimestamp).toMatchObject({ tag: 1 });
  });

  it("reports an error", async () => {
    const { answer, output } = await call("SetAlarmState", { ...STATE, AlarmName: "c" });
    expect(answer.status).toBe(404);
    expect(output).toMatchObject({ __type: "ResourceNotFound" });
  });

  it("reports unsupported requests", async () => {
    const { output } = await call("PutMetricAlarm", {});
    expect(output).toMatchObject({ __type: "UnknownOperationException" });
  });
});

describe("CloudWatch Logs", () => {
  const headers = { "content-type": "application/x-amz-json-1.1", "x-amz-target": "Logs_20140328.TestMetricFilter" };
  const test = (filterPattern: string) =>
    post("/", headers, JSON.stringify({ filterPattern, logEventMessages: ["x", '{"a":1}', '{"a":2}'] }));

  it("returns the lines that match a filter", async () => {
    const answer = await test("{ $.a = 2 }");
    expect(await answer.json()).toEqual({
      matches: [{ eventNumber: 3, eventMessage: '{"a":2}', extractedValues: {} }],
    });
  });

  it("rejects an invalid filter", async () => {
    const answer = await test("{ $.a EXISTS }");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ __type: "InvalidParameterException" });
  });
});
