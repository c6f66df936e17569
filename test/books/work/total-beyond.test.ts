import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { NoticeTable } from "../../../lambdas/notices/notice-table.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { collector, volume, volumesAnswer } from "../books-world.ts";
import { admin, operatorOfEachTest, world } from "../operator-of-tests.ts";

capturedLog();
operatorOfEachTest();

/** A page of Google's: the number of its items, and the total that it reports. */
type Told = readonly [items: number, total: number | null];

/** A Google whose pages are those of the walk, or, ordered by newest, of a check. */
function swinging(walk: Readonly<Record<number, Told>>, check: readonly Told[], isNew = false): OutboundFetch {
  let checks = 0;
  return async ({ url }) => {
    const { searchParams } = new URL(url);
    const at = Number(searchParams.get("startIndex"));
    const isCheck = searchParams.get("orderBy") === "newest";
    const [items, total] = (isCheck ? check[checks] : walk[at]) ?? [0, 0];
    if (isCheck) checks += 1;
    const name = isCheck && isNew ? "new" : "old";
    const found = Array.from({ length: items }, (_, index) => volume(`${name}-${index + (isCheck ? 0 : at)}`));
    return volumesAnswer(found, total as number);
  };
}

/** Lets a job walk to its end, and checks for new publications so often. */
async function checkedJob(fetch: OutboundFetch, checks: number) {
  await admin.create("tea", { schedule: "daily", max_per_run: 1_000 });
  const worker = collector(world, fetch);
  const walked = await admin.run("tea", worker);
  for (let check = 0; check < checks; check += 1) await admin.run("tea", worker, { kind: "check_for_new" });
  const made = await new NoticeTable(dynamo.client, "notices").list({ limit: 100, position: undefined });
  const notices = made.items.filter(({ title }) => title.includes("more results"));
  return { walked, job: await admin.job("tea"), cursors: await admin.cursors("tea"), notices };
}

it.each<[string, Readonly<Record<number, Told>>, readonly Told[], number, number | null]>([
  ["after one empty page", { 0: [40, 500], 40: [0, 400] }, [[40, 350]], 40, 350],
  ["after a dip of the total", { 0: [40, 1_200], 40: [40, 73] }, [[40, 1_200]], 80, 1_200],
  ["by a page without items", { 0: [40, 500], 40: [0, 400] }, [[0, 350]], 40, 350],
  [
    "by the last of the totals that are beyond",
    { 0: [40, 40] },
    [
      [40, 900],
      [40, 60],
      [40, 30],
    ],
    40,
    60,
  ],
  ["not by a total that was reached", { 0: [40, 40] }, [[40, 40]], 40, null],
  ["not by a total that has become smaller", { 0: [40, 1_200], 40: [40, 73] }, [[40, 60]], 80, null],
])("is reported %s", async (_what, walk, check, end, beyond) => {
  const { walked, job, cursors, notices } = await checkedJob(swinging(walk, check), check.length);
  expect(walked).toMatchObject({ stop_reason: "exhausted", start_index: end, is_exhausted: true });
  expect(job).toMatchObject({ is_exhausted: true, total_beyond: beyond });
  expect(cursors).toMatchObject([{ start_index: end, is_exhausted: true, total_beyond: beyond }]);
  // Once, whatever later checks report.
  const body = expect.stringContaining(`${check[0]?.[1]} results; the search was exhausted at ${end}.`);
  expect(notices).toMatchObject(beyond === null ? [] : [{ kind: "books", body, screen: "/app/operations/jobs/tea" }]);
});

it("does not count new publications that checks have found", async () => {
  const { job } = await checkedJob(swinging({ 0: [40, 40] }, [[3, 43]], true), 1);
  expect(job).toMatchObject({ total_beyond: null });
});

it("is reported at a cursor of version 1.0.0, which has counted no books", async () => {
  await admin.create("tea", { max_per_run: 1_000 });
  const worker = collector(world, swinging({ 0: [40, 500], 40: [0, 400] }, [[40, 350]]));
  await admin.run("tea", worker);
  const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: "books" }));
  const [job] = Items.filter(({ cursors }) => cursors !== undefined);
  for (const cursor of Object.values<Record<string, unknown>>(job?.cursors)) delete cursor.checked_books;
  await dynamo.client.send(new PutCommand({ TableName: "books", Item: job }));
  await admin.run("tea", worker, { kind: "check_for_new" });
  expect(await admin.job("tea")).toMatchObject({ total_beyond: 350 });
});

it("is no longer reported after a reset", async () => {
  await checkedJob(swinging({ 0: [40, 500], 40: [0, 400] }, [[40, 350]]), 1);
  await admin.reset("tea");
  expect(await admin.job("tea")).toMatchObject({ is_exhausted: false, total_beyond: null });
});
