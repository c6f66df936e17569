import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CALL_LIMITS, longestCallMs } from "../../lambdas/shared/aws-client.ts";
import { listed, ROOT, synthesized } from "./synthesized.ts";

type Service = keyof typeof CALL_LIMITS;

const stack = synthesized("prod", { bedrock: { model: "amazon.nova-lite-v1:0", region: "eu-central-1" } });

/** Calls that have less time than the client's limit: entry and service, with the reason. */
const BOUNDED_BY_THE_CALLER: Readonly<Record<string, string>> = {
  "lambdas/mercari/api.ts lambda": "A crawl that somebody waits for has 20 s in all, and gives each page what is left.",
};

/** The services in the policies of a function's role; the runtime itself writes logs. */
function servicesOf(role: unknown): Service[] {
  const actions = stack.statementsOf(role).flatMap(({ Action }) => listed(Action));
  const services = new Set(actions.map((action) => action.slice(0, action.indexOf(":"))));
  return [...services].filter((service) => service !== "logs") as Service[];
}

const calls = stack.some("AWS::Lambda::Function").flatMap(([, { Properties }]) =>
  servicesOf(Properties.Role).map((service) => ({
    entry: Properties.Description as string,
    service,
    timeoutMs: Properties.Timeout * 1_000,
  })),
);

it.each(calls)("$entry: the longest call of $service ends before the function's time-out", (call) => {
  const limits = CALL_LIMITS[call.service];
  expect(limits, `Add ${call.service} to CALL_LIMITS in lambdas/shared/aws-client.ts`).toBeDefined();
  if (`${call.entry} ${call.service}` in BOUNDED_BY_THE_CALLER) return;
  expect(longestCallMs(limits)).toBeLessThan(call.timeoutMs);
});

it("checks every service with limits, and exempts no unknown one", () => {
  expect([...new Set(calls.map(({ service }) => service))].sort()).toEqual(
    expect.arrayContaining(["bedrock", "dynamodb"]),
  );
  const known = calls.map(({ entry, service }) => `${entry} ${service}`);
  expect(
    Object.keys(BOUNDED_BY_THE_CALLER).filter((each) => !known.includes(each)),
    "No function makes these calls: take each out of BOUNDED_BY_THE_CALLER here",
  ).toEqual([]);
});

/** Functions whose roles may write a table, with their time-outs in seconds. */
function writersOf(tableId: string) {
  return stack.some("AWS::Lambda::Function").flatMap(([, { Properties }]) => {
    const writes = stack
      .statementsOf(Properties.Role)
      .filter(
        ({ Action, Resource }) =>
          /dynamodb:(Put|Update|Delete|BatchWrite)/.test(JSON.stringify(Action)) &&
          JSON.stringify(Resource).includes(`"${tableId}"`),
      );
    return writes.length === 0 ? [] : [{ entry: String(Properties.Description), seconds: Number(Properties.Timeout) }];
  });
}

it("lets passes through the changes overlap by more than any writer's time-out and a minute", () => {
  const followed = stack
    .some("AWS::DynamoDB::Table")
    .filter(([, { Properties }]) =>
      Properties.GlobalSecondaryIndexes?.some(({ IndexName }: { IndexName: string }) => IndexName === "changes"),
    );
  const writers = followed.flatMap(([id]) => writersOf(id));
  expect([...new Set(writers.map(({ entry }) => entry))].sort()).toEqual([
    "lambdas/bookmarks/api.ts",
    "lambdas/bookmarks/worker.ts",
    "lambdas/operations/on-schedule.ts",
    "lambdas/slides/api.ts",
    "lambdas/slides/worker.ts",
    "lambdas/users/api.ts",
  ]);
  const [, reader] = stack
    .some("AWS::Lambda::Function")
    .find(([, { Properties }]) => Properties.Description === "lambdas/changes/api.ts") ?? ["", undefined];
  const overlap = Number(reader?.Properties.Environment.Variables.OVERLAP_SECONDS);
  for (const { entry, seconds } of writers) expect(overlap, entry).toBeGreaterThan(seconds + 60);
});

it("has no client in Lambda without limits", () => {
  const made = globSync("lambdas/**/*.ts", { cwd: ROOT }).flatMap((path) =>
    readFileSync(join(ROOT, path), "utf8")
      .split("\n")
      .filter((line) => /\bnew \w*Client\(/.test(line))
      .map((line) => ({ path, line })),
  );
  expect(made.length).toBeGreaterThan(5);
  expect(
    made.filter(({ line }) => !/bounded(Http2)?Calls\(/.test(line)),
    "Make these clients with boundedCalls of lambdas/shared/aws-client.ts, and add their service to CALL_LIMITS there",
  ).toEqual([]);
});
