import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UNSCOPED_ACTIONS } from "../../lib/constructs/lambda-function.ts";
import { table, WRITTEN_BY, withTables } from "./guides/cost.ts";
import type { Resource, Statement } from "./synthesized.ts";
import { listed, logicalId, plausibleText, ROOT, synthesized } from "./synthesized.ts";

const stack = synthesized();
/** AWS Backup acts by AWS's own policies; all other roles have one of this project's. */
const isOfBackup = ([, { Properties }]: readonly [string, Resource]) =>
  Properties.AssumeRolePolicyDocument.Statement[0].Principal.Service === "backup.amazonaws.com";
const everyRole = stack.some("AWS::IAM::Role");
const roles = everyRole.filter((role) => !isOfBackup(role));

const statementsOf = (role: string) => stack.statementsOf({ Ref: role });

/** The users of a role: functions by their entry, schedules by their name. */
function holdersOf(role: string): readonly string[] {
  const holds = (value: unknown) => logicalId(value) === role;
  return [
    ...stack
      .some("AWS::Lambda::Function")
      .filter(([, each]) => holds(each.Properties.Role))
      .map(([, each]) => each.Properties.Description),
    ...stack
      .some("AWS::Scheduler::Schedule")
      .filter(([, each]) => holds(each.Properties.Target.RoleArn))
      .map(([, each]) => `schedule ${stack.withoutStage(each.Properties.Name)}`),
  ];
}

/** The matrix's names of resources; a policy may name no other resource. */
const KINDS: Readonly<Record<string, (properties: Resource) => string>> = {
  "AWS::DynamoDB::Table": ({ TableName }) => `table ${stack.withoutStage(TableName)}`,
  "AWS::SQS::Queue": ({ QueueName }) => `queue ${stack.withoutStage(QueueName)}`,
  "AWS::Lambda::Function": ({ Description }) => `function ${Description}`,
  "AWS::Logs::LogGroup": ({ LogGroupName }) => `logs ${LogGroupName.replace(`/${stack.stage}-`, "/")}`,
  "AWS::SecretsManager::Secret": ({ Description }) => `secret that ${Description.replace(/^.*: /, "")}`,
  "AWS::S3::Bucket": ({ BucketName }) => `bucket ${stack.withoutStage(plausibleText(BucketName))}`,
};

/** A secret outside of the stack, by its name; Secrets Manager adds six characters to it. */
const SECRET = /^arn:.+:secretsmanager:.+:secret:([\w/+=.@-]+)-\?{6}$/;

/**
 * Resources outside of the stack without an exact name, each with the condition that a statement on them must have: the
 * condition limits the wildcard.
 */
const CONDITIONED: readonly { readonly pattern: RegExp; readonly words: string; readonly condition: string }[] = [
  { pattern: /^arn:AWS::Partition:ses:[^*]+:identity\/\*$/, words: "any identity", condition: "ses:FromAddress" },
  {
    pattern: /^arn:AWS::Partition:ses:[^*]+:configuration-set\/\*$/,
    words: "any configuration set",
    condition: "ses:FromAddress",
  },
  {
    pattern: /^arn:AWS::Partition:bedrock:\*?::foundation-model\/[^*]+$/,
    words: "one model in any region",
    condition: "bedrock:InferenceProfileArn",
  },
];

/** An inference profile of this account. */
const PROFILE = /^arn:AWS::Partition:bedrock:[a-z0-9-]+:AWS::AccountId:inference-profile\/([^*]+)$/;

/** The permission that AWS requires for a list of alarms, whatever their names begin with. */
const ALARMS = /^arn:.+:cloudwatch:(?:AWS::Region|([a-z0-9-]+)):.+:alarm:\*$/;

/** A statement's resource in the matrix's form. Throws unless it is exactly one resource of this stack, or a secret. */
function resourceWords(resource: unknown, { Condition = {} }: Statement): string {
  if (resource === "*") return "*";
  const text = plausibleText(resource);
  const [, secret] = SECRET.exec(text) ?? [];
  if (secret !== undefined) return `secret ${secret}`;
  const [, profile] = PROFILE.exec(text) ?? [];
  if (profile !== undefined) return `inference profile ${profile}`;
  const outside = CONDITIONED.find(({ pattern }) => pattern.test(text));
  if (outside !== undefined) {
    const value = plausibleText(Condition.StringEquals?.[outside.condition]);
    if (value.includes("*")) throw new Error(`${outside.condition} of ${text} is not one value`);
    return `${outside.words} where ${outside.condition} is ${value}`;
  }
  const alarms = ALARMS.exec(text);
  if (alarms !== null) return `alarms of the account${alarms[1] === undefined ? "" : ` in ${alarms[1]}`}`;
  const joined = (resource as { "Fn::Join"?: [string, unknown[]] })["Fn::Join"];
  const [base, ...more] = joined === undefined ? [resource] : joined[1];
  const suffix = more.map(plausibleText).join("");
  const found = stack.resources.get(logicalId(base) ?? "");
  const words = KINDS[found?.Type];
  // A template can't name the objects in a bucket or in a folder of it.
  const [, folder] = /^((?:\/[a-z-]+)?)\/\*$/.exec(suffix) ?? [];
  if (found?.Type === "AWS::S3::Bucket" && folder !== undefined) {
    return `what lies in ${words?.(found.Properties)}${folder}`;
  }
  if (found === undefined || words === undefined || suffix.includes("*")) {
    throw new Error(`${JSON.stringify(resource)} is not one resource of this stack`);
  }
  return `${words(found.Properties)}${suffix}`;
}

it("leaves AWS's own policies to AWS Backup, and gives it nothing else", () => {
  for (const [, { Properties }] of everyRole.filter(isOfBackup)) {
    expect(Properties.Policies ?? []).toEqual([]);
    expect(Properties.ManagedPolicyArns.map((arn: unknown) => plausibleText(arn).replace(/^.*\//, ""))).toEqual([
      "AWSBackupServiceRolePolicyForBackup",
      "AWSBackupServiceRolePolicyForRestores",
      "AWSBackupServiceRolePolicyForS3Backup",
      "AWSBackupServiceRolePolicyForS3Restore",
    ]);
  }
});

describe.each(roles)("role %s", (id, role) => {
  it("mails from one address to the administrators only, if it may mail at all", () => {
    const mailing = statementsOf(id).filter(({ Action }) => listed(Action).some((action) => /^ses:/i.test(action)));
    const environments = stack
      .some("AWS::Lambda::Function")
      .filter(([, { Properties }]) => logicalId(Properties.Role) === id)
      .map(([, { Properties }]) => Properties.Environment?.Variables ?? {});
    for (const { Condition } of mailing) {
      expect(environments.map(({ MAIL_FROM: from, MAIL_ADMINISTRATORS: to }) => [from, JSON.parse(to)])).toEqual([
        [Condition?.StringEquals?.["ses:FromAddress"], Condition?.["ForAllValues:StringEquals"]?.["ses:Recipients"]],
      ]);
    }
  });

  it("belongs to one function or one schedule", () => {
    expect(holdersOf(id)).toHaveLength(1);
  });

  it("takes its permissions from the one policy in itself", () => {
    expect(role.Properties.ManagedPolicyArns ?? []).toEqual([]);
    expect(role.Properties.Policies).toHaveLength(1);
    expect(statementsOf(id).length).toBeGreaterThan(0);
  });

  it("is assumed by one service only", () => {
    const [trust, ...more] = role.Properties.AssumeRolePolicyDocument.Statement;
    expect(more).toEqual([]);
    expect(trust).toMatchObject({
      Effect: "Allow",
      Action: "sts:AssumeRole",
      Principal: { Service: expect.stringMatching(/^(lambda|scheduler)\.amazonaws\.com$/) },
    });
  });

  it("allows exact actions on exact resources", () => {
    for (const statement of statementsOf(id)) {
      const { Effect, Action, Resource, ...rest } = statement;
      expect(Effect).toBe("Allow");
      // NotAction and NotResource would be wildcards in other words.
      expect(Object.keys(rest).filter((key) => key.startsWith("Not"))).toEqual([]);
      for (const action of listed(Action)) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
      const resources = listed(Resource).map((resource) => resourceWords(resource, statement));
      expect(resources.length).toBeGreaterThan(0);
      if (resources.includes("*")) {
        const scoped = listed(Action).filter((action) => !UNSCOPED_ACTIONS.includes(action));
        expect(scoped, "Name the resource, or add it to UNSCOPED_ACTIONS of lambda-function.ts").toEqual([]);
      }
    }
  });
});

it("has no policy outside of the roles", () => {
  expect([...stack.all("AWS::IAM::ManagedPolicy"), ...stack.all("AWS::IAM::Policy")]).toEqual([]);
});

const PROD_MATRIX = "test/infra/role-matrix.json";

it("allows what role-matrix.json says, and nothing else", async () => {
  const matrix: Record<string, Record<string, string>> = {};
  for (const [id] of roles) {
    const may: [string, string][] = statementsOf(id).flatMap((statement) =>
      listed(statement.Action).flatMap((action) =>
        listed(statement.Resource).map((resource): [string, string] => [action, resourceWords(resource, statement)]),
      ),
    );
    const byAction = Object.entries(Object.groupBy(may, ([action]) => action));
    matrix[holdersOf(id).join(", ")] = sorted(
      byAction.map(([action, pairs = []]) => [
        action,
        pairs
          .map(([, words]) => words)
          .sort()
          .join(", "),
      ]),
    );
  }
  const isProd = stack.stage === "prod";
  const ofProd: typeof matrix = isProd ? {} : JSON.parse(readFileSync(join(ROOT, PROD_MATRIX), "utf8"));
  const rows = Object.entries(matrix).filter(([holder, may]) => JSON.stringify(may) !== JSON.stringify(ofProd[holder]));
  await expect(`${JSON.stringify(sorted(rows), null, 2)}\n`, WRITTEN_BY).toMatchFileSnapshot(
    join(ROOT, isProd ? PROD_MATRIX : `test/infra/role-matrix-of-${stack.stage}.json`),
  );
  if (!isProd) return;
  const path = join(ROOT, "docs/security.md");
  const functions = table(["function or schedule", "may"], Object.entries(sorted(rows)).map(permissionsOf));
  await expect(withTables(readFileSync(path, "utf8"), { functions }), WRITTEN_BY).toMatchFileSnapshot(path);
});

/** The permissions of a role that do not depend on its function. */
const COMMON = /^(logs|xray):/;

function permissionsOf([holder, may]: readonly [string, Readonly<Record<string, string>>]): readonly string[] {
  const own = Object.entries(may).filter(([action]) => !COMMON.test(action));
  return [
    `\`${holder}\``,
    own.length === 0 ? "nothing" : own.map(([action, on]) => `\`${action}\` on ${on}`).join("; "),
  ];
}

function sorted<T>(entries: [string, T][]): Record<string, T> {
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
