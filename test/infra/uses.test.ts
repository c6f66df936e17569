import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { contractOf } from "./contract-of.ts";
import { synthesized } from "./synthesized.ts";

const entries = synthesized()
  .some("AWS::Lambda::Function")
  .map(([, { Properties }]): string => Properties.Description);

/** The commands of the SDK that perform a declared action; one of them is enough. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  GetItem: ["GetCommand"],
  BatchGetItem: ["BatchGetCommand"],
  Query: ["QueryCommand"],
  Scan: ["ScanCommand"],
  PutItem: ["PutCommand"],
  UpdateItem: ["UpdateCommand"],
  DeleteItem: ["DeleteCommand"],
  BatchWriteItem: ["BatchWriteCommand"],
  sends: ["SendMessageCommand", "SendMessageBatchCommand"],
  resends: ["GetQueueAttributesCommand"],
  receives: ["ChangeMessageVisibilityCommand"],
  GetObject: ["GetObjectCommand"],
  PutObject: ["PutObjectCommand"],
  DeleteObject: ["DeleteObjectCommand", "DeleteObjectsCommand"],
  ListBucket: ["ListObjectsV2Command", "GetObjectCommand"],
  ListBucketVersions: ["ListObjectVersionsCommand"],
};

/** A function's code, without the lists of its declarations. */
function codeOf(entry: string): string {
  const folder = join(inject("bundles"), entry.replace(/^lambdas\/(.*)\/(.*)\.ts$/, "$1-$2"));
  const files = readdirSync(folder).filter((file) => file.endsWith(".mjs"));
  const code = files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  return code.replace(/\b(?:does|queries):\[[^\]]*\]/g, "");
}

it.each(entries)("%s uses each variable, action and index that it declares", async (entry) => {
  const code = codeOf(entry);
  const isCalled = (action: string) => COMMANDS[action]?.some((command) => code.includes(`"${command}"`));
  const unused = Object.entries(await contractOf(entry)).flatMap(([name, use]) => {
    const actions = "does" in use ? use.does : [];
    const indexes = "table" in use ? (use.queries ?? []) : [];
    return [
      ...(code.includes(`.${name}`) ? [] : [name]),
      ...actions.filter((action) => !isCalled(action)).map((action) => `${action} of ${name}`),
      ...indexes.filter((index) => !code.includes(`"${index}"`)).map((index) => `${index} of ${name}`),
    ];
  });
  expect(unused, `take these out of uses.ts beside ${entry}, or read \`env.…\` and call what they allow`).toEqual([]);
});
