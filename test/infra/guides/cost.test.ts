import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { describe, expect, it, vi } from "vitest";
import { allReconciled } from "../../../lambdas/operations/all-reconciled.ts";
import { objectClient } from "../../../lambdas/shared/objects/object-client.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { testClock } from "../../emulators/test-clock.ts";
import { placesAMonth } from "../../scale/sizes.ts";
import { ROOT, synthesized } from "../synthesized.ts";
import type { Item } from "./cost.ts";
import {
  costOfMillion,
  HOURS,
  idleCost,
  memoryOf,
  operations,
  RECONCILE,
  table,
  WRITTEN_BY,
  withTables,
  writesIn,
} from "./cost.ts";
import { pageChecksOf } from "./page-check-cost.ts";

const prod = synthesized();
const dev = synthesized("dev");
const sum = (items: readonly Item[], of: "first" | "second" | "withoutFree") =>
  items.reduce((total, item) => total + item[of], 0);

/** A value of a variable that the test does not need: no name of a bucket, and an address where one is read. */
const unused = (name: string) => (name === "SITE_URL" ? "https://unused.example" : "not/used");

describe("an idle stage", () => {
  it.each([
    { stage: "prod", stack: prod, dollars: 6 },
    { stage: "dev", stack: dev, dollars: 2 },
  ])("costs less than $dollars dollars a month as $stage, with the free tier of its account", ({ stack, dollars }) => {
    const cost = sum(idleCost(stack), "first");
    expect(cost, "Use an alarm less, or raise the limit here and in docs/cost.md").toBeLessThan(dollars);
  });

  it("costs less than a dollar as dev while it is asleep", () => {
    expect(sum(asleep(dev), "first")).toBeLessThan(1);
  });

  it("has no paid resource that the calculation misses: no key, no machine, no network, no provisioned capacity", () => {
    const free =
      /^(AWS::(ApiGatewayV2|Budgets|CloudFront|Cognito|DynamoDB|Events|IAM|Lambda|Logs|S3|SNS|SQS|Scheduler)|Custom)::/;
    const reckoned = ["AWS::CloudWatch::Alarm", "AWS::CloudWatch::Dashboard", "AWS::SecretsManager::Secret"];
    for (const { resources } of [prod, dev]) {
      for (const [, { Type, Properties }] of resources) {
        expect(
          reckoned.includes(Type) || free.test(Type),
          `Add the monthly price of ${Type} to test/infra/guides/cost.ts, or the type to those without one here`,
        ).toBe(true);
        if (Type === "AWS::DynamoDB::Table") expect(Properties.BillingMode).toBe("PAY_PER_REQUEST");
        expect(Properties.ProvisionedConcurrencyConfig ?? Properties.ProvisionedPollerConfig).toBeUndefined();
      }
    }
  });

  it("pays for the reads that a run of reconcile makes when nothing is overdue", async () => {
    const dynamo = await startDynamo();
    try {
      for (const name of allReconciled.flatMap(({ environment }) => Object.keys(environment)))
        vi.stubEnv(name, name.endsWith("_TABLE") ? name.replace("_TABLE", "").toLowerCase() : unused(name));
      // Nothing is sent.
      const clients = { tables: dynamo.client, queues: {} as SQSClient, objects: objectClient(), clock: testClock() };
      const kinds = allReconciled.flatMap((part) => part.reconcilables(clients));
      // The client refuses the bucket's name, and sends nothing.
      const outcomes = await Promise.allSettled(kinds.map((kind) => kind.overdue(500)));
      const failed = kinds.filter((_kind, index) => outcomes[index]?.status === "rejected");
      expect(failed.map(({ name }) => name)).toEqual(["recommendation_changes"]);
      expect(outcomes.map((outcome) => "reason" in outcome && outcome.reason.name)).toContain("InvalidBucketName");
      for (const kind of kinds) await kind.findLate?.();
      expect(dynamo.consumed).toHaveLength(RECONCILE.reads);
    } finally {
      vi.unstubAllEnvs();
      await dynamo.close();
    }
  });

  it("pays for no metric of log lines while there are none", () => {
    for (const { resources } of [prod, dev]) {
      for (const [, { Type, Properties }] of resources) {
        if (Type !== "AWS::Logs::MetricFilter") continue;
        expect(Properties.MetricTransformations[0].DefaultValue).toBeUndefined();
      }
    }
  });
});

describe("dev", () => {
  const namesOf = (stack: typeof prod) =>
    stack.some("AWS::CloudWatch::Alarm").map(([, { Properties }]) => stack.withoutStage(Properties.AlarmName));

  it("has the alarms about refused requests and undone work", () => {
    expect(namesOf(dev).sort()).toEqual(
      namesOf(prod)
        .filter((name) =>
          /^(api-5xx|schedules-dead-letters|bookmarks-dead-letters-hourly|work-given-up|workers-crashing)$|^reconcile-(silent|gave-up)$/.test(
            name,
          ),
        )
        .sort(),
    );
  });
});

const written = writesIn(readFileSync(join(ROOT, "docs/scale.md"), "utf8"));

const row = ({ what, how, first, second, withoutFree }: Item) => [what, how, first, second, withoutFree];

/** The sum of a bill's lines, as a line. */
const total = (what: string, how: string, items: readonly Item[]): Item => {
  return {
    what,
    how,
    first: sum(items, "first"),
    second: sum(items, "second"),
    withoutFree: sum(items, "withoutFree"),
  };
};

const idleTable = (items: readonly Item[], ...more: readonly Item[]) =>
  table(
    ["What", "How much a month", "First stage", "Second stage", "No free tier"],
    [...items, total("**In all**", "", items), ...more].map(row),
  );

/** The bill of a stage whose event sources are disabled. */
const asleep = (stack: typeof prod) => idleCost(stack).filter(({ what }) => what !== "Polling of queues");

const millions = operations(memoryOf(prod), written).map((operation) => ({
  what: operation.what,
  ...costOfMillion(operation),
}));
const COLUMNS = ["requests", "compute", "tables", "objects", "logs"] as const;

const perMillion = table(
  ["A million of", ...COLUMNS, "in all"],
  millions.map((each) => [
    each.what,
    ...COLUMNS.map((column) => each[column]),
    COLUMNS.reduce((total, column) => total + each[column], 0),
  ]),
);

/** Dollars for one of an operation, by its first words. */
function dollarsOf(row: string): number {
  const found = millions.find(({ what }) => what.startsWith(row));
  if (found === undefined) throw new Error(`There is no operation ${row}`);
  return COLUMNS.reduce((total, column) => total + found[column], 0) / 1e6;
}

/** The dollars a month of a product that is crawled every hour, with so many detail checks each time. */
function productCost(checks: number): string {
  return (HOURS * (dollarsOf("Crawls of a product") + checks * dollarsOf("Detail checks"))).toFixed(2);
}

const perProduct = table(
  ["Pages an hour", "A product, dollars a month"],
  [0, 10, 40].map((checks) => [`${3 + checks}: 3 of the search, ${checks} listings`, productCost(checks)]),
);

const pageChecks = table(
  ["Bookmarks", "Requests to sites a month", "Writes a month", "Dollars a month"],
  [1_000, 10_000, 100_000].map((bookmarks) => {
    const { requests, writes, operation } = pageChecksOf(bookmarks, memoryOf(prod)("bookmarks/worker"), written);
    const dollars = Object.values(costOfMillion(operation)).reduce((total, each) => total + each, 0) / 1e6;
    return [...[bookmarks, requests, writes].map((count) => Math.round(count).toLocaleString("en")), dollars];
  }),
);

const places = table(
  ["Reading a day", "Places a month", "Dollars a month", "of 1,000 people"],
  [10, 30, 60].map((minutes) => {
    const dollars = placesAMonth(minutes) * dollarsOf("Places in texts");
    return [`${minutes} minutes`, placesAMonth(minutes).toLocaleString("en"), dollars.toFixed(4), 1_000 * dollars];
  }),
);

it("docs/cost.md has the numbers of the template and of docs/scale.md", async () => {
  const path = join(ROOT, "docs/cost.md");
  const tables = {
    "idle-prod": idleTable(idleCost(prod)),
    "idle-dev": idleTable(idleCost(dev), total("**Asleep**", "event sources disabled", asleep(dev))),
    "per-million": perMillion,
    "per-product": perProduct,
    "page-checks": pageChecks,
    places,
  };
  await expect(withTables(readFileSync(path, "utf8"), tables), WRITTEN_BY).toMatchFileSnapshot(path);
});
