import fc from "fast-check";
import { expect, it } from "vitest";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { ACCOUNT, arn } from "../../../lib/local/template/identities.ts";
import { JudgedTwice } from "./judged-twice.ts";

const TOPIC = arn("sns", "work");
const ROLE = arn("iam", "role/reader", "");
const SERVICE = "cloudwatch.amazonaws.com";
const ALARM = arn("cloudwatch", "alarm:a");

const some = (...texts: readonly string[]) => fc.uniqueArray(fc.constantFrom(...texts), { minLength: 1, maxLength: 2 });
const rarely = fc.integer({ min: 0, max: 3 }).map((number) => number === 0);

/** A `Condition` of one operator and key. @param keys values by the keys that an operator of the list compares */
function condition(operators: readonly string[], keys: Readonly<Record<string, readonly string[]>>) {
  return fc
    .tuple(fc.constantFrom(...operators), fc.constantFrom(...Object.keys(keys)))
    .chain(([operator, key]) => some(...(keys[key] ?? [])).map((values) => ({ [operator]: { [key]: values } })));
}

/** Operators with and without `IfExists`. */
const ifExists = (...operators: readonly string[]) =>
  operators.flatMap((operator) => [operator, `${operator}IfExists`]);

const strings = ["StringEquals", "StringEqualsIgnoreCase", "StringLike", "StringNotEquals", "StringNotLike"];
const alarms = [ALARM, arn("cloudwatch", "ALARM:a"), arn("cloudwatch", "alarm:?", "*"), "arn:aws:cloudwatch:*:alarm:a"];
const roles = [ROLE, `${ROLE}-2`, arn("iam", "role/*", "")];
const account = [ACCOUNT, "111111111111", `${ACCOUNT.slice(0, 3)}*`];

const onTopic = fc.oneof(
  condition(ifExists("ArnEquals", "ArnLike", "ArnNotEquals", "ArnNotLike"), {
    "aws:SourceArn": alarms,
    "AWS:sourcearn": alarms,
    "aws:PrincipalArn": roles,
  }),
  condition(ifExists(...strings), { "aws:SourceArn": alarms, "aws:SourceAccount": account }),
  condition(ifExists("Bool"), { "aws:SecureTransport": ["true", "false"] }),
);

/** A statement. @param Condition undefined in some */
function statement(Action: fc.Arbitrary<string[]>, Resource: fc.Arbitrary<string[]>, Condition: fc.Arbitrary<object>) {
  return fc
    .record({
      Effect: fc.constantFrom("Allow", "Allow", "Deny"),
      action: fc.tuple(rarely, Action),
      resource: fc.tuple(rarely, Resource),
      Condition: fc.option(Condition, { nil: undefined }),
    })
    .map(({ Effect, action: [notAction, actions], resource: [notResource, resources], Condition }) => ({
      Effect,
      [notAction ? "NotAction" : "Action"]: actions,
      [notResource ? "NotResource" : "Resource"]: resources,
      ...(Condition === undefined ? {} : { Condition }),
    }));
}

const ofTopic = statement(
  some("sns:Publish", "SNS:publish", "sns:*", "sns:Pub*", "sns:?ublish", "sns:GetTopicAttributes", "s3:GetObject", "*"),
  some(
    ...[TOPIC, `${TOPIC}-2`, `${TOPIC.slice(0, -1)}?`, `${TOPIC}?`, TOPIC.replace("work", "WORK")],
    ...[TOPIC.replace("work", "wo.k"), TOPIC.replace("work", "w*"), arn("sns", "*", "*"), "*"],
  ),
  onTopic,
);
const principal = fc.constantFrom<unknown>(
  ...["*", { AWS: "*" }, { AWS: ROLE }, { AWS: [`${ROLE}-2`, ROLE] }, { AWS: `${ROLE}-2` }],
  ...[{ AWS: arn("iam", "root", "") }, { AWS: ACCOUNT }, { AWS: "111111111111" }, { Service: SERVICE }],
  { Service: "events.amazonaws.com" },
);

const document = (Statement: readonly object[]) => ({ Version: "2012-10-17", Statement });

/** A role with a policy, unless it has no statement: IAM refuses an empty one. */
function role(own: readonly object[]): Resource {
  const Policies = own.length === 0 ? [] : [{ PolicyName: "own", PolicyDocument: document(own) }];
  return { Type: "AWS::IAM::Role", Properties: { RoleName: "reader", Policies } };
}

it("roles and services may publish to a topic by the runner as they may by iam-simulate", async () => {
  const ofTopics = fc.tuple(ofTopic, principal).map(([rest, Principal]) => ({ ...rest, Principal }));
  const contexts = fc.constantFrom(
    {},
    { "aws:SourceArn": ALARM },
    { "aws:SourceArn": ALARM, "aws:SourceAccount": ACCOUNT },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(ofTopic, { maxLength: 3 }),
      fc.array(ofTopics, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(ROLE, ROLE, SERVICE),
      contexts,
      async (own, others, by, context) => {
        const judged = new JudgedTwice({
          Role: role(own),
          Topic: { Type: "AWS::SNS::Topic", Properties: { TopicName: "work" } },
          Policy: {
            Type: "AWS::SNS::TopicPolicy",
            Properties: { Topics: [{ Ref: "Topic" }], PolicyDocument: document(others) },
          },
        });
        const call = { by, action: "sns:Publish", resource: TOPIC, context };
        expect(judged.local(call)).toBe(await judged.simulated(call));
      },
    ),
    { numRuns: 3_000 },
  );
});

it("a role may mail by the runner as it may by iam-simulate", async () => {
  const addresses = ["a@x.example", "b@x.example", "*@x.example", "A@x.example"];
  const sets = ["ForAnyValue:", "ForAllValues:"].flatMap((set) => ifExists(...strings).map((of) => set + of));
  const mailing = statement(
    some("ses:SendEmail", "ses:*", "ses:GetAccount"),
    some(arn("ses", "identity/*"), arn("ses", "identity/x.example"), arn("ses", "identity/y.example")),
    fc.oneof(
      condition(ifExists(...strings), { "ses:FromAddress": addresses }),
      condition(sets, { "ses:Recipients": addresses }),
    ),
  );
  const context = fc.record(
    { "ses:FromAddress": fc.constantFrom(...addresses), "ses:Recipients": some(...addresses) },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(mailing, { minLength: 1, maxLength: 3 }), context, async (own, of) => {
      const judged = new JudgedTwice({ Role: role(own) });
      const call = { by: ROLE, action: "ses:SendEmail", resource: arn("ses", "identity/x.example"), context: of };
      expect(judged.local(call)).toBe(await judged.simulated(call));
    }),
    { numRuns: 2_000 },
  );
});
