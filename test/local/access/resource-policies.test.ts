import { describe, expect, it } from "vitest";
import { Callers } from "../../../lib/local/access/callers.ts";
import { hasUnsupportedCondition } from "../../../lib/local/access/policies.ts";
import { ResourcePolicies } from "../../../lib/local/access/resource-policies.ts";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { Template } from "../../../lib/local/template/template.ts";
import type { Statement } from "../../../lib/policies/policies.ts";
import { readStatements } from "../../../lib/policies/policies.ts";
import { callerOf } from "./signed-headers.ts";

const TOPIC = "arn:aws:sns:us-east-1:000000000000:alarms";
const QUEUE = "arn:aws:sqs:us-east-1:000000000000:work";
const BUCKET = "arn:aws:s3:::site";
const ALARM = "arn:aws:cloudwatch:us-east-1:000000000000:alarm:local-a";
const insecure = { Bool: { "aws:SecureTransport": "false" } };

function policiesOf(statements: Readonly<Record<"topic" | "queue" | "bucket", object[]>>): ResourcePolicies {
  const policy = (Type: string, of: object, Statement: object[]): Record<string, Resource> =>
    Statement.length === 0 ? {} : { [Type]: { Type, Properties: { ...of, PolicyDocument: { Statement } } } };
  return new ResourcePolicies(
    new Template(
      {
        Topic: { Type: "AWS::SNS::Topic", Properties: { TopicName: "alarms" } },
        Queue: { Type: "AWS::SQS::Queue", Properties: { QueueName: "work" } },
        Bucket: { Type: "AWS::S3::Bucket", Properties: { BucketName: "site" } },
        ...policy("AWS::SNS::TopicPolicy", { Topics: [{ Ref: "Topic" }] }, statements.topic),
        ...policy("AWS::SQS::QueuePolicy", { Queues: [{ Ref: "Queue" }] }, statements.queue),
        ...policy("AWS::S3::BucketPolicy", { Bucket: { Ref: "Bucket" } }, statements.bucket),
      },
      { api: "", aws: "http://127.0.0.1:1" },
    ),
  );
}

const NONE = { topic: [], queue: [], bucket: [] };
const denyInsecure = { Effect: "Deny", Principal: "*", Action: "sns:Publish", Resource: TOPIC, Condition: insecure };
const allowAlarms = {
  Effect: "Allow",
  Principal: { Service: "cloudwatch.amazonaws.com" },
  Action: "sns:Publish",
  Resource: TOPIC,
  Condition: {
    ArnLike: { "aws:SourceArn": "arn:aws:cloudwatch:us-east-1:000000000000:alarm:*" },
    StringEquals: { "aws:SourceAccount": "000000000000" },
  },
};

describe("a service that publishes to a topic", () => {
  const refusal = (topic: object[], service = "cloudwatch.amazonaws.com", sourceArn = ALARM) =>
    policiesOf({ ...NONE, topic }).serviceRefusal({
      service,
      action: "sns:Publish",
      resource: TOPIC,
      context: { "aws:SourceArn": sourceArn, "aws:SourceAccount": "000000000000" },
    });

  it("is allowed by a topic's default policy", () => {
    expect(refusal([])).toBeNull();
  });

  it("is denied by a custom policy that allows nothing", () => {
    expect(refusal([denyInsecure])).toBe(
      `cloudwatch.amazonaws.com is not authorized to perform: sns:Publish on resource: ${TOPIC} because no resource-based policy allows the sns:Publish action`,
    );
  });

  it("is allowed by a statement that names it", () => {
    expect(refusal([denyInsecure, allowAlarms])).toBeNull();
  });

  it.each([
    ["another service", "events.amazonaws.com", ALARM],
    ["another source", "cloudwatch.amazonaws.com", "arn:aws:cloudwatch:eu-west-1:000000000000:alarm:a"],
  ])("is denied as %s", (_what, service, source) => {
    expect(refusal([denyInsecure, allowAlarms], service, source)).toContain("no resource-based policy allows");
  });

  it("is denied by a Deny", () => {
    expect(refusal([allowAlarms, { ...denyInsecure, Condition: undefined }])).toContain(
      "explicit deny in a resource-based policy",
    );
  });
});

describe("a function's call", () => {
  const role = "arn:aws:iam::000000000000:role/worker";
  const allow: Statement = { effect: "Allow", actions: ["sqs:SendMessage", "s3:GetObject"], resources: ["*"] };
  const queueStatement = (more: object) => ({
    Effect: "Allow",
    Principal: "*",
    Action: "sqs:*",
    Resource: QUEUE,
    ...more,
  });

  function refusal(policies: ResourcePolicies, own: readonly Statement[], action: string, resource: string) {
    const callers = new Callers();
    callers.protect(policies);
    return callerOf(callers, callers.function("worker", role, own)).refusal(action, resource);
  }

  it("is denied by a Deny of the resource's policy, even if its role allows it", () => {
    const policies = policiesOf({ ...NONE, queue: [queueStatement({ Effect: "Deny" })] });
    expect(refusal(policies, [allow], "sqs:SendMessage", QUEUE)).toBe(
      `User: arn:aws:sts::000000000000:assumed-role/worker/worker is not authorized to perform: sqs:SendMessage on resource: ${QUEUE} with an explicit deny in a resource-based policy`,
    );
    expect(refusal(policies, [allow], "sqs:SendMessage", `${QUEUE}-2`)).toBeNull();
  });

  it("is allowed by the resource's policy, even if its role says nothing", () => {
    const own = policiesOf({ ...NONE, queue: [queueStatement({ Principal: { AWS: role } })] });
    const other = policiesOf({ ...NONE, queue: [queueStatement({ Principal: { AWS: `${role}-2` } })] });
    expect(refusal(own, [], "sqs:SendMessage", QUEUE)).toBeNull();
    expect(refusal(other, [], "sqs:SendMessage", QUEUE)).toContain("no identity-based policy allows");
  });

  it("is left to its role by an Allow of the account, and denied by a Deny of the account", () => {
    const account = (Effect: string) =>
      policiesOf({
        ...NONE,
        queue: [queueStatement({ Effect, Principal: { AWS: "arn:aws:iam::000000000000:root" } })],
      });
    expect(refusal(account("Allow"), [], "sqs:SendMessage", QUEUE)).toContain("no identity-based policy allows");
    expect(refusal(account("Allow"), [allow], "sqs:SendMessage", QUEUE)).toBeNull();
    expect(refusal(account("Deny"), [allow], "sqs:SendMessage", QUEUE)).toContain("resource-based");
  });

  it.each<[string, unknown, boolean]>([
    ["everybody", "*", true],
    ["everybody of AWS", { AWS: "*" }, true],
    ["one of several", { Service: "lambda.amazonaws.com", AWS: [`${role}-2`, role] }, true],
    ["a service", { Service: "lambda.amazonaws.com" }, false],
    ["its account, by the number", { AWS: "000000000000" }, true],
    ["another account", { AWS: "111111111111" }, false],
    ["another account, by its ARN", { AWS: "arn:aws:iam::111111111111:root" }, false],
    ["another role", { AWS: "arn:aws:iam::000000000000:role/other" }, false],
  ])("is denied by a Deny of %s: %s, %s", (_what, Principal, denied) => {
    const policies = policiesOf({ ...NONE, queue: [queueStatement({ Effect: "Deny", Principal })] });
    expect(refusal(policies, [allow], "sqs:SendMessage", QUEUE) !== null).toBe(denied);
  });

  it("counts as one over TLS", () => {
    const policies = policiesOf({ ...NONE, queue: [queueStatement({ Effect: "Deny", Condition: insecure })] });
    expect(refusal(policies, [allow], "sqs:SendMessage", QUEUE)).toBeNull();
  });

  it("is decided by the bucket's policy when it concerns an object", () => {
    const deny = { Effect: "Deny", Principal: "*", Action: "s3:*", Resource: `${BUCKET}/private/*` };
    const policies = policiesOf({ ...NONE, bucket: [deny] });
    expect(refusal(policies, [allow], "s3:GetObject", `${BUCKET}/private/a`)).toContain("resource-based");
    expect(refusal(policies, [allow], "s3:GetObject", `${BUCKET}/a`)).toBeNull();
  });
});

describe("a statement", () => {
  const judged = (statement: object, context: Record<string, string | string[]>) => {
    const callers = new Callers();
    const whole = { Effect: "Allow", Action: "ses:SendEmail", Resource: "*", ...statement };
    const credentials = callers.function(
      "f",
      "arn:aws:iam::000000000000:role/f",
      readStatements({ Statement: [whole] }),
    );
    return callerOf(callers, credentials).refusal("ses:SendEmail", "arn:x", context) === null;
  };
  const from = (address: string) => ({ "ses:FromAddress": address });

  it.each<[string, object, Record<string, string | string[]>, boolean]>([
    ["equal", { StringEquals: from("a@x.example") }, from("a@x.example"), true],
    ["in a key of another case", { StringEquals: { "SES:fromaddress": "a@x.example" } }, from("a@x.example"), true],
    ["not equal", { StringEquals: from("a@x.example") }, from("b@x.example"), false],
    [
      "one of several",
      { StringEquals: { "ses:FromAddress": ["b@x.example", "a@x.example"] } },
      from("a@x.example"),
      true,
    ],
    ["like it", { StringLike: from("*@x.example") }, from("a@x.example"), true],
    ["unlike it", { StringNotLike: from("*@x.example") }, from("a@x.example"), false],
    ["of any case", { StringEqualsIgnoreCase: from("A@x.example") }, from("a@x.example"), true],
    ["missing", { StringEquals: from("a@x.example") }, {}, false],
    ["missing, if it exists", { StringEqualsIfExists: from("a@x.example") }, {}, true],
    ["missing, where another is not wanted", { StringNotEquals: from("a@x.example") }, {}, true],
    ["missing, of any", { "ForAnyValue:StringNotEquals": { "ses:Recipients": "a@x.example" } }, {}, false],
    [
      "an ARN like it",
      { ArnLike: { "aws:SourceArn": "arn:aws:*:*:*:alarm:local-?" } },
      { "aws:SourceArn": ALARM },
      true,
    ],
    ["not an ARN", { ArnLike: { "aws:SourceArn": "*" } }, { "aws:SourceArn": "local-a" }, false],
    [
      "an ARN of other parts",
      { ArnLike: { "aws:SourceArn": "arn:aws:cloudwatch:*:alarm:local-a" } },
      { "aws:SourceArn": ALARM },
      false,
    ],
    [
      "all alike",
      { "ForAllValues:StringLike": { "ses:Recipients": "*@x.example" } },
      { "ses:Recipients": ["a@x.example", "a@y.example"] },
      false,
    ],
    [
      "any alike",
      { "ForAnyValue:StringLike": { "ses:Recipients": "*@x.example" } },
      { "ses:Recipients": ["a@x.example", "a@y.example"] },
      true,
    ],
    [
      "two, of which one fails",
      { StringEquals: from("a@x.example"), Bool: { "aws:SecureTransport": "false" } },
      from("a@x.example"),
      false,
    ],
  ])("matches a value that is %s", (_what, Condition, context, expected) => {
    expect(judged({ Condition }, context)).toBe(expected);
  });

  it("with NotPrincipal is refused", () => {
    expect(() => judged({ NotPrincipal: "*" }, {})).toThrow("A policy has NotPrincipal, which is not evaluated here.");
  });

  it("applies to all but NotAction and NotResource", () => {
    expect(judged({ Action: undefined, NotAction: "ses:Get*" }, {})).toBe(true);
    expect(judged({ Action: undefined, NotAction: "ses:*" }, {})).toBe(false);
    expect(judged({ Resource: undefined, NotResource: "arn:x" }, {})).toBe(false);
  });

  it.each([
    [{ DateGreaterThan: { "aws:CurrentTime": "2026-01-01" } }, true],
    [{ StringEquals: { "aws:PrincipalOrgID": "o-1" } }, true],
    [{ Bool: { "aws:SecureTransport": "false" } }, false],
  ])("with the condition %j is listed at start: %s", (Condition, listed) => {
    const [statement] = readStatements({ Statement: [{ Effect: "Allow", Action: "*", Resource: "*", Condition }] });
    expect(statement && hasUnsupportedCondition(statement)).toBe(listed);
  });
});
