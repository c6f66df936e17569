import { describe, expect, it } from "vitest";
import { isAllowed, roleStatements } from "../../../lib/local/access/policies.ts";
import { Template } from "../../../lib/local/template/template.ts";
import type { Statement } from "../../../lib/policies/policies.ts";
import { readStatements } from "../../../lib/policies/policies.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/stocks";

function statement(effect: "Allow" | "Deny", actions: string[], resources: string[]): Statement {
  return { effect, actions, resources };
}

const allows = (actions: string[], resources: string[], action: string, resource: string) =>
  isAllowed([statement("Allow", actions, resources)], action, resource);

describe("an action on a resource", () => {
  it.each<[string, string[], string[], string, string, boolean]>([
    ["exactly", ["dynamodb:GetItem"], [TABLE], "dynamodb:GetItem", TABLE, true],
    ["another action", ["dynamodb:GetItem"], [TABLE], "dynamodb:PutItem", TABLE, false],
    ["an action that begins the same", ["dynamodb:GetItem"], [TABLE], "dynamodb:GetItems", TABLE, false],
    ["actions in any case", ["DynamoDB:getitem"], [TABLE], "dynamodb:GetItem", TABLE, true],
    ["resources in their own case", ["dynamodb:GetItem"], [TABLE.toUpperCase()], "dynamodb:GetItem", TABLE, false],
    ["a star at the end", ["dynamodb:Get*"], [TABLE], "dynamodb:GetItem", TABLE, true],
    ["a star for everything", ["*"], ["*"], "dynamodb:GetItem", TABLE, true],
    ["a star in the middle", ["dynamodb:*Item"], [TABLE], "dynamodb:UpdateItem", TABLE, true],
    ["a star for nothing", ["dynamodb:GetItem*"], [`${TABLE}*`], "dynamodb:GetItem", TABLE, true],
    [
      "a star across slashes and colons",
      ["s3:GetObject"],
      ["arn:aws:s3:::pages*"],
      "s3:GetObject",
      "arn:aws:s3:::pages/a/b:c",
      true,
    ],
    ["a question mark for one character", ["sqs:SendMessage"], ["queue-?"], "sqs:SendMessage", "queue-1", true],
    ["a question mark for none", ["sqs:SendMessage"], ["queue-?"], "sqs:SendMessage", "queue-", false],
    ["a question mark for two", ["sqs:SendMessage"], ["queue-?"], "sqs:SendMessage", "queue-12", false],
    ["a dot that is only a dot", ["s3:GetObject"], ["arn:aws:s3:::a.b/*"], "s3:GetObject", "arn:aws:s3:::axb/c", false],
    ["brackets that are only brackets", ["s3:GetObject"], ["a[b]"], "s3:GetObject", "ab", false],
    ["a table in place of its index", ["dynamodb:Query"], [TABLE], "dynamodb:Query", `${TABLE}/index/by_date`, false],
    ["any of several", ["a:b", "dynamodb:GetItem"], ["x", TABLE], "dynamodb:GetItem", TABLE, true],
  ])("%s", (_what, actions, resources, action, resource, allowed) => {
    expect(allows(actions, resources, action, resource)).toBe(allowed);
  });

  it("is denied without any statement", () => {
    expect(isAllowed([], "dynamodb:GetItem", TABLE)).toBe(false);
  });

  it.each([[["deny", "allow"]], [["allow", "deny"]]])("is denied by a Deny, in any order: %j", (order) => {
    const statements = {
      allow: statement("Allow", ["dynamodb:*"], ["*"]),
      deny: statement("Deny", ["dynamodb:Put*"], [TABLE]),
    };
    const both = order.map((name) => statements[name as keyof typeof statements]);
    expect(isAllowed(both, "dynamodb:PutItem", TABLE)).toBe(false);
    expect(isAllowed(both, "dynamodb:PutItem", `${TABLE}-2`)).toBe(true);
    expect(isAllowed(both, "dynamodb:GetItem", TABLE)).toBe(true);
  });

  it("is not allowed by two statements of which each allows a half", () => {
    const halves = [statement("Allow", ["dynamodb:GetItem"], ["x"]), statement("Allow", ["a:b"], [TABLE])];
    expect(isAllowed(halves, "dynamodb:GetItem", TABLE)).toBe(false);
  });
});

it("a policy may have no statement, or one without a list", () => {
  const Statement = { Effect: "Allow", Action: "dynamodb:GetItem", Resource: TABLE };
  expect(readStatements({})).toEqual([]);
  expect(readStatements({ Statement })).toEqual([statement("Allow", ["dynamodb:GetItem"], [TABLE])]);
});

describe("a template's roles", () => {
  const document = (...statements: object[]) => ({ Version: "2012-10-17", Statement: statements });
  const denial = {
    PolicyDocument: document({
      Effect: "Deny",
      Action: ["s3:*", "sns:Publish"],
      Resource: [{ "Fn::Join": ["-", ["arn:aws:s3:::x", { Ref: "AWS::AccountId" }]] }],
      Condition: { Bool: { "aws:SecureTransport": "false" } },
    }),
  };
  const roles = roleStatements(
    new Template(
      {
        Reader: {
          Type: "AWS::IAM::Role",
          Properties: {
            Policies: [
              { PolicyDocument: document({ Effect: "Allow", Action: "sqs:SendMessage", Resource: "*" }) },
              denial,
            ],
          },
        },
        Writer: { Type: "AWS::IAM::Role", Properties: { RoleName: "writer", Policies: [denial] } },
      },
      { api: "", aws: "" },
    ),
  );

  it("have the statements of all their policies", () => {
    const shared = {
      effect: "Deny",
      actions: ["s3:*", "sns:Publish"],
      resources: ["arn:aws:s3:::x-000000000000"],
      conditions: [{ operator: "Bool", key: "aws:SecureTransport", values: ["false"] }],
    };
    expect(Object.fromEntries(roles)).toEqual({
      "arn:aws:iam::000000000000:role/Reader": [
        { effect: "Allow", actions: ["sqs:SendMessage"], resources: ["*"] },
        shared,
      ],
      "arn:aws:iam::000000000000:role/writer": [shared],
    });
  });
});
