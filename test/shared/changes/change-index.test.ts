import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { ChangeEntry, EntryPosition } from "../../../lambdas/shared/changes/change-index.ts";
import { changeSource } from "../../../lambdas/shared/changes/change-index.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE, newUser } from "../../emulators/test-clock.ts";

dynamoOfFile();

let user: string;

const minute = (passed: number) => at(passed * MINUTE).toISOString();
const source = (client: DynamoDBDocumentClient = dynamo.client) =>
  changeSource(client, "stocks", ({ title }: { readonly title: string }) => ({ shown: title }));

/** Stores an item that was changed at this minute, or its tombstone. */
async function put(id: string, passed: number, isDeleted = false, userId = user): Promise<void> {
  const updated_at = minute(passed);
  const rest = isDeleted ? { deleted_at: updated_at } : { title: `title of ${id}` };
  await dynamo.client.send(new PutCommand({ TableName: "stocks", Item: { user_id: userId, id, updated_at, ...rest } }));
}

const entry = (id: string, passed: number, isDeleted = false): ChangeEntry => ({
  id,
  changedAt: minute(passed),
  isDeleted,
});

beforeEach(async () => {
  user = newUser();
  await put("c", 1);
  await put("a", 2, true);
  await put("b", 3);
  await put("d", 4, true);
  await put("a", 2, false, newUser());
});

describe("the changes of a user", () => {
  it("are read oldest first, with deleted items", async () => {
    const { entries, isEnd } = await source().listEntries(user, { from: null, after: null, limit: 10 });
    expect(entries).toEqual([entry("c", 1), entry("a", 2, true), entry("b", 3), entry("d", 4, true)]);
    expect(isEnd).toBe(true);
  });

  it("are read from a time on, that time included", async () => {
    const { entries } = await source().listEntries(user, { from: minute(3), after: null, limit: 10 });
    expect(entries).toEqual([entry("b", 3), entry("d", 4, true)]);
  });

  it("are read in pages, each after the entry before it", async () => {
    const walked: ChangeEntry[] = [];
    let after: EntryPosition | null = null;
    for (let isEnd = false; !isEnd; ) {
      const page: Awaited<ReturnType<ReturnType<typeof source>["listEntries"]>> = await source().listEntries(user, {
        from: minute(2),
        after,
        limit: 1,
      });
      walked.push(...page.entries);
      after = page.entries.at(-1) ?? after;
      isEnd = page.isEnd;
    }
    expect(walked).toEqual([entry("a", 2, true), entry("b", 3), entry("d", 4, true)]);
  });

  it("have tombstones among the first entries from a time on", async () => {
    expect(await source().listTombstones(user, minute(1), 10)).toEqual([entry("a", 2, true), entry("d", 4, true)]);
    expect(await source().listTombstones(user, minute(1), 3)).toEqual([entry("a", 2, true)]);
    expect(await source().listTombstones(user, minute(3), 10)).toEqual([entry("d", 4, true)]);
  });

  it("are shown as their items are now: answered, deleted, or gone", async () => {
    const states = await source().readStates(user, ["b", "a", "b", "gone"]);
    expect(Object.fromEntries(states)).toEqual({
      a: { changedAt: minute(2), answer: null },
      b: { changedAt: minute(3), answer: { shown: "title of b" } },
    });
  });

  it("are none where DynamoDB leaves the list out", async () => {
    const client = { send: async () => ({}) } as unknown as DynamoDBDocumentClient;
    const range = { from: null, after: null, limit: 10 };
    expect(await source(client).listEntries(user, range)).toEqual({ entries: [], isEnd: true });
  });
});
