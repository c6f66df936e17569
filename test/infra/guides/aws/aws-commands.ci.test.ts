import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ciPackage } from "../../../ci-packages.ts";
import { temporaryFolder } from "../../../local/temporary-folders.ts";
import { documents, marked, ROOT } from "../documents.ts";
import type { CommandLine } from "./documented-commands.ts";
import { awsCommandsOf } from "./documented-commands.ts";

/** The CLI's result for a command line. */
interface Judgement {
  /** Operations for which a request was built and validated. */
  readonly operations: readonly string[];
  readonly said: string;
}

/** Services of the CLI that ask a person on the terminal. */
const ASKING = new Set(["configure"]);
/** The files that commands read, besides those of the project. */
const FILES: Readonly<Record<string, string>> = {
  "markers.json": '{"Objects": [{"Key": "a", "VersionId": "b"}]}',
  "batch.json": '{"a-table": [{"DeleteRequest": {"Key": {"id": {"S": "a"}}}}]}',
  "google-key.txt": "a key",
  "table.json": JSON.stringify({
    TableName: "prod-stocks",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  }),
  "webhook.json": "{}",
};

const folder = temporaryFolder();
let environment: NodeJS.ProcessEnv;

/** The AWS CLI as the CDK has it for functions: it is a package of npm, pinned, and needs Python alone. */
beforeAll(() => {
  const { ASSET_FILE: layer } = ciPackage<{ readonly ASSET_FILE: string }>("@aws-cdk/asset-awscli-v1");
  execFileSync("python3", ["-m", "zipfile", "-e", layer, folder.path]);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder.path, name), text);
  environment = {
    PATH: process.env.PATH,
    HOME: folder.path,
    PYTHONPATH: join(folder.path, "awscli"),
    AWS_DEFAULT_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "none",
    AWS_SECRET_ACCESS_KEY: "none",
    AWS_EC2_METADATA_DISABLED: "true",
  };
  return () => folder.remove();
}, 120_000);

function judge(lines: readonly CommandLine[]): readonly Judgement[] {
  const answer = execFileSync("python3", [join(import.meta.dirname, "judge.py")], {
    cwd: folder.path,
    env: environment,
    input: JSON.stringify(lines),
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(answer);
}

/** The command lines for which the CLI builds no request, each with its message. */
function refusedOf(lines: readonly CommandLine[]): string[] {
  const asked = lines
    .filter(([service = ""]) => !ASKING.has(service))
    .map((line) => line.map((word) => word.replace(".github/", join(ROOT, ".github/"))));
  return judge(asked).flatMap(({ operations, said }, index) =>
    operations.length > 0 ? [] : [`aws ${asked[index]?.join(" ")}: ${said}`],
  );
}

/** The blocks of documents that use the AWS CLI, by document and line. */
const blocks = documents.flatMap(({ path, text }) =>
  [...text.matchAll(/^ *```sh.*\n([\s\S]*?)^ *```$/gm)]
    .filter(([, block = ""]) => /\baws [a-z]/.test(block))
    .map(({ 1: block = "", index }): [where: string, block: string] => [
      `${path}:${text.slice(0, index).split("\n").length + 1}`,
      block,
    ]),
);

it("are run to the last one by a shell: each that a block names is among those that the shell runs", () => {
  expect(blocks.length).toBeGreaterThan(25);
  const missed = blocks.flatMap(([where, block]) => {
    const ran = new Set(awsCommandsOf(block).map(([service, operation]) => `${service} ${operation}`));
    const named = [...block.replaceAll(/(^|\s)#.*$/gm, "").matchAll(/\baws ([a-z][\w-]+) ([a-z][\w-]+)/g)];
    return named.filter(([, service, operation]) => !ran.has(`${service} ${operation}`)).map(([line]) => [where, line]);
  });
  expect(missed).toEqual([]);
});

it("in the blocks of documents are accepted by the AWS CLI: service, operation, options, and the form of their values", () => {
  const lines = blocks.flatMap(([, block]) => awsCommandsOf(block));
  expect(lines.length).toBeGreaterThan(80);
  expect(refusedOf(lines)).toEqual([]);
}, 300_000);

it("in the text of documents are accepted, too; one that is only named exists", () => {
  const lines = marked.map(([, text]) => text).filter((text) => /^aws [a-z]/.test(text));
  const [whole, named] = [lines.filter((line) => / --/.test(line)), lines.filter((line) => !/ --/.test(line))];
  expect(whole.length).toBeGreaterThan(3);
  expect(refusedOf(whole.flatMap(awsCommandsOf))).toEqual([]);
  const unknown = judge(named.flatMap(awsCommandsOf)).filter(({ said }) => /invalid choice/i.test(said));
  expect(unknown).toEqual([]);
}, 120_000);

it("that are wrong are refused: an operation, an option, a missing one, and a value of another form", () => {
  const wrong = [
    "dynamodb describe-tabel --table-name a",
    "dynamodb describe-table --name a",
    "dynamodb describe-table",
    "dynamodb update-time-to-live --table-name abc --time-to-live-specification Enabled=true",
    "lambda put-function-concurrency --function-name a --reserved-concurrent-executions many",
    "sqs list-queues --query Urls[",
  ].map((line) => line.split(" "));
  const right = ["dynamodb", "describe-table", "--table-name", "abc"];
  const refused = refusedOf([...wrong, right]);
  expect(refused).toHaveLength(wrong.length);
  expect(refused.filter((line) => line.startsWith(`aws ${right.join(" ")}:`))).toEqual([]);
}, 120_000);
