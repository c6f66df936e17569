import { describe, expect, it } from "vitest";
import type { Resource } from "./synthesized.ts";
import { listed, logicalId, plausibleText, synthesized } from "./synthesized.ts";

const stack = synthesized();

/**
 * The statements of a topic's policy. SNS's own policy, which allows the account to publish, no longer applies if there is
 * one.
 */
function policyOf(topic: string): readonly Resource["Properties"][] {
  return stack
    .some("AWS::SNS::TopicPolicy")
    .filter(([, { Properties }]) => Properties.Topics.some((named: unknown) => logicalId(named) === topic))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
}

/** The services that may publish to a topic, with their conditions. */
function publishersOf(topic: string): ReadonlyMap<string, unknown> {
  return new Map(
    policyOf(topic)
      .filter(({ Effect, Action }) => Effect === "Allow" && listed(Action).includes("sns:Publish"))
      .map(({ Principal, Resource, Condition }) => {
        expect(logicalId(Resource)).toBe(topic);
        const { ArnLike, StringEquals, ...others } = Condition;
        expect(others).toEqual({});
        expect(StringEquals).toEqual({ "aws:SourceAccount": { Ref: "AWS::AccountId" } });
        return [Principal.Service, plausibleText(ArnLike["aws:SourceArn"])];
      }),
  );
}

describe.each(stack.some("AWS::SNS::Topic"))("topic %s", (id) => {
  it("rejects requests without TLS", () => {
    expect(policyOf(id)).toContainEqual(
      expect.objectContaining({
        Effect: "Deny",
        Action: "sns:Publish",
        Principal: "*",
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      }),
    );
  });
});

const publishers = new Set(
  stack
    .some("AWS::CloudWatch::Alarm")
    .flatMap(([, { Properties }]) => [...listed(Properties.AlarmActions), ...listed(Properties.OKActions)])
    // An urgent alarm may also invoke a function.
    .filter((action) => stack.resources.get(logicalId(action) ?? "")?.Type !== "AWS::Lambda::Function")
    .map((action) => stack.target(action, "AWS::SNS::Topic")[0]),
);

it.each([...publishers])("allows the alarms of this account and region to publish to %s, which they name", (id) => {
  expect(publishersOf(id).get("cloudwatch.amazonaws.com")).toBe(
    "arn:AWS::Partition:cloudwatch:AWS::Region:AWS::AccountId:alarm:*",
  );
});

/** The topics that the account's budget notifies. */
const budgeted = stack
  .all("AWS::Budgets::Budget")
  .flatMap(([, { Properties }]) => Properties.NotificationsWithSubscribers)
  .flatMap(({ Subscribers }) => Subscribers.map(({ Address }: { Address: unknown }) => logicalId(Address)));

it.each([...publishers])("allows the account's budget to publish to %s if it does, and no other service", (id) => {
  const { "cloudwatch.amazonaws.com": _, ...others } = Object.fromEntries(publishersOf(id));
  const budgets = { "budgets.amazonaws.com": "arn:AWS::Partition:budgets::AWS::AccountId:*" };
  expect(others).toEqual(budgeted.includes(id) ? budgets : {});
});
