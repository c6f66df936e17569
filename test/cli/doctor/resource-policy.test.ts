import { describe, expect, it } from "vitest";
import { evaluateResourcePolicy } from "../../../lib/cli/doctor/stage/resource-policy.ts";

const TOPIC = "arn:aws:sns:eu-central-1:111111111111:prod.alarms";
const request = {
  service: "cloudwatch.amazonaws.com",
  action: "SNS:Publish",
  resource: TOPIC,
  context: { "aws:SourceAccount": "111111111111", "aws:SourceArn": "arn:aws:cloudwatch:eu-central-1:1:alarm:a" },
};
const ALLOW = { Effect: "Allow", Principal: "*", Action: "sns:Publish", Resource: TOPIC };
const DENY = { ...ALLOW, Effect: "Deny" };
const verdict = (...Statement: readonly object[]) => evaluateResourcePolicy({ Statement }, request);
/** A statement with a condition. */
const when = (statement: object, operator: string, key: string, value: unknown) =>
  verdict(ALLOW, { ...statement, Condition: { [operator]: { [key]: value } } }) === "denied";
const ifAllowed = (operator: string, key: string, value: unknown) =>
  verdict({ ...ALLOW, Condition: { [operator]: { [key]: value } } }) === "allowed";

describe("a policy", () => {
  it("allows nothing without a statement, and may have one instead of a list", () => {
    expect(evaluateResourcePolicy({}, request)).toBe("not_allowed");
    expect(evaluateResourcePolicy({ Statement: ALLOW }, request)).toBe("allowed");
    expect(verdict(DENY)).toBe("denied");
    expect(verdict(DENY, ALLOW)).toBe("denied");
  });

  it.each([
    ["a service among others", { Principal: { Service: ["sns.amazonaws.com", "cloudwatch.amazonaws.com"] } }],
    ["everybody of AWS", { Principal: { AWS: "*" } }],
    ["actions in other letters, by a wildcard", { Action: ["SQS:*", "SNS:Pub*"] }],
    ["a resource with a wildcard for one character", { Resource: TOPIC.replace("prod", "pr?d") }],
  ])("applies to %s", (_, changes) => {
    expect(verdict({ ...ALLOW, ...changes })).toBe("allowed");
  });

  it.each([
    ["an account", { Principal: { AWS: "arn:aws:iam::111111111111:root" } }],
    ["another service", { Principal: { Service: "sns.amazonaws.com" } }],
    ["an action that begins alike", { Action: "sns:PublishBatch" }],
    ["an action that ends alike", { Action: "x-sns:Publish" }],
    ["a resource in other letters", { Resource: TOPIC.toUpperCase() }],
    ["a resource of which the dot is another character", { Resource: TOPIC.replace(".", "-") }],
    ["a resource with two characters for one", { Resource: TOPIC.replace("prod", "p?d") }],
  ])("does not apply to %s", (_, changes) => {
    expect(verdict({ ...ALLOW, ...changes })).toBe("not_allowed");
  });

  it.each(["Principal", "Action", "Resource"])("without %s denies, and never allows", (field) => {
    expect(verdict({ ...ALLOW, [field]: undefined })).toBe("not_allowed");
    expect(verdict(ALLOW, { ...DENY, [field]: undefined })).toBe("denied");
  });
});

describe("a condition", () => {
  it.each<[string, string, unknown, boolean]>([
    ["StringEquals", "AWS:sourceaccount", "111111111111", true],
    ["StringEquals", "aws:SourceAccount", ["2", "111111111111"], true],
    ["StringEquals", "aws:SourceAccount", 111_111_111_111, true],
    ["StringEquals", "aws:SourceAccount", "2", false],
    ["StringNotEquals", "aws:SourceAccount", "2", true],
    ["StringNotEquals", "aws:SourceAccount", ["2", "111111111111"], false],
    ["StringEqualsIgnoreCase", "aws:SourceArn", "ARN:aws:cloudwatch:eu-central-1:1:alarm:A", true],
    ["StringEquals", "aws:SourceArn", "ARN:aws:cloudwatch:eu-central-1:1:alarm:A", false],
    ["Bool", "aws:SourceAccount", true, false],
    ["StringLike", "aws:SourceArn", "arn:aws:cloudwatch:*", true],
    ["ArnLike", "aws:SourceArn", ["x", "arn:aws:cloudwatch:*:alarm:?"], true],
    ["ArnEquals", "aws:SourceArn", "arn:aws:cloudwatch:*:alarm:b", false],
    ["StringNotLike", "aws:SourceArn", "arn:aws:cloudwatch:*", false],
    ["ArnNotLike", "aws:SourceArn", "arn:aws:sqs:*", true],
    ["ArnNotEquals", "aws:SourceArn", ["x", "arn:aws:cloudwatch:*"], false],
    ["StringEqualsIfExists", "aws:SourceAccount", "2", false],
    // Of a key that the request has not.
    ["StringEquals", "aws:SourceOrgID", "o", false],
    ["StringEqualsIfExists", "aws:SourceOrgID", "o", true],
    ["StringNotEquals", "aws:SourceOrgID", "o", true],
    ["ArnNotLike", "aws:SourceOrgID", "o", true],
  ])("%s of %s with %j: %s", (operator, key, value, holds) => {
    expect(ifAllowed(operator, key, value)).toBe(holds);
    expect(when(DENY, operator, key, value)).toBe(holds);
  });

  it("that can't be judged allows nothing and denies", () => {
    expect(ifAllowed("IpAddress", "aws:SourceAccount", "10.0.0.0/8")).toBe(false);
    expect(when(DENY, "IpAddress", "aws:SourceAccount", "10.0.0.0/8")).toBe(true);
  });

  it("holds only with each of its keys", () => {
    const keys = { "aws:SourceAccount": "111111111111", "aws:SourceArn": "another" };
    expect(verdict({ ...ALLOW, Condition: { StringEquals: keys } })).toBe("not_allowed");
    const operators = { StringEquals: { "aws:SourceAccount": "111111111111" }, ArnLike: { "aws:SourceArn": "x" } };
    expect(verdict({ ...ALLOW, Condition: operators })).toBe("not_allowed");
  });
});
