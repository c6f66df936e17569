import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Ran } from "./command-line.ts";
import { done, failed, magpie } from "./command-line.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";
import { StubbedCloudFormation } from "./stubbed-cloud-formation.ts";

const [api, cloudFormation] = [new StubbedApi(), new StubbedCloudFormation()];

beforeEach(() => {
  api.answers["GET /v1/ops/queues"] = answered({ queues: [] });
  cloudFormation.stackHas(["UserPoolId", "pool"], ["ApiUrl", api.origin]);
});

const run = (): Promise<Ran> => magpie("/nowhere", ["queue", "ls", "--json", "--stage", "dev"], "of-the-pool");

describe("--stage", () => {
  it("finds the API in the stack's outputs and sends MAGPIE_TOKEN to it", async () => {
    expect(await run()).toEqual(done('{"queues":[]}'));
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
    api.answers["GET /v1/ops/queues"] = answered({ message: "Unauthorized" }, 401);
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^magpie: The API does not take this token\. Set MAGPIE_TOKEN to .+\n$/);
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      "there is no such stack",
      () => cloudFormation.refuses("ValidationError", "Stack with id magpie-dev does not exist"),
      /magpie-dev: Stack with id magpie-dev does not exist\. Check --stage/,
    ],
    [
      "the credentials have expired",
      () => cloudFormation.refuses("ExpiredToken", "The security token included in the request is expired"),
      /magpie-dev: The security token included in the request is expired\. Check .*credentials/,
    ],
    // An empty variable counts as unset.
    [
      "there are no credentials",
      () => vi.stubEnv("AWS_ACCESS_KEY_ID", ""),
      /There are no AWS credentials\. Set AWS_PROFILE/,
    ],
    ["there is no region", () => vi.stubEnv("AWS_REGION", ""), /Set AWS_REGION/],
    [
      "the stack has no API",
      () => cloudFormation.stackHas(["SiteUrl", "https://site.example"]),
      /no output ApiUrl; deploy/,
    ],
    [
      "the API can't be reached",
      () => cloudFormation.stackHas(["ApiUrl", "http://127.0.0.1:1"]),
      /The API of stage dev, http:\/\/127\.0\.0\.1:1, can't be reached/,
    ],
  ])("says in one line that %s", async (_, prepare, line) => {
    prepare();
    const ran = await run();
    expect(ran).toEqual(failed(line));
    expect(ran.stderr).toMatch(/^magpie: .+\n$/);
    expect(api.requests).toEqual([]);
  });
});
