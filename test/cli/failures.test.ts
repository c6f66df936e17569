import { expect, it } from "vitest";
import type { NetworkFailureKind } from "../../client/magpie-error.ts";
import { NetworkFailure } from "../../client/magpie-error.ts";
import { failureLine } from "../../lib/cli/failure-line.ts";
import { done, failed, magpie, magpieProcess } from "./command-line.ts";
import type { StubAnswer } from "./stub-api.ts";
import { problem } from "./stub-api.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

const api = new StubbedApi();
const REDRIVE = "POST /v1/ops/queues/oembed-fetch/redrive";

it.each<[what: string, answer: StubAnswer, line: RegExp]>([
  [
    "a refusal, in the API's words",
    problem(409, "redrive_in_progress", "A redrive of this queue is under way already."),
    /^magpie: A redrive of this queue is under way already\.\n$/,
  ],
  [
    "refused fields, each with its reason",
    problem(400, "validation_error", "The request is not valid.", {
      errors: [{ path: "retryable", message: "must be true or false" }],
    }),
    /^magpie: The request is not valid\. retryable must be true or false\.\n$/,
  ],
  [
    "an unknown name, with the command that lists the names",
    problem(404, "not_found", "There is no queue with this name."),
    /^magpie: There is no queue with this name\. npm run -s magpie -- queue ls shows what there is\.\n$/,
  ],
  [
    "a token that has expired, with how to get another",
    answered({ message: "Unauthorized" }, 401),
    /^magpie: The API does not take this token\. .*npm run -s token -- --sub root --group admin.*\n$/,
  ],
  [
    "a token of somebody else, with how to get another",
    problem(403, "forbidden", "Only members of the group admin may do this."),
    /^magpie: Only members of the group admin may do this\. .*MAGPIE_TOKEN.*\n$/,
  ],
  [
    "too many requests",
    problem(429, "too_many_requests", "Too many."),
    /^magpie: The API answered 429 \(Too many\)\. Try again in a while; if this continues, see docs\/runbook\.md\.\n$/,
  ],
  [
    "a limit, with the time until it is over",
    { ...problem(429, "rate_limited", "No more than 400 an hour."), headers: { "retry-after": "1800" } },
    /^magpie: The API answered 429 \(No more than 400 an hour\)\. Try again in 1800 s; .+\n$/,
  ],
  [
    "an error of the gateway",
    answered({ message: "Service Unavailable" }, 503),
    /^magpie: The API answered 503 \(Service Unavailable\)\. Try again in a while; if this continues, see docs\/runbook\.md\.\n$/,
  ],
  [
    "a server that is not the API",
    { ...answered("<title>Sign in</title>"), type: "text/html" },
    /^magpie: No Magpie runs on .+\n$/,
  ],
])("%s is one line, and exit code 1", async (_, answer, line) => {
  api.answers[REDRIVE] = answer;
  expect(await api.run("queue", "redrive", "oembed-fetch")).toEqual(failed(line));
});

it("a request without an answer in time may have taken effect", () => {
  const local = { baseUrl: "https://api.example", token: "t", whenSilent: "Start it.", betterToken: "Get one." };
  const failure = (kind: NetworkFailureKind) => new NetworkFailure(kind, { attempts: 1, idempotencyKey: null });
  expect(failureLine(failure("timeout"), local, undefined)).toBe(
    "The API did not answer in time; gave up after 1 attempt: https://api.example. It may be done all the same; look before you try again.",
  );
  expect(failureLine(failure("connection"), local, undefined)).toBe("Start it.");
});

it("a bug is not reduced to one line", async () => {
  const [bug, local] = [
    new TypeError("x is not a function"),
    { baseUrl: "", token: "", whenSilent: "", betterToken: "" },
  ];
  expect(() => failureLine(bug, local, undefined)).toThrow(bug);
  await expect(magpie(undefined as never, ["queue", "ls"])).rejects.toThrow(TypeError);
});

it("an error of the API is one line", async () => {
  api.answers[REDRIVE] = problem(409, "redrive_in_progress", "It runs.\nmagpie: All is well.");
  const { stderr } = await api.run("queue", "redrive", "oembed-fetch");
  expect(stderr).toBe("magpie: It runs. magpie: All is well.\n");
});

it("a request is tried three times after a transient failure, and once after a refusal", async () => {
  api.answers[REDRIVE] = problem(409, "redrive_in_progress", "It runs.");
  await api.run("queue", "redrive", "oembed-fetch");
  expect(api.requests).toHaveLength(1);
  api.answers[REDRIVE] = answered({ message: "Internal Server Error" }, 500);
  await api.run("queue", "redrive", "oembed-fetch");
  expect(api.requests).toHaveLength(4);
});

it("the process takes the token and the folder of its environment, and ends with the exit code", async () => {
  api.answers["GET /v1/ops/queues"] = [answered({ queues: [] }), problem(403, "forbidden", "You may not.")];
  const env = { MAGPIE_DATA_DIR: api.dataFolder, MAGPIE_TOKEN: "of-bob" };
  expect(await magpieProcess(["queue", "ls", "--json"], env)).toEqual(done('{"queues":[]}'));
  const refused = await magpieProcess(["queue", "ls"], env);
  expect(refused).toEqual(failed(/^magpie: You may not\. .+\n$/));
  expect(api.requests[0]?.headers.authorization).toBe("Bearer of-bob");
});
