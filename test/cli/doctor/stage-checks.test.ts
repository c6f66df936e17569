import { DescribeStacksCommand, ListStackResourcesCommand } from "@aws-sdk/client-cloudformation";
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
  ListUsersInGroupCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { GetTopicAttributesCommand, ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { beforeEach, describe, expect, it } from "vitest";
import { awsError } from "../../emulators/aws-errors.ts";
import { answered, StubbedApi } from "../stubbed-api.ts";
import { accessDenied, expectFinding, finding } from "./ran.ts";
import { ACCOUNT, DescribedStage, mockedClient, REGION, TOPIC } from "./stage.ts";

const stage = new DescribedStage();
const cognito = mockedClient(CognitoIdentityProviderClient);
const ses = mockedClient(SESv2Client);
const sns = mockedClient(SNSClient);

/** An address without a server. */
const NOBODY = "http://127.0.0.1:1";

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
    ["DELETE_FAILED", "fail"],
    ["ROLLBACK_IN_PROGRESS", "warn"],
  ])("that is %s is %s", async (status, expected) => {
    stage.describe({ status, outputs });
    await expectFinding(stage.runCheck("stack"), expected);
  });

  it("without an output fails", async () => {
    stage.describe({ outputs: { ApiUrl: "https://api.example" } });
    await expectFinding(stage.runCheck("stack"), "fail", { found: /SiteUrl, SiteDomain/ });
  });

  it("that does not exist fails once: the checks that depend on it are skipped", async () => {
    stage.describe();
    stage.cloudFormation
      .on(DescribeStacksCommand)
      .rejects(awsError("ValidationError", 400, "Stack with id magpie-prod does not exist"));
    await expectFinding(stage.runCheck("stack"), "fail", { remedy: /--stage, AWS_REGION/ });
    for (const name of ["api", "administrators", "metric-filters", "secrets"]) {
      expect(await stage.runCheck(name)).toMatchObject({ name, status: "skipped", remedy: "See stack." });
    }
  });

  it("whose resources may not be listed makes their checks skipped, with the permission named", async () => {
    stage.describe({ outputs });
    stage.cloudFormation
      .on(ListStackResourcesCommand)
      .rejects(accessDenied("cloudformation:ListStackResources", "AccessDenied"));
    await expectFinding(stage.runCheck("dead-letters"), "skipped", { remedy: /cloudformation:ListStackResources/ });
  });
});

describe("api, site, token and alarms", () => {
  const api = new StubbedApi();
  beforeEach(() => stage.describe({ outputs: { ApiUrl: api.origin, SiteUrl: api.origin } }));

  it("are requested at the stack's outputs, with MAGPIE_TOKEN", async () => {
    api.answers = {
      "GET /v1/health": answered({ status: "ok" }),
      "GET /members/api/site/": answered({ site: {} }),
      "GET /v1/ops/alarms": answered({ alarms: [] }),
      "GET /v1/ops/queues": answered({}),
    };
    for (const name of ["api", "site", "token", "alarms"]) {
      expect(await stage.runCheck(name, "of-the-pool")).toMatchObject({ name, status: "ok" });
    }
    expect(api.requests.at(-1)?.headers.authorization).toBe("Bearer of-the-pool");
    api.answer = () => answered({ message: "Unauthorized" }, 401);
    await expectFinding(stage.runCheck("token", "of-the-pool"), "fail", { remedy: /MAGPIE_TOKEN/ });
    for (const name of ["api", "site"]) await expectFinding(stage.runCheck(name), "fail");
  });

  it("send the site a mention that the API refuses once it has read the form", async () => {
    api.answer = () => answered({ code: "same_source_and_target" }, 400);
    await expectFinding(stage.runCheck("webmentions"), "ok");
    expect([api.seen, api.requests[0]?.headers["content-type"]]).toEqual([
      ["POST /webmentions"],
      "application/x-www-form-urlencoded;charset=UTF-8",
    ]);
    const own = `${api.origin}/`;
    expect(Object.fromEntries(new URLSearchParams(api.requests[0]?.body))).toEqual({ source: own, target: own });
    // Without the type of the body the API can't read it.
    for (const code of ["unsupported_media_type", "invalid_source"]) {
      api.answer = () => answered({ code }, 400);
      await expectFinding(stage.runCheck("webmentions"), "fail", { remedy: /ToApi/ });
    }
    stage.describe({ outputs: { ApiUrl: NOBODY, SiteUrl: NOBODY } });
    await expectFinding(stage.runCheck("webmentions"), "fail");
  });

  it("are skipped if they need a token and there is none", async () => {
    for (const name of ["token", "alarms"]) {
      expect(await stage.runCheck(name)).toMatchObject({ name, ...finding("skipped", { remedy: /MAGPIE_TOKEN/ }) });
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
    UserStatus: "CONFIRMED" as const,
    Attributes: [{ Name: "email", Value: "ada@site.example" }],
  };

  it("are the members of the group that can sign in", async () => {
    await expectFinding(members(ada, { ...ada, Attributes: [], Enabled: false }), "ok", {
      found: "Administrators: ada@site.example; not able to sign in: u-1 (disabled).",
    });
  });

  it("are those of every page of the group", async () => {
    await members();
    cognito
      .on(ListUsersInGroupCommand, { UserPoolId: "pool", GroupName: "admin" })
      .resolves({ Users: [{ ...ada, UserStatus: "ARCHIVED" }], NextToken: "more" })
      .on(ListUsersInGroupCommand, { UserPoolId: "pool", GroupName: "admin", NextToken: "more" })
      .resolves({ Users: [ada] });
    expect((await stage.runCheck("administrators")).found).toBe(
      "Administrators: ada@site.example; not able to sign in: ada@site.example (ARCHIVED).",
    );
  });

  it("do not exist when the group is empty, or nobody has a password yet", async () => {
    await expectFinding(members(), "fail", { remedy: /admin-add-user-to-group --user-pool-id pool/ });
    await expectFinding(members({ ...ada, UserStatus: "FORCE_CHANGE_PASSWORD" }), "warn", {
      remedy: /admin-set-user-password .* --permanent/,
    });
  });

  it("can't be checked if the stack has no user pool but another issuer", async () => {
    stage.describe();
    await expectFinding(stage.runCheck("administrators"), "skipped", { found: /issuer/ });
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
    await expectFinding(policy(overTlsOnly, letsIn), "ok");
    await expectFinding(policy(snsDefault), "ok");
  });

  it("does not, with the one Deny that enforceSSL adds", async () => {
    await expectFinding(policy(overTlsOnly), "fail", { found: /^No statement/ });
  });

  it.each<[string, object]>([
    ["another service", { ...letsIn, Principal: { Service: "events.amazonaws.com" } }],
    ["another account's alarms", { ...letsIn, Condition: { StringEquals: { "aws:SourceAccount": "222222222222" } } }],
    ["another topic", { ...letsIn, Resource: `${TOPIC}-other` }],
    ["another action", { ...letsIn, Action: "sns:Subscribe" }],
    ["a condition that can't be judged", { ...letsIn, Condition: { NumericEquals: { "aws:SourceAccount": ACCOUNT } } }],
  ])("does not by an Allow of %s", async (_, statement) => {
    await expectFinding(policy(statement), "fail");
  });

  it("does not when a Deny overrides it", async () => {
    await expectFinding(policy(letsIn, { Effect: "Deny", Principal: "*", Action: "sns:*", Resource: "*" }), "fail", {
      found: /denies/,
    });
  });

  it("does not when a Deny may override it, whose condition can't be judged", async () => {
    const Condition = { NumericEquals: { "aws:SourceAccount": ACCOUNT } };
    await expectFinding(policy(letsIn, { ...overTlsOnly, Condition }), "fail", { found: /denies/ });
  });

  it("is skipped when the operator lacks the permission", async () => {
    stage.describe({ resources: { "AWS::SNS::Topic": [TOPIC] } });
    sns.on(GetTopicAttributesCommand).rejects(accessDenied("SNS:GetTopicAttributes", "AuthorizationErrorException"));
    await expectFinding(stage.runCheck("alarms-topic"), "skipped", { remedy: /SNS:GetTopicAttributes/ });
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
    await expectFinding(subscribed(`${TOPIC}:1`), "ok", { found: "Alarms go to ops0@site.example." });
  });

  it("fails until it is, and says how to get another mail", async () => {
    await expectFinding(subscribed(`${TOPIC}:1`, "PendingConfirmation"), "fail", {
      found: "Not confirmed: ops1@site.example of prod-magpie-alarms.",
      remedy:
        /aws sns subscribe --region eu-central-1 --topic-arn \S+ --protocol email --notification-endpoint ops1@site\.example sends/,
    });
  });

  it("keeps the filter of the topic of cleared alarms", async () => {
    const { remedy } = await subscribedTo(`${TOPIC}-cleared`, "PendingConfirmation");
    const [, attributes = ""] = /--attributes '(.+)' sends/.exec(remedy ?? "") ?? [];
    expect(JSON.parse(attributes)).toEqual({
      FilterPolicyScope: "MessageBody",
      FilterPolicy: JSON.stringify({ OldStateValue: ["ALARM"] }),
    });
  });

  it("warns when there is no recipient", async () => {
    await expectFinding(subscribed(), "warn", { remedy: /alarmEmail/ });
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
      await expectFinding(sandbox(false, identity), "ok");
    }
  });

  it("fails without a verified sender", async () => {
    await expectFinding(sandbox(false), "fail", { remedy: /create-email-identity/ });
  });

  it("fails in the sandbox as long as an administrator is not verified", async () => {
    await expectFinding(sandbox(true, "site.example"), "fail", { found: /sandbox.*ada@other/ });
    await expectFinding(sandbox(true, "site.example", "ada@other.example"), "ok");
  });

  it("is skipped without a sender, and without recipients", async () => {
    for (const changes of [{ MAIL_FROM: "" }, { MAIL_ADMINISTRATORS: "[]" }, { MAIL_ADMINISTRATORS: "" }]) {
      stage.describe({ variables: { ...settings, ...changes } });
      await expectFinding(stage.runCheck("mail"), "skipped");
    }
  });

  it("fails while SES has paused the account, and is skipped without the permission", async () => {
    await sandbox(false, "site.example");
    ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: false });
    await expectFinding(stage.runCheck("mail"), "fail", { found: /paused/ });
    ses.reset();
    ses.on(GetEmailIdentityCommand).rejects(accessDenied("ses:GetEmailIdentity"));
    await expectFinding(stage.runCheck("mail"), "skipped");
  });

  it("checks no top-level domain, which can't be verified, and accepts no pending identity", async () => {
    await expectFinding(sandbox(false, "example"), "fail");
    ses.on(GetEmailIdentityCommand, { EmailIdentity: "site.example" }).resolves({ VerifiedForSendingStatus: false });
    await expectFinding(stage.runCheck("mail"), "fail");
  });
});

describe("invitations", () => {
  const invited = (pool: object, isInSandbox = false) => {
    stage.describe({ outputs: { UserPoolId: "pool" } });
    cognito.on(DescribeUserPoolCommand, { UserPoolId: "pool" }).resolves({ UserPool: pool });
    ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: !isInSandbox });
    return stage.runCheck("invitations");
  };

  it("are Cognito's own mails for as many people as it mails to in a day", async () => {
    await expectFinding(invited({ EstimatedNumberOfUsers: 50 }), "ok", { found: /50 a day/ });
    const many = {
      EmailConfiguration: { EmailSendingAccount: "COGNITO_DEFAULT" },
      EstimatedNumberOfUsers: 51,
    } as const;
    await expectFinding(invited(many), "warn", { remedy: /mail\.identity/ });
  });

  it("are SES's where the settings say so, which reach everybody outside of its sandbox only", async () => {
    const pool = { EmailConfiguration: { EmailSendingAccount: "DEVELOPER", From: "magpie@site.example" } } as const;
    await expectFinding(invited(pool), "ok", { found: /from magpie@site\.example/ });
    await expectFinding(invited(pool, true), "warn", { remedy: /production access/ });
  });

  it("are not looked for at an issuer of one's own", async () => {
    stage.describe();
    await expectFinding(stage.runCheck("invitations"), "skipped");
  });
});
