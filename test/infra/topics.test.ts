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

/** Who may publish to a topic, by the principal's service, and for what. */
function publishersOf(topic: string): ReadonlyMap<string, unknown> {
  return new Map(
    policyOf(topic)
      .filter(({ Effect, Action }) => Effect === "Allow" && listed(Action).includes("sns:Publish"))
      .map(({ Principal, Resource, Condition }) => {
        expect(logicalId(Resource)).toBe(topic);
        // SNS supports no condition for EventBridge (EventBridge guide, "Amazon SNS permissions").
        if (Principal.Service === "events.amazonaws.com") return [Principal.Service, Condition];
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
    .map((action) => stack.target(action, "AWS::SNS::Topic")[0]),
);

it.each([...publishers])("allows the alarms of this account and region to publish to %s, which they name", (id) => {
  expect(publishersOf(id).get("cloudwatch.amazonaws.com")).toBe(
    "arn:AWS::Partition:cloudwatch:AWS::Region:AWS::AccountId:alarm:*",
  );
});

it.each([...publishers])("allows EventBridge to publish to %s that an alarm has cleared", (id) => {
  expect([...publishersOf(id)]).toContainEqual(["events.amazonaws.com", undefined]);
});

it.each([...publishers])("allows the account's budget to publish to %s if there is one, and no other service", (id) => {
  const services = stack.all("AWS::Budgets::Budget").length > 0 ? ["budgets.amazonaws.com"] : [];
  expect([...publishersOf(id).keys()].sort()).toEqual([
    ...services,
    "cloudwatch.amazonaws.com",
    "events.amazonaws.com",
  ]);
  if (services.length > 0) {
    expect(publishersOf(id).get("budgets.amazonaws.com")).toBe("arn:AWS::Partition:budgets::AWS::AccountId:*");
  }
});
