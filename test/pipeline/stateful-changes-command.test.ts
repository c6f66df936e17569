import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { StubApi } from "../cli/stub-api.ts";
import { entry } from "../entry.ts";
import { temporaryFolder } from "../local/temporary-folders.ts";

const folder = temporaryFolder();
const output = join(folder.path, "github-output");
let cloudFormation: StubApi;

beforeAll(async () => {
  cloudFormation = await StubApi.start();
  mkdirSync(join(folder.path, "cdk.out"));
  writeFileSync(join(folder.path, "cdk.out/magpie-prod.template.json"), JSON.stringify({ Resources: {} }));
});
beforeEach(() => writeFileSync(output, ""));
afterAll(() => {
  cloudFormation.close();
  folder.remove();
});

/** Runs the command where a template without resources was synthesized. */
function run(credentials: object = { AWS_ACCESS_KEY_ID: "AKIAEXAMPLE", AWS_SECRET_ACCESS_KEY: "secret" }) {
  const env = {
    PATH: process.env.PATH,
    HOME: "/nowhere",
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.origin,
    AWS_REGION: "eu-central-1",
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_MAX_ATTEMPTS: "1",
    GITHUB_OUTPUT: output,
    ...credentials,
  };
  return new Promise<{ code: unknown; stdout: string; output: string }>((done) => {
    execFile(process.execPath, [...entry("stateful-changes.ts")], { cwd: folder.path, env }, (error, stdout) => {
      done({ code: error?.code ?? 0, stdout, output: readFileSync(output, "utf8") });
    });
  });
}

function answers(status: number, body: string): void {
  cloudFormation.answer = () => ({ status, type: "text/xml", body });
}

/** Both of CloudFormation's answers: each command reads its own part. */
const deployed = (template: object, status = "UPDATE_COMPLETE") => {
  const body = `<TemplateBody>${JSON.stringify(template)}</TemplateBody>`;
  const stacks = `<Stacks><member><StackStatus>${status}</StackStatus></member></Stacks>`;
  return `<Response><GetTemplateResult>${body}</GetTemplateResult><DescribeStacksResult>${stacks}</DescribeStacksResult></Response>`;
};
const refusal = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

it("asks a person about a table that the deployment would remove", async () => {
  answers(200, deployed({ Resources: { Stocks: { Type: "AWS::DynamoDB::Table" } } }));
  expect(await run()).toEqual({
    code: 0,
    stdout: "Stocks (AWS::DynamoDB::Table) is removed\n",
    output: "stateful=true\nfirst=false\n",
  });
});

it.each([
  ["there is no stack yet", 400, refusal("ValidationError", "Stack with id magpie-prod does not exist"), true],
  [
    "its creation has failed",
    200,
    deployed({ Resources: { Stocks: { Type: "AWS::DynamoDB::Table" } } }, "CREATE_FAILED"),
    true,
  ],
  ["nothing changes", 200, deployed({ Resources: {} }), false],
])("asks nobody when %s, and knows a first deployment", async (_when, status, body, isFirst) => {
  answers(status, body);
  expect(await run()).toEqual({
    code: 0,
    stdout: "Nothing that holds data changes.\n",
    output: `stateful=false\nfirst=${isFirst}\n`,
  });
});

it.each([
  ["the credentials have expired", 403, refusal("ExpiredToken", "The security token is expired"), undefined],
  ["the role may not read the template", 403, refusal("AccessDenied", "Not authorized"), undefined],
  ["CloudFormation has failed", 500, refusal("InternalFailure", "Try again"), undefined],
  ["there are no credentials", 200, deployed({ Resources: {} }), {}],
])("fails, and says nothing of changes, when %s", async (_when, status, body, credentials) => {
  answers(status, body);
  const ran = await run(credentials);
  expect([ran.code, ran.stdout, ran.output]).toEqual([1, "", ""]);
});
