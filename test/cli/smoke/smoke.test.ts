import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { GetQueueUrlCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { UnsecuredJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import type { StepResult } from "../../../lib/cli/smoke/run-steps.ts";
import { TestClock } from "../../client/test-clock.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { magpie } from "../command-line.ts";
import { DescribedStage, mockedClient } from "../doctor/stage.ts";
import { problem } from "../stub-api.ts";
import { answered, StubbedApi } from "../stubbed-api.ts";

const api = new StubbedApi();
const sqs = mockedClient(SQSClient);
const LISTS = {
  "GET /v1/stocks?limit=100&tag=magpie-smoke": answered({ stocks: [], next_cursor: null }),
  "GET /v1/bookmarks?limit=100&tag=magpie-smoke": answered({ bookmarks: [], next_cursor: null }),
  "GET /v1/products?limit=100": answered({ products: [], next_cursor: null }),
  "GET /v1/blocked-hosts?limit=100": answered({ blocked_hosts: [], next_cursor: null }),
};

beforeEach(() => {
  sqs.on(GetQueueUrlCommand).resolves({ QueueUrl: "https://sqs.example/q" });
  sqs.on(ReceiveMessageCommand).resolves({});
  api.answers = { ...LISTS };
});

async function smoke(
  signal = new AbortController().signal,
  dataFolder = api.dataFolder,
  token?: string,
  args: readonly string[] = [],
) {
  const clock = new TestClock({ skipping: true });
  const ran = await magpie(dataFolder, ["smoke", "--json", ...args], token, clock, {}, false, signal);
  const { steps } = JSON.parse(ran.stdout) as { readonly steps: readonly StepResult[] };
  return { ...ran, steps, named: steps.map(({ name, status }) => `${name}: ${status}`) };
}

it("uses nothing without a system", async () => {
  const { code, named, steps, stderr } = await smoke(undefined, "/nowhere");
  expect({ code, named, stderr }).toEqual({
    code: 1,
    named: ["sign-in: fail"],
    stderr: "magpie: 1 of 1 steps failed.\n",
  });
  expect(steps[0]?.found).toMatch(/^No Magpie runs on/);
});

it("uses nothing if the leftovers of an earlier run can't be deleted", async () => {
  api.answers = { "GET /v1/stocks?limit=100&tag=magpie-smoke": problem(403, "forbidden", "You may not.") };
  const { code, named, stderr } = await smoke();
  expect({ code, named, stderr }).toEqual({
    code: 1,
    named: ["sign-in: ok", "leftovers: fail", "clean-up: fail"],
    stderr: "magpie: 2 of 3 steps failed.\n",
  });
});

it("deletes everything, and uses nothing more, when it is interrupted", async () => {
  const { code, named, steps, stderr } = await smoke(AbortSignal.abort());
  expect({ code, named, stderr }).toEqual({
    code: 1,
    named: ["sign-in: ok", "leftovers: ok", "clean-up: ok"],
    stderr: "magpie: The smoke test was interrupted; its items are deleted.\n",
  });
  expect(steps.map(({ found }) => found).slice(1)).toEqual([
    "No earlier run has left anything.",
    "0 items were deleted; nothing is left.",
  ]);
});

it("fails if the lists still show deleted items", async () => {
  const still = answered({ stocks: [{ id: "s-1" }], next_cursor: null });
  api.answers["GET /v1/stocks?limit=100&tag=magpie-smoke"] = still;
  api.answers["DELETE /v1/stocks/s-1"] = { status: 204, body: "" };
  const { steps } = await smoke(AbortSignal.abort());
  expect(steps[1]).toMatchObject({ status: "ok", found: "1 items of an earlier run were deleted." });
  expect(steps.at(-1)).toMatchObject({
    name: "clean-up",
    status: "fail",
    found: "The lists still show deleted items. The next run deletes them again.",
    took_ms: 30_000,
  });
});

it("waits longer for dead letters once a step has failed, and fails with its failed steps", async () => {
  const { code, named, stderr } = await smoke();
  expect({ code, stderr }).toEqual({ code: 1, stderr: "magpie: 5 of 8 steps failed.\n" });
  const used = ["deck", "bookmark", "webmention", "search", "redrive"].map((name) => `${name}: fail`);
  expect(named).toEqual(["sign-in: ok", "leftovers: ok", ...used, "clean-up: ok"]);
  const waits = sqs.commandCalls(ReceiveMessageCommand).map(({ args }) => args[0].input.WaitTimeSeconds);
  expect(waits).toEqual([1, 1, 1, 5, 5, 5]);
});

it("signs in a test user, unless MAGPIE_TOKEN has another", async () => {
  const seen = async (token?: string) => {
    api.requests.length = 0;
    const { steps } = await smoke(AbortSignal.abort(), undefined, token);
    return [steps[0]?.found, new Set(api.requests.map(({ headers }) => headers.authorization))] as const;
  };
  const [own, [token]] = await seen();
  expect([own, token]).toEqual(["A test user is signed in.", expect.stringMatching(/^Bearer ey/)]);
  expect(await seen("of-ada")).toEqual(["The user of MAGPIE_TOKEN is used.", new Set(["Bearer of-ada"])]);
});

describe("of a stage", () => {
  const stage = new DescribedStage();
  const cognito = mockedClient(CognitoIdentityProviderClient);
  const run = () => smoke(undefined, undefined, undefined, ["--stage", "prod"]);

  beforeEach(() => {
    const pool = { UserPoolId: "pool", UserPoolClientId: "client" };
    stage.describe({ outputs: { ApiUrl: api.origin, SiteUrl: api.origin, ...pool } });
    const AccessToken = new UnsecuredJWT({}).setSubject("u-1").encode();
    cognito.resolves({}).on(AdminInitiateAuthCommand).resolves({ AuthenticationResult: { AccessToken } });
  });

  it("deletes the test user at the end, even if the items of the run can't be deleted", async () => {
    api.answers = { "GET /v1/stocks?limit=100&tag=magpie-smoke": problem(403, "forbidden", "You may not.") };
    const { code, named } = await run();
    expect({ code, named }).toEqual({ code: 1, named: ["sign-in: ok", "leftovers: fail", "clean-up: fail"] });
    expect(cognito.calls().at(-1)?.args[0]).toBeInstanceOf(AdminDeleteUserCommand);
  });

  it("does nothing when the operator may make no user, and says what to allow", async () => {
    const denied =
      "User: arn:aws:iam::1:user/a is not authorized to perform: cognito-idp:AdminCreateUser on resource: p";
    cognito.on(AdminCreateUserCommand).rejects(awsError("AccessDeniedException", 400, denied));
    const { code, named, steps } = await run();
    expect({ code, named, seen: api.seen }).toEqual({ code: 1, named: ["sign-in: fail"], seen: [] });
    expect(steps[0]?.remedy).toContain("cognito-idp:AdminCreateUser");
  });
});
