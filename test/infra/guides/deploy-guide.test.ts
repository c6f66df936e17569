import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { plausibleText, ROOT, synthesized } from "../synthesized.ts";

const guide = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");
const stack = synthesized();

/**
 * How CloudFormation identifies a resource to import, by type: the property with its name, or a value that the operator
 * looks up.
 */
const IDENTIFIERS: Readonly<Record<string, string>> = {
  "AWS::Cognito::UserPool": "UserPoolId",
  "AWS::DynamoDB::Table": "TableName",
  "AWS::S3::Bucket": "BucketName",
};

const kept = [...stack.resources].filter(([, { DeletionPolicy }]) => DeletionPolicy === "RetainExceptOnCreate");

it("imports after `destroy` all resources that were kept, with their names", () => {
  const [, mapping = ""] = /```json\n(.*?)```/s.exec(guide) ?? [];
  const expected = kept.map(([id, { Type, Properties }]) => {
    const identifier = IDENTIFIERS[Type] ?? Type;
    const name = Properties[identifier];
    const text = name === undefined ? "<Id>" : plausibleText(name);
    const shown = text.replace("AWS::AccountId", "<account>").replace("AWS::Region", "<region>");
    return [id, { [identifier]: shown }];
  });
  expect(JSON.parse(mapping)).toEqual(Object.fromEntries(expected));
});

it("removes the protection of every table, and of no other resource", () => {
  const [, names = ""] = /^for TABLE in (.*); do$/m.exec(guide) ?? [];
  const tables = stack.some("AWS::DynamoDB::Table").map(([, { Properties }]) => Properties.TableName);
  expect(names.split(" ").sort()).toEqual(tables.map((name) => stack.withoutStage(name)).sort());
});
