import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ran } from "./command-line.ts";
import { magpie } from "./command-line.ts";
import { StubApi } from "./stub-api.ts";

let api: StubApi;
let cloudFormation: StubApi;

beforeAll(async () => {
  [api, cloudFormation] = await Promise.all([StubApi.start(), StubApi.start()]);
  api.answer = () => ({ status: 200, body: { queues: [] } });
});

beforeEach(() => {
  api.requests.length = 0;
  cloudFormation.requests.length = 0;
  stackHas(["UserPoolId", "pool"], ["ApiUrl", api.origin]);
});

afterAll(() => {
  api.close();
  cloudFormation.close();
});

/** From now on the stack has these outputs. */
function stackHas(...outputs: (readonly [key: string, value: string])[]): void {
  const members = outputs.map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  cloudFormation.answer = () => ({
    status: 200,
    type: "text/xml",
    body: `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><StackName>magpie-dev</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2026-11-20T03:00:00.000Z</CreationTime><Outputs>${members.join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  });
}

/** From now on CloudFormation refuses. */
function refuses(code: string, message: string): void {
  cloudFormation.answer = () => ({
    status: 400,
    type: "text/xml",
    body: `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
  });
}

afterEach(() => void vi.unstubAllEnvs());

/** Runs in this process, with these additional variables; an empty one counts as unset. */
function run(env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const variables = {
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.origin,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "AKIAEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_EC2_METADATA_DISABLED: "true",
    HOME: "/nowhere",
    ...env,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return magpie("/nowhere", ["queue", "ls", "--json", "--stage", "dev"], "of-the-pool");
}

describe("--stage", () => {
  it("finds the API in the stack's outputs and sends MAGPIE_TOKEN to it", async () => {
    expect(await run()).toEqual({ code: 0, stdout: '{"queues":[]}\n', stderr: "" });
    const [requested] = cloudFormation.requests;
    expect(new URLSearchParams(requested?.body).get("StackName")).toBe("magpie-dev");
    expect(requested?.headers.authorization).toMatch(/Credential=AKIAEXAMPLE\/\d+\/eu-central-1\/cloudformation\//);
    expect(api.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ["/v1/ops/queues", "Bearer of-the-pool"],
    ]);
  });

  it("requires a token before any request", async () => {
    const ran = await magpie("/nowhere", ["queue", "ls", "--stage", "dev"]);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/^magpie: Nobody is signed in there\. Run magpie login --stage dev first\.\n$/);
    expect(cloudFormation.requests).toEqual([]);
  });

  it("says how to get another token when the API rejects this one", async () => {
    api.answer = () => ({ status: 401, body: { message: "Unauthorized" } });
    const { code, stderr } = await run();
    api.answer = () => ({ status: 200, body: { queues: [] } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^magpie: The API does not take this token\. Set MAGPIE_TOKEN to .+\n$/);
  });

  it.each<[string, () => void, Record<string, string>, RegExp]>([
    [
      "there is no such stack",
      () => refuses("ValidationError", "Stack with id magpie-dev does not exist"),
      {},
      /magpie-dev: Stack with id magpie-dev does not exist\. Check --stage/,
    ],
    [
      "the credentials have expired",
      () => refuses("ExpiredToken", "The security token included in the request is expired"),
      {},
      /magpie-dev: The security token included in the request is expired\. Check .*credentials/,
    ],
    [
      "there are no credentials",
      () => undefined,
      { AWS_ACCESS_KEY_ID: "" },
      /There are no AWS credentials\. Set AWS_PROFILE/,
    ],
    ["there is no region", () => undefined, { AWS_REGION: "" }, /Set AWS_REGION/],
    ["the stack has no API", () => stackHas(["SiteUrl", "https://site.example"]), {}, /no output ApiUrl; deploy/],
    [
      "the API can't be reached",
      () => stackHas(["ApiUrl", "http://127.0.0.1:1"]),
      {},
      /The API of stage dev, http:\/\/127\.0\.0\.1:1, can't be reached/,
    ],
  ])("says in one line that %s", async (_, prepare, env, line) => {
    prepare();
    const { code, stdout, stderr } = await run(env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^magpie: .+\n$/);
    expect(api.requests).toEqual([]);
  });
});
