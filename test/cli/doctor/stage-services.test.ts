import {
  BedrockClient,
  GetFoundationModelAvailabilityCommand,
  GetFoundationModelCommand,
  GetInferenceProfileCommand,
} from "@aws-sdk/client-bedrock";
import { CloudWatchClient, GetMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { GetAccountSettingsCommand, ListEventSourceMappingsCommand } from "@aws-sdk/client-lambda";
import type { GetScheduleCommandOutput } from "@aws-sdk/client-scheduler";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { describe, expect, it } from "vitest";
import { awsError } from "../../emulators/aws-errors.ts";
import { accessDenied, expectFinding } from "./ran.ts";
import { ACCOUNT, DescribedStage, mockedClient, NOW, REGION } from "./stage.ts";

const stage = new DescribedStage();
const bedrock = mockedClient(BedrockClient);
const cloudWatch = mockedClient(CloudWatchClient);
const scheduler = mockedClient(SchedulerClient);
const secrets = mockedClient(SecretsManagerClient);
const sqs = mockedClient(SQSClient);

const notFound = (name: string) => awsError(name, 404, "It is not there");

describe("bedrock", () => {
  const model = (BEDROCK_MODEL: string) => {
    stage.describe({ variables: { BEDROCK_MODEL, BEDROCK_REGION: REGION } });
    return stage.runCheck("bedrock");
  };
  const available = (authorizationStatus: "AUTHORIZED" | "NOT_AUTHORIZED" = "AUTHORIZED") =>
    bedrock.on(GetFoundationModelAvailabilityCommand).resolves({
      authorizationStatus,
      regionAvailability: "AVAILABLE",
      agreementAvailability: { status: "AVAILABLE" },
    });
  const details = (inferenceTypesSupported: ("ON_DEMAND" | "PROVISIONED")[], status: "ACTIVE" | "LEGACY" = "ACTIVE") =>
    bedrock.on(GetFoundationModelCommand).resolves({
      modelDetails: { modelArn: "a", modelId: "m", inferenceTypesSupported, modelLifecycle: { status } },
    });

  it("is ok with a model that may be called, directly or through a profile", async () => {
    available();
    details(["ON_DEMAND"]);
    await expectFinding(model("amazon.nova-lite-v1:0"), "ok");
    bedrock.on(GetInferenceProfileCommand).resolves({ status: "ACTIVE" });
    await expectFinding(model("eu.amazon.nova-lite-v1:0"), "ok");
    const [requested] = bedrock.commandCalls(GetFoundationModelAvailabilityCommand).slice(-1);
    expect(requested?.args[0].input).toEqual({ modelId: "amazon.nova-lite-v1:0" });
  });

  it("fails with a model that does not exist, is not on demand, or not granted", async () => {
    bedrock.on(GetFoundationModelCommand).rejects(notFound("ResourceNotFoundException"));
    await expectFinding(model("amazon.nova-lite-v9:0"), "fail", { found: /There is no/ });
    details(["PROVISIONED"]);
    await expectFinding(model("amazon.nova-lite-v1:0"), "fail", { remedy: /inference profile/ });
    details(["ON_DEMAND"]);
    available("NOT_AUTHORIZED");
    await expectFinding(model("amazon.nova-lite-v1:0"), "fail", { found: /NOT_AUTHORIZED/ });
  });

  it.each([
    ["region", { regionAvailability: "NOT_AVAILABLE" }],
    ["agreement", { agreementAvailability: { status: "NOT_AVAILABLE" } }],
  ] as const)("fails without its %s", async (_, changes) => {
    details(["ON_DEMAND"]);
    bedrock.on(GetFoundationModelAvailabilityCommand).resolves({
      authorizationStatus: "AUTHORIZED",
      regionAvailability: "AVAILABLE",
      agreementAvailability: { status: "AVAILABLE" },
      ...changes,
    });
    await expectFinding(model("amazon.nova-lite-v1:0"), "fail", { found: /NOT_AVAILABLE/ });
  });

  it("fails with a profile that is not active, or has an invalid name, and is skipped without the permission", async () => {
    bedrock.on(GetInferenceProfileCommand).resolves({ status: undefined as never });
    await expectFinding(model("eu.amazon.nova-lite-v1:0"), "fail", { found: /profile eu\./ });
    bedrock.on(GetInferenceProfileCommand).rejects(awsError("ValidationException", 400, "Invalid"));
    await expectFinding(model("global.x"), "fail", { found: `There is no global.x in ${REGION}.` });
    bedrock.on(GetInferenceProfileCommand).rejects(accessDenied("bedrock:GetInferenceProfile"));
    await expectFinding(model("eu.x"), "skipped");
  });

  it("warns of a model that is deprecated, and is skipped without one", async () => {
    available();
    details(["ON_DEMAND"], "LEGACY");
    await expectFinding(model("amazon.nova-lite-v1:0"), "warn");
    await expectFinding(model(""), "skipped");
  });
});

describe("concurrency", () => {
  const account = (free: number, ...mappings: { of?: string; maximum?: number; state?: string }[]) => {
    stage.describe();
    stage.lambda.on(GetAccountSettingsCommand).resolves({
      AccountLimit: { ConcurrentExecutions: free, UnreservedConcurrentExecutions: free },
    });
    stage.lambda.on(ListEventSourceMappingsCommand).resolves({
      EventSourceMappings: mappings.map(({ of = "prod-books-worker", maximum, state = "Enabled" }) => ({
        FunctionArn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${of}`,
        State: state,
        ...(maximum === undefined ? {} : { ScalingConfig: { MaximumConcurrency: maximum } }),
      })),
    });
    return stage.runCheck("concurrency");
  };

  it("is ok if the event sources leave enough to the API; other functions' don't count", async () => {
    await expectFinding(account(100, { maximum: 20 }, { of: "other", maximum: 500 }), "ok", {
      found: "The event sources may take 20 of 100 concurrent executions.",
    });
  });

  it("fails in a new account, whose ten they could use up", async () => {
    await expectFinding(account(10, { maximum: 5 }, { maximum: 5 }), "fail", {
      remedy: /request-service-quota-increase/,
    });
    await expectFinding(account(1_000, {}), "fail");
    await expectFinding(account(10, { maximum: 9 }), "warn");
  });

  it("warns from four fifths of the account's on, and fails where they may take all", async () => {
    for (const [maximum, status] of [
      [80, "ok"],
      [81, "warn"],
      [99, "warn"],
      [100, "fail"],
    ] as const) {
      expect(await account(100, { maximum })).toMatchObject({ status });
    }
    await expectFinding(account(1_001, {}), "warn", { found: /take 1000 of 1001/ });
  });

  it("counts the event sources of every page, and the account's limit where nothing is reserved", async () => {
    await account(100);
    const page = (NextMarker: string | undefined) => ({
      EventSourceMappings: [
        {
          FunctionArn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:prod-books-worker`,
          State: "Enabled",
          ScalingConfig: { MaximumConcurrency: 2 },
        },
      ],
      ...(NextMarker === undefined ? {} : { NextMarker }),
    });
    stage.lambda
      .on(GetAccountSettingsCommand)
      .resolves({ AccountLimit: { ConcurrentExecutions: 50 } })
      .on(ListEventSourceMappingsCommand)
      .resolves(page("more"))
      .on(ListEventSourceMappingsCommand, { Marker: "more" })
      .resolves(page(undefined));
    expect((await stage.runCheck("concurrency")).found).toMatch(/take 4 of 50 /);
  });

  it("fails when a queue has no consumer", async () => {
    await expectFinding(account(100, { maximum: 2, state: "Disabled" }), "fail", {
      found: /disabled: prod-books-worker/,
    });
    await expectFinding(account(100, { maximum: 2, state: "Disabling" }), "fail");
  });
});

describe("secrets", () => {
  const named = {
    VIEWER_SECRET: `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:Viewer-AbCdEf`,
    GOOGLE_BOOKS_SECRET: "magpie/key",
  };
  const held = (viewer: string | Error, google: string | Error) => {
    stage.describe({ variables: named });
    for (const [SecretId, held] of [
      [named.VIEWER_SECRET, viewer],
      [named.GOOGLE_BOOKS_SECRET, google],
    ] as const) {
      const requested = secrets.on(GetSecretValueCommand, { SecretId });
      if (held instanceof Error) requested.rejects(held);
      else requested.resolves({ SecretString: held });
    }
    return stage.runCheck("secrets");
  };

  it("that have a value are ok, and their values are not shown", async () => {
    const result = await held("top-secret-1", "top-secret-2");
    expect(result).toMatchObject({ status: "ok", found: "All 2 secrets are there and can be read." });
    expect(JSON.stringify(result)).not.toContain("top-secret");
  });

  it("that are missing, empty or marked for deletion are listed by name", async () => {
    await expectFinding(held("x", notFound("ResourceNotFoundException")), "warn", {
      remedy: /create-secret --name magpie\/key/,
    });
    await expectFinding(held("x", " \n"), "fail", { remedy: /put-secret-value --secret-id magpie\/key/ });
    await expectFinding(held(notFound("ResourceNotFoundException"), "x"), "fail");
    await expectFinding(held("x", notFound("InvalidRequestException")), "fail", { remedy: /restore-secret/ });
    await expectFinding(held("x", accessDenied("secretsmanager:GetSecretValue")), "skipped");
  });
});

describe("dead-letters", () => {
  const url = (name: string) => `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/prod-${name}`;
  const depths = (messages: string) => {
    stage.describe({
      resources: { "AWS::SQS::Queue": [url("oembed-fetch"), url("oembed-fetch-dlq"), url("schedules-dlq")] },
    });
    sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: "0" } });
    sqs
      .on(GetQueueAttributesCommand, { QueueUrl: url("schedules-dlq") })
      .resolves({ Attributes: { ApproximateNumberOfMessages: messages, ApproximateNumberOfMessagesNotVisible: "1" } });
    return stage.runCheck("dead-letters");
  };

  it("are none when every dead-letter queue is empty, and no other queue is read", async () => {
    sqs.on(GetQueueAttributesCommand).resolves({});
    stage.describe({ resources: { "AWS::SQS::Queue": [url("oembed-fetch"), url("oembed-fetch-dlq")] } });
    await expectFinding(stage.runCheck("dead-letters"), "ok", { found: "All 1 dead-letter queues are empty." });
  });

  it("are those that are delayed, and name the runbook's section", async () => {
    await depths("0");
    sqs.on(GetQueueAttributesCommand).resolves({ Attributes: {} });
    sqs
      .on(GetQueueAttributesCommand, { QueueUrl: url("oembed-fetch-dlq") })
      .resolves({ Attributes: { ApproximateNumberOfMessagesDelayed: "1" } });
    await expectFinding(stage.runCheck("dead-letters"), "fail", {
      found: "Dead letters: 1 of oembed-fetch.",
      remedy: /^docs\/runbook\.md#dead-letters /,
    });
  });

  it("are listed by their queue, those in flight too", async () => {
    await expectFinding(depths("2"), "fail", {
      found: "Dead letters: 3 of schedules.",
      remedy: /runbook\.md#schedules-dead-letters/,
    });
  });
});

describe("schedules", () => {
  const schedule = (runs: number[], changes: Partial<GetScheduleCommandOutput> = {}) => {
    stage.describe({
      resources: {
        "AWS::Scheduler::ScheduleGroup": ["prod-magpie"],
        "AWS::Scheduler::Schedule": ["prod-mercari-hourly"],
      },
    });
    scheduler.on(GetScheduleCommand, { Name: "prod-mercari-hourly", GroupName: "prod-magpie" }).resolves({
      ScheduleExpression: "cron(0 * * * ? *)",
      CreationDate: new Date("2026-11-01T00:00:00Z"),
      State: "ENABLED",
      Target: { Arn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:prod-mercari-on-schedule`, RoleArn: "role" },
      ...changes,
    });
    cloudWatch.on(GetMetricDataCommand).resolves({ MetricDataResults: [{ Id: "runs", Values: runs }] });
    return stage.runCheck("schedules");
  };
  const lookedBack = () => {
    const [call] = cloudWatch.commandCalls(GetMetricDataCommand).slice(-1);
    return (NOW.getTime() - (call?.args[0].input.StartTime?.getTime() ?? 0)) / 60_000;
  };

  it("that have run in their last interval are ok", async () => {
    await expectFinding(schedule([0, 1]), "ok");
    expect(lookedBack()).toBe(65);
    const window = { Mode: "FLEXIBLE", MaximumWindowInMinutes: 60 } as const;
    await expectFinding(schedule([1], { ScheduleExpression: "rate(1 day)", FlexibleTimeWindow: window }), "ok");
    expect(lookedBack()).toBe(1_440 + 60 + 5);
  });

  it.each([
    ["rate(1 minute)", 1],
    ["rate(10 minutes)", 10],
    ["rate(2 hours)", 120],
    ["rate(7 days)", 7 * 1_440],
    ["cron(30 4 * * ? *)", 1_440],
  ])("of %s run every %i minutes", async (ScheduleExpression, minutes) => {
    await expectFinding(schedule([1], { ScheduleExpression }), "ok");
    expect(lookedBack()).toBe(minutes + 5);
    const [call] = cloudWatch.commandCalls(GetMetricDataCommand).slice(-1);
    expect(call?.args[0].input).toMatchObject({
      EndTime: NOW,
      MetricDataQueries: [
        {
          MetricStat: {
            Metric: {
              Namespace: "AWS/Lambda",
              MetricName: "Invocations",
              Dimensions: [{ Name: "FunctionName", Value: "prod-mercari-on-schedule" }],
            },
            Stat: "Sum",
          },
        },
      ],
    });
  });

  it("that have not run fail, and are not due as long as they are younger than their interval", async () => {
    const ago = (minutes: number) => ({ CreationDate: new Date(NOW.getTime() - minutes * 60_000) });
    await expectFinding(schedule([], ago(64.9)), "skipped");
    await expectFinding(schedule([], ago(65)), "fail", {
      found: /in the last 65 minutes/,
      remedy: /runbook\.md#mercari-hourly-silent/,
    });
  });

  it("whose expression has no time fail", async () => {
    await expectFinding(schedule([], { ScheduleExpression: "at(2020-01-01T00:00:00)" }), "fail");
  });

  it("that are disabled fail", async () => {
    await expectFinding(schedule([1], { State: "DISABLED" }), "fail", { found: /disabled/ });
  });
});
