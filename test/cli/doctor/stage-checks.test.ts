import {
  BedrockClient,
  GetFoundationModelAvailabilityCommand,
  GetFoundationModelCommand,
  GetInferenceProfileCommand,
} from "@aws-sdk/client-bedrock";
import { DescribeStacksCommand, ListStackResourcesCommand } from "@aws-sdk/client-cloudformation";
import { CloudWatchClient, GetMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { CognitoIdentityProviderClient, ListUsersInGroupCommand } from "@aws-sdk/client-cognito-identity-provider";
import { GetAccountSettingsCommand, ListEventSourceMappingsCommand } from "@aws-sdk/client-lambda";
import type { GetScheduleCommandOutput } from "@aws-sdk/client-scheduler";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { GetTopicAttributesCommand, ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { awsError } from "../../emulators/aws-errors.ts";
import { synthesized } from "../../infra/synthesized.ts";
import { StubApi } from "../stub-api.ts";
import { accessDenied } from "./ran.ts";
import { ACCOUNT, DescribedStage, NOW, REGION, TOPIC } from "./stage.ts";

const stage = new DescribedStage();
const bedrock = mockClient(BedrockClient);
const cloudWatch = mockClient(CloudWatchClient);
const cognito = mockClient(CognitoIdentityProviderClient);
const scheduler = mockClient(SchedulerClient);
const secrets = mockClient(SecretsManagerClient);
const ses = mockClient(SESv2Client);
const sns = mockClient(SNSClient);
const sqs = mockClient(SQSClient);

const clients = [bedrock, cloudWatch, cognito, scheduler, secrets, ses, sns, sqs];

beforeEach(() => {
  for (const client of clients) client.reset();
});

afterAll(() => {
  stage.restore();
  for (const client of clients) client.restore();
});

const like = (pattern: RegExp) => expect.stringMatching(pattern);
const notFound = (name: string) => awsError(name, 404, "It is not there");

describe("stack", () => {
  const outputs = { ApiUrl: "https://api.example", SiteUrl: "https://site.example", SiteDomain: "site.example" };

  it.each([
    ["CREATE_COMPLETE", "ok"],
    ["UPDATE_COMPLETE", "ok"],
    ["UPDATE_IN_PROGRESS", "warn"],
    ["UPDATE_ROLLBACK_COMPLETE", "warn"],
    ["UPDATE_ROLLBACK_FAILED", "fail"],
    ["ROLLBACK_COMPLETE", "fail"],
  ])("that is %s is %s", async (status, expected) => {
    stage.describe({ status, outputs });
    expect(await stage.runCheck("stack")).toMatchObject({ status: expected });
  });

  it("without an output fails", async () => {
    stage.describe({ outputs: { ApiUrl: "https://api.example" } });
    expect(await stage.runCheck("stack")).toMatchObject({ status: "fail", found: like(/SiteUrl, SiteDomain/) });
  });

  it("that does not exist fails once: the checks that depend on it are skipped", async () => {
    stage.describe();
    stage.cloudFormation
      .on(DescribeStacksCommand)
      .rejects(awsError("ValidationError", 400, "Stack with id magpie-prod does not exist"));
    expect(await stage.runCheck("stack")).toMatchObject({ status: "fail", remedy: like(/--stage, AWS_REGION/) });
    for (const name of ["api", "administrators", "metric-filters", "secrets"]) {
      expect(await stage.runCheck(name)).toMatchObject({ name, status: "skipped", remedy: "See stack." });
    }
  });

  it("whose resources may not be listed makes their checks skipped, with the permission named", async () => {
    stage.describe({ outputs });
    stage.cloudFormation
      .on(ListStackResourcesCommand)
      .rejects(accessDenied("cloudformation:ListStackResources", "AccessDenied"));
    expect(await stage.runCheck("dead-letters")).toMatchObject({
      status: "skipped",
      remedy: like(/cloudformation:ListStackResources/),
    });
  });
});

describe("api, site, token and alarms", () => {
  it("are requested at the stack's outputs, with MAGPIE_TOKEN", async () => {
    const api = await StubApi.start();
    try {
      stage.describe({ outputs: { ApiUrl: api.origin, SiteUrl: api.origin } });
      api.answer = ({ path }) => ({
        status: 200,
        body:
          { "/v1/health": { status: "ok" }, "/members/api/site/": { site: {} }, "/v1/ops/alarms": { alarms: [] } }[
            path
          ] ?? {},
      });
      for (const name of ["api", "site", "token", "alarms"]) {
        expect(await stage.runCheck(name, "of-the-pool")).toMatchObject({ name, status: "ok" });
      }
      expect(api.requests.at(-1)?.headers.authorization).toBe("Bearer of-the-pool");
      api.answer = () => ({ status: 401, body: { message: "Unauthorized" } });
      expect(await stage.runCheck("token", "of-the-pool")).toMatchObject({
        status: "fail",
        remedy: like(/MAGPIE_TOKEN/),
      });
      for (const name of ["api", "site"]) expect(await stage.runCheck(name)).toMatchObject({ name, status: "fail" });
    } finally {
      api.close();
    }
  });

  it("send the site a mention that the API refuses once it has read the form", async () => {
    const api = await StubApi.start();
    try {
      stage.describe({ outputs: { ApiUrl: api.origin, SiteUrl: api.origin } });
      const refused = (code: string) => () => ({ status: 400, body: { code } });
      api.answer = refused("same_source_and_target");
      expect(await stage.runCheck("webmentions")).toMatchObject({ status: "ok" });
      const [{ method, path, headers, body } = { headers: {}, body: "" }] = api.requests;
      expect([method, path, headers["content-type"]]).toEqual([
        "POST",
        "/webmentions",
        "application/x-www-form-urlencoded;charset=UTF-8",
      ]);
      expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
        source: `${api.origin}/`,
        target: `${api.origin}/`,
      });
      // Without the type of the body the API can't read it.
      for (const code of ["unsupported_media_type", "invalid_source"]) {
        api.answer = refused(code);
        expect(await stage.runCheck("webmentions")).toMatchObject({ status: "fail", remedy: like(/ToApi/) });
      }
    } finally {
      api.close();
    }
    expect(await stage.runCheck("webmentions")).toMatchObject({ status: "fail" });
  });

  it("are skipped if they need a token and there is none", async () => {
    stage.describe({ outputs: { ApiUrl: "http://127.0.0.1:1" } });
    for (const name of ["token", "alarms"]) {
      expect(await stage.runCheck(name)).toMatchObject({ name, status: "skipped", remedy: like(/MAGPIE_TOKEN/) });
    }
  });
});

describe("administrators", () => {
  const members = (...Users: object[]) => {
    stage.describe({ outputs: { UserPoolId: "pool" } });
    cognito.on(ListUsersInGroupCommand, { UserPoolId: "pool", GroupName: "admin" }).resolves({ Users });
    return stage.runCheck("administrators");
  };
  const ada = {
    Username: "u-1",
    Enabled: true,
    UserStatus: "CONFIRMED",
    Attributes: [{ Name: "email", Value: "ada@site.example" }],
  };

  it("are the members of the group that can sign in", async () => {
    expect(await members(ada, { ...ada, Attributes: [], Enabled: false })).toMatchObject({
      status: "ok",
      found: "Administrators: ada@site.example; not able to sign in: u-1 (disabled).",
    });
  });

  it("are none when the group is empty, or nobody has a password yet", async () => {
    expect(await members()).toMatchObject({
      status: "fail",
      remedy: like(/admin-add-user-to-group --user-pool-id pool/),
    });
    expect(await members({ ...ada, UserStatus: "FORCE_CHANGE_PASSWORD" })).toMatchObject({
      status: "warn",
      remedy: like(/admin-set-user-password .* --permanent/),
    });
  });

  it("can't be checked if the stack has no user pool but another issuer", async () => {
    stage.describe();
    expect(await stage.runCheck("administrators")).toMatchObject({ status: "skipped", found: like(/issuer/) });
  });
});

describe("alarms-topic", () => {
  const OTHER = `${TOPIC}-cleared`;
  const policy = (...Statement: object[]) => {
    stage.describe({ resources: { "AWS::SNS::Topic": [OTHER, TOPIC] } });
    const attributes = (...statements: object[]) => ({
      Attributes: { Policy: JSON.stringify({ Version: "2012-10-17", Statement: statements }) },
    });
    sns.on(GetTopicAttributesCommand, { TopicArn: TOPIC }).resolves(attributes(...Statement));
    sns.on(GetTopicAttributesCommand, { TopicArn: OTHER }).resolves(attributes({ ...letsIn, Resource: OTHER }));
    return stage.runCheck("alarms-topic");
  };
  const overTlsOnly = {
    Effect: "Deny",
    Principal: "*",
    Action: "sns:Publish",
    Resource: TOPIC,
    Condition: { Bool: { "aws:SecureTransport": "false" } },
  };
  const letsIn = {
    Effect: "Allow",
    Principal: { Service: "cloudwatch.amazonaws.com" },
    Action: "sns:Publish",
    Resource: TOPIC,
    Condition: {
      ArnLike: { "aws:SourceArn": `arn:aws:cloudwatch:${REGION}:${ACCOUNT}:alarm:*` },
      StringEquals: { "aws:SourceAccount": ACCOUNT },
    },
  };
  const snsDefault = {
    Effect: "Allow",
    Principal: { AWS: "*" },
    Action: ["SNS:GetTopicAttributes", "SNS:Publish"],
    Resource: TOPIC,
    Condition: { StringEquals: { "AWS:SourceOwner": ACCOUNT } },
  };

  it("allows CloudWatch by a statement of its own, or by SNS's default", async () => {
    expect(await policy(overTlsOnly, letsIn)).toMatchObject({ status: "ok" });
    expect(await policy(snsDefault)).toMatchObject({ status: "ok" });
  });

  it("does not, with the one Deny that enforceSSL adds", async () => {
    expect(await policy(overTlsOnly)).toMatchObject({ status: "fail", found: like(/^No statement/) });
  });

  it.each<[string, object]>([
    ["another service", { ...letsIn, Principal: { Service: "events.amazonaws.com" } }],
    ["another account's alarms", { ...letsIn, Condition: { StringEquals: { "aws:SourceAccount": "222222222222" } } }],
    ["another topic", { ...letsIn, Resource: `${TOPIC}-other` }],
    ["another action", { ...letsIn, Action: "sns:Subscribe" }],
    ["a condition that can't be judged", { ...letsIn, Condition: { NumericEquals: { "aws:SourceAccount": ACCOUNT } } }],
  ])("does not by an Allow of %s", async (_, statement) => {
    expect(await policy(statement)).toMatchObject({ status: "fail" });
  });

  it("does not when a Deny overrides it", async () => {
    expect(await policy(letsIn, { Effect: "Deny", Principal: "*", Action: "sns:*", Resource: "*" })).toMatchObject({
      status: "fail",
      found: like(/denies/),
    });
  });

  it("is skipped when the operator lacks the permission", async () => {
    stage.describe({ resources: { "AWS::SNS::Topic": [TOPIC] } });
    sns.on(GetTopicAttributesCommand).rejects(accessDenied("SNS:GetTopicAttributes", "AuthorizationErrorException"));
    expect(await stage.runCheck("alarms-topic")).toMatchObject({
      status: "skipped",
      remedy: like(/SNS:GetTopicAttributes/),
    });
  });
});

describe("alarm-mail", () => {
  const subscribed = (...arns: string[]) => subscribedTo(TOPIC, ...arns);
  const subscribedTo = (topic: string, ...arns: string[]) => {
    stage.describe({ resources: { "AWS::SNS::Topic": [topic] } });
    sns.on(ListSubscriptionsByTopicCommand).resolves({
      Subscriptions: arns.map((SubscriptionArn, at) => ({
        SubscriptionArn,
        Protocol: "email",
        Endpoint: `ops${at}@site.example`,
      })),
    });
    return stage.runCheck("alarm-mail");
  };

  it("is ok when the subscription is confirmed", async () => {
    expect(await subscribed(`${TOPIC}:1`)).toMatchObject({ status: "ok", found: "Alarms go to ops0@site.example." });
  });

  it("fails until it is, and says how to get another mail", async () => {
    expect(await subscribed(`${TOPIC}:1`, "PendingConfirmation")).toMatchObject({
      status: "fail",
      found: "Not confirmed: ops1@site.example of prod-magpie-alarms.",
      remedy: like(
        /aws sns subscribe --topic-arn \S+ --protocol email --notification-endpoint ops1@site\.example sends/,
      ),
    });
  });

  it("keeps the filter of the mails that tell an alarm's end", async () => {
    const { remedy } = await subscribedTo(`${TOPIC}-cleared`, "PendingConfirmation");
    const [, attributes = ""] = /--attributes '(.+)' sends/.exec(remedy ?? "") ?? [];
    const { FilterPolicyScope, FilterPolicy } = JSON.parse(attributes);
    const deployed = synthesized("prod", { alarmEmail: "ops0@site.example" })
      .some("AWS::SNS::Subscription")
      .map(([, { Properties }]) => [Properties.FilterPolicyScope, Properties.FilterPolicy]);
    expect(deployed).toContainEqual([FilterPolicyScope, JSON.parse(FilterPolicy)]);
  });

  it("warns when there is no recipient", async () => {
    expect(await subscribed()).toMatchObject({ status: "warn", remedy: like(/alarmEmail/) });
  });
});

describe("mail", () => {
  const settings = { MAIL_FROM: "magpie@mail.site.example", MAIL_ADMINISTRATORS: '["ada@other.example"]' };
  const sandbox = (isSandbox: boolean, ...verified: string[]) => {
    stage.describe({ variables: settings });
    ses.on(GetEmailIdentityCommand).rejects(notFound("NotFoundException"));
    for (const EmailIdentity of verified) {
      ses.on(GetEmailIdentityCommand, { EmailIdentity }).resolves({ VerifiedForSendingStatus: true });
    }
    ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: !isSandbox, SendingEnabled: true });
    return stage.runCheck("mail");
  };

  it("is ok outside of the sandbox with the sender, its domain or a parent domain verified", async () => {
    for (const identity of ["magpie@mail.site.example", "mail.site.example", "site.example"]) {
      expect(await sandbox(false, identity)).toMatchObject({ status: "ok" });
    }
  });

  it("fails without a verified sender", async () => {
    expect(await sandbox(false)).toMatchObject({ status: "fail", remedy: like(/create-email-identity/) });
  });

  it("fails in the sandbox as long as an administrator is not verified", async () => {
    expect(await sandbox(true, "site.example")).toMatchObject({ status: "fail", found: like(/sandbox.*ada@other/) });
    expect(await sandbox(true, "site.example", "ada@other.example")).toMatchObject({ status: "ok" });
  });

  it("is skipped if there are no recipients", async () => {
    stage.describe({ variables: { MAIL_FROM: "", MAIL_ADMINISTRATORS: "[]" } });
    expect(await stage.runCheck("mail")).toMatchObject({ status: "skipped" });
  });
});

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
    expect(await model("amazon.nova-lite-v1:0")).toMatchObject({ status: "ok" });
    bedrock.on(GetInferenceProfileCommand).resolves({ status: "ACTIVE" });
    expect(await model("eu.amazon.nova-lite-v1:0")).toMatchObject({ status: "ok" });
    const [requested] = bedrock.commandCalls(GetFoundationModelAvailabilityCommand).slice(-1);
    expect(requested?.args[0].input).toEqual({ modelId: "amazon.nova-lite-v1:0" });
  });

  it("fails with a model that does not exist, is not on demand, or not granted", async () => {
    bedrock.on(GetFoundationModelCommand).rejects(notFound("ResourceNotFoundException"));
    expect(await model("amazon.nova-lite-v9:0")).toMatchObject({ status: "fail", found: like(/There is no/) });
    details(["PROVISIONED"]);
    expect(await model("amazon.nova-lite-v1:0")).toMatchObject({ status: "fail", remedy: like(/inference profile/) });
    details(["ON_DEMAND"]);
    available("NOT_AUTHORIZED");
    expect(await model("amazon.nova-lite-v1:0")).toMatchObject({ status: "fail", found: like(/NOT_AUTHORIZED/) });
  });

  it("warns of a model that is deprecated, and is skipped without one", async () => {
    available();
    details(["ON_DEMAND"], "LEGACY");
    expect(await model("amazon.nova-lite-v1:0")).toMatchObject({ status: "warn" });
    expect(await model("")).toMatchObject({ status: "skipped" });
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
    expect(await account(100, { maximum: 20 }, { of: "other", maximum: 500 })).toMatchObject({
      status: "ok",
      found: "The event sources may take 20 of 100 concurrent executions.",
    });
  });

  it("fails in a new account, whose ten they could use up", async () => {
    expect(await account(10, { maximum: 5 }, { maximum: 5 })).toMatchObject({
      status: "fail",
      remedy: like(/request-service-quota-increase/),
    });
    expect(await account(1_000, {})).toMatchObject({ status: "fail" });
    expect(await account(10, { maximum: 9 })).toMatchObject({ status: "warn" });
  });

  it("fails when a queue has no consumer", async () => {
    expect(await account(100, { maximum: 2, state: "Disabled" })).toMatchObject({
      status: "fail",
      found: like(/disabled: prod-books-worker/),
    });
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
    expect(await held("x", notFound("ResourceNotFoundException"))).toMatchObject({
      status: "warn",
      remedy: like(/create-secret --name magpie\/key/),
    });
    expect(await held("x", " \n")).toMatchObject({
      status: "fail",
      remedy: like(/put-secret-value --secret-id magpie\/key/),
    });
    expect(await held(notFound("ResourceNotFoundException"), "x")).toMatchObject({ status: "fail" });
    expect(await held("x", notFound("InvalidRequestException"))).toMatchObject({
      status: "fail",
      remedy: like(/restore-secret/),
    });
    expect(await held("x", accessDenied("secretsmanager:GetSecretValue"))).toMatchObject({ status: "skipped" });
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
    expect(await stage.runCheck("dead-letters")).toMatchObject({
      status: "ok",
      found: "All 1 dead-letter queues are empty.",
    });
  });

  it("are listed by their queue, those in flight too", async () => {
    expect(await depths("2")).toMatchObject({
      status: "fail",
      found: "Dead letters: 3 of schedules.",
      remedy: like(/runbook\.md#schedules-dead-letters/),
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
    expect(await schedule([0, 1])).toMatchObject({ status: "ok" });
    expect(lookedBack()).toBe(65);
    const window = { Mode: "FLEXIBLE", MaximumWindowInMinutes: 60 } as const;
    expect(await schedule([1], { ScheduleExpression: "rate(1 day)", FlexibleTimeWindow: window })).toMatchObject({
      status: "ok",
    });
    expect(lookedBack()).toBe(1_440 + 60 + 5);
  });

  it("that have not run fail, or are not due yet", async () => {
    expect(await schedule([])).toMatchObject({ status: "fail", remedy: like(/runbook\.md#mercari-hourly-silent/) });
    expect(await schedule([], { CreationDate: new Date("2026-11-20T02:30:00Z") })).toMatchObject({ status: "skipped" });
  });

  it("that are disabled fail", async () => {
    expect(await schedule([1], { State: "DISABLED" })).toMatchObject({ status: "fail", found: like(/disabled/) });
  });
});
