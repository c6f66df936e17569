import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createOnly } from "../../releases/comparison/create-only.ts";
import { everySetting } from "../every-setting.ts";
import type { Resource } from "../synthesized.ts";
import { plausibleText, ROOT, synthesized } from "../synthesized.ts";
import { table, WRITTEN_BY, withTables } from "./cost.ts";

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

/** The resources that were kept, as an import after `destroy` takes them. */
function mappingOfKept(): string {
  const lines = kept
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { Type, Properties }]) => {
      const identifier = IDENTIFIERS[Type] ?? Type;
      const name = Properties[identifier];
      const text = name === undefined ? "<Id>" : plausibleText(name);
      const shown = text.replace("AWS::AccountId", "<account>").replace("AWS::Region", "<region>");
      return `  "${id}": { "${identifier}": "${shown}" }`;
    });
  return `\`\`\`json\n{\n${lines.join(",\n")}\n}\n\`\`\``;
}

it("lists what is fixed at creation, of each type of the templates, and what `destroy` keeps, as an import takes it", async () => {
  const { issuer: _, ...settings } = everySetting;
  const given = new Map<string, Set<string>>();
  const stacks = [stack, synthesized("every-setting", settings)].flatMap(({ assembly }) => assembly.stacks);
  for (const { template } of stacks)
    for (const { Type, Properties } of Object.values<Resource>(template.Resources)) {
      const properties = given.get(Type) ?? given.set(Type, new Set()).get(Type);
      for (const name of Object.keys(Properties ?? {})) properties?.add(name);
    }
  const rows = [...given].toSorted().flatMap(([type, properties]) => {
    const { replaced, refused } = createOnly(type);
    const names = [replaced.filter((name) => properties.has(name)), refused].map((all) =>
      all.map((name) => `\`${name}\``).join(", "),
    );
    return names.every((text) => text === "") ? [] : [[`\`${type}\``, ...names]];
  });
  const fixed = table(["type", "another value replaces it", "another value is refused"], rows);
  await expect(withTables(guide, { fixed, kept: mappingOfKept() }), WRITTEN_BY).toMatchFileSnapshot(
    join(ROOT, "docs/deploy.md"),
  );
});

it("removes the protection of every table, and of no other resource", () => {
  const [, names = ""] = /^for TABLE in (.*); do$/m.exec(guide) ?? [];
  const tables = stack.some("AWS::DynamoDB::Table").map(([, { Properties }]) => Properties.TableName);
  expect(names.split(" ").sort(), "docs/deploy.md: `for TABLE in …` names every table of the template").toEqual(
    tables.map((name) => stack.withoutStage(name)).sort(),
  );
});

it("gives every restored table the time to live that the template gives it", () => {
  const [, attribute = ""] = /--time-to-live-specification Enabled=true,AttributeName=(\w+)/.exec(guide) ?? [];
  const specifications = stack
    .some("AWS::DynamoDB::Table")
    .map(([, { Properties }]) => [Properties.TableName, Properties.TimeToLiveSpecification]);
  for (const [name, specification] of specifications)
    expect(specification, name).toEqual({ AttributeName: attribute, Enabled: true });
});

it("passes a password with quotes, commas and spaces to Cognito unchanged", () => {
  const password = ` a"b'c,d\\e $HOME=f{`;
  const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
  const commandsWith = (part: string) => blocks.find((block) => block.includes(part)) ?? "";
  const shell = `
    aws() { case "$*" in *set-user-password*) printf '%s\\0' "$@" >&2;; esac; }
    ${commandsWith("read -rs PASSWORD")
      .replace("<mail address>", "one@example.org")
      .replaceAll(/=<\w+>/g, "=x")}`;
  const given = execFileSync("bash", ["-c", `exec 2>&1 >/dev/null; ${shell}`], { input: `${password}\n` });
  const args = given.toString().split("\0");
  expect(args).toContain(`--password=${password}`);
});
