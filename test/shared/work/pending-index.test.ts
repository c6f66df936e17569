import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import {
  listOverdueItems,
  listWholeOverdueItems,
  pendingKeys,
  pickOverdue,
  WORK_ITEM_PARTITIONS,
  workItemPartition,
} from "../../../lambdas/shared/work/pending-index.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";

async function* all(minutes: readonly (number | null)[]) {
  for (const minute of minutes) yield { reconcileAt: minute === null ? null : at(minute * MINUTE).toISOString() };
}

describe("pickOverdue", () => {
  it.each([
    ["an item that is not pending", [null], 10, []],
    ["an item that is not overdue yet", [6, 5], 10, [5]],
    ["an item that is overdue for a shorter time, beyond the limit", [3, 1, null, 4, 2], 2, [1, 2]],
  ] as const)("leaves out %s", async (_, minutes, limit, found) => {
    const bounds = { now: at(5 * MINUTE), limit };
    const overdue = await pickOverdue(all(minutes), ({ reconcileAt }) => reconcileAt, bounds);
    expect(overdue).toEqual(found.map((minute) => ({ reconcileAt: at(minute * MINUTE).toISOString() })));
  });
});

describe("listWholeOverdueItems", () => {
  it("reads all overdue items of a partition whole, a hundred at a time", async () => {
    const dynamo = await startDynamo();
    const put = (sk: string, partition: string, minute: number) =>
      dynamo.client.send(
        new PutCommand({
          TableName: "books",
          Item: { pk: "jobs", sk, text: `text of ${sk}`, ...pendingKeys(partition, at(minute * MINUTE).toISOString()) },
        }),
      );
    const read = async (partition: string) => {
      const found = [];
      dynamo.requests.length = 0;
      for await (const item of listWholeOverdueItems<{ text: string }>(
        dynamo.client,
        "books",
        partition,
        at(5 * MINUTE),
      ))
        found.push(item.text);
      return found.toSorted();
    };
    const ids = Array.from({ length: 101 }, (_, index) => String(index));
    for (const id of ids) await put(id, "jobs", 5);
    await put("not overdue yet", "jobs", 6);
    await put("of another kind", "others", 5);
    expect(await read("jobs")).toEqual(ids.map((id) => `text of ${id}`).toSorted());
    expect(dynamo.requests).toEqual(["QueryCommand", "BatchGetItemCommand", "BatchGetItemCommand"]);
    expect(await read("others")).toEqual(["text of of another kind"]);
    expect(await read("none")).toEqual([]);
    expect(dynamo.requests).toEqual(["QueryCommand"]);
    await dynamo.close();
  });
});

describe("listOverdueItems", () => {
  it("finds the longest overdue over all shards", async () => {
    const dynamo = await startDynamo();
    const put = (id: string, partition: string, minute: number) =>
      dynamo.client.send(
        new PutCommand({
          TableName: "stocks",
          Item: { user_id: "alice", id, ...pendingKeys(partition, at(minute * MINUTE).toISOString()) },
        }),
      );
    const ids = Array.from({ length: 20 }, (_, index) => derivedId(String(index)));
    for (const [index, id] of ids.entries()) await put(id, workItemPartition(id), 20 - index);
    const overdue = async (minute: number, limit: number) => {
      const bounds = { now: at(minute * MINUTE), limit };
      const items = await listOverdueItems<{ id: string }>(dynamo.client, "stocks", WORK_ITEM_PARTITIONS, bounds);
      return items.map(({ id }) => id);
    };
    const longestFirst = ids.toReversed();
    expect((await overdue(20, 30)).toSorted()).toEqual(longestFirst.toSorted());
    expect(await overdue(20, 2)).toEqual(longestFirst.slice(0, 2));
    expect((await overdue(3, 30)).toSorted()).toEqual(longestFirst.slice(0, 3).toSorted());
    dynamo.requests.length = 0;
    await overdue(20, 500);
    expect(dynamo.requests).toHaveLength(WORK_ITEM_PARTITIONS.length);
    await dynamo.close();
  });
});
