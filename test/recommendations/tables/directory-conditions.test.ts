import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { DirectoryEntry } from "../../../lambdas/recommendations/domain/directory.ts";
import {
  announcementBytes,
  entryBytes,
  keyHash,
  MAX_BYTES_TO_ADD,
  MAX_BYTES_TO_EDIT,
} from "../../../lambdas/recommendations/domain/directory.ts";
import type { DirectoryItem } from "../../../lambdas/recommendations/tables/directory-item.ts";
import { toEntryValue } from "../../../lambdas/recommendations/tables/directory-item.ts";
import { DirectoryTable } from "../../../lambdas/recommendations/tables/directory-table.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, START } from "../../emulators/test-clock.ts";

// There is one directory.
dynamoOfEachTest();

const FULL = { code: "too_many_recommendations", status: 409 };
const [A, B] = ["a", "b"].map(entryOf) as [DirectoryEntry, DirectoryEntry];

function entryOf(id: string): DirectoryEntry {
  return { id, url: `https://${id}.example/`, createdAt: START.toISOString(), updatedAt: null };
}

let directory: DirectoryTable;
beforeEach(() => {
  directory = new DirectoryTable(dynamo.client, "recommendations");
});

const announcement = (id: string) => ({ id, at: START });

/** Stores a directory of so many bytes with these entries. */
async function stored(
  bytes: number,
  entries: readonly DirectoryEntry[],
  fields: Partial<DirectoryItem> = {},
): Promise<void> {
  const item: DirectoryItem = {
    version: 7,
    published: 0,
    bytes,
    entries: Object.fromEntries(entries.map((entry) => [entry.id, toEntryValue(entry)])),
    owners: Object.fromEntries(entries.map(({ id, url }) => [keyHash(url), id])),
    announcements: {},
    announced: {},
    ...fields,
  };
  await dynamo.client.send(
    new PutCommand({ TableName: "recommendations", Item: { pk: "directory", sk: "directory", ...item } }),
  );
}

/** The ids of the pending announcements, in the order of the changes. */
const announced = async () => (await directory.read()).announcements.map(({ id }) => id);

describe("the directory", () => {
  it("has the announcements in the order of the changes, whatever their order in the item", async () => {
    const value = { recommendation_id: A.id, targets: [A.url], at: START.toISOString() };
    await stored(0, [A], { announcements: { b: value, c: value, a: value }, announced: { a: 2, b: 3, c: 1 } });
    expect(await announced()).toEqual(["c", "a", "b"]);
  });

  it("is changed by one request", async () => {
    await directory.add(A, announcement("a-1"));
    dynamo.requests.length = 0;
    await directory.add(B, announcement("a-2"));
    expect(dynamo.requests).toEqual(["UpdateItemCommand"]);
  });
});

describe("an addition to a version of the directory", () => {
  it("succeeds if the directory still has the version, also the empty one", async () => {
    expect(await directory.add(A, announcement("a-1"), 0)).toEqual({ kind: "added" });
    expect(await directory.add(B, announcement("a-2"), 1)).toEqual({ kind: "added" });
    expect([...(await directory.read()).entries.values()]).toEqual([A, B]);
  });

  it("changes nothing if the directory has another one", async () => {
    await directory.add(A, announcement("a-1"));
    for (const version of [0, 2]) {
      expect(await directory.add(B, announcement("a-2"), version)).toEqual({ kind: "changed" });
    }
    expect([...(await directory.read()).entries.keys()]).toEqual([A.id]);
    expect(await announced()).toEqual(["a-1"]);
    // Repeated after it has succeeded, which changed the version.
    expect(await directory.add(A, announcement("a-1"), 0)).toEqual({ kind: "added" });
  });
});

describe("an announcement without a change", () => {
  it("is stored as a version of its own, for the site", async () => {
    await directory.add(A, announcement("a-1"));
    expect(await directory.announce(A, { id: "a-2", at: at(1) })).toBe(true);
    expect((await directory.read()).announcements.slice(1)).toEqual([
      { id: "a-2", recommendationId: A.id, targets: [A.url], at: at(1).toISOString(), version: 2 },
    ]);
  });

  it("is refused when the recommendation has another address, or none", async () => {
    await directory.add(A, announcement("a-1"));
    expect(await directory.announce({ ...A, url: "https://before.example/" }, announcement("a-2"))).toBe(false);
    expect(await directory.announce(B, announcement("a-2"))).toBe(false);
    expect(await announced()).toEqual(["a-1"]);
  });
});

describe("the room in the directory's item", () => {
  const added = entryBytes(B.url) + announcementBytes([B.url]);
  const moved = entryBytes(B.url) - entryBytes(A.url) + announcementBytes([A.url, B.url]);
  const repeated = announcementBytes([A.url]);

  it.each([
    ["added", MAX_BYTES_TO_ADD - added, () => directory.add(B, announcement("new"))],
    [
      "changed",
      MAX_BYTES_TO_EDIT - moved,
      () => directory.edit(A, { url: B.url, updatedAt: START.toISOString() }, announcement("new")),
    ],
    ["announced again", MAX_BYTES_TO_EDIT - repeated, () => directory.announce(A, announcement("new"))],
  ])("is enough for one that is %s up to the last byte, and no further", async (_what, room, change) => {
    await stored(room + 1, [A]);
    await expect(change()).rejects.toMatchObject(FULL);
    expect(await announced()).toEqual([]);
    await stored(room, [A]);
    await change();
    expect(await announced()).toEqual(["new"]);
  });

  it("is never too small for a removal", async () => {
    await stored(MAX_BYTES_TO_EDIT + 1, [A]);
    expect(await directory.remove(A.id, announcement("new"))).toEqual(A);
  });

  it("does not change the refusal of an invalid change", async () => {
    await stored(MAX_BYTES_TO_ADD - added, [A]);
    expect(await directory.add(B, announcement("new"), 6)).toEqual({ kind: "changed" });
    await stored(MAX_BYTES_TO_EDIT, [A]);
    const seen = { ...A, url: "https://before.example/" };
    const next = { url: "https://c.example/", updatedAt: START.toISOString() };
    expect(await directory.edit(seen, next, announcement("new"))).toEqual({ kind: "changed" });
    expect(await directory.announce(seen, announcement("new"))).toBe(false);
  });
});

it("an edit whose address was changed meanwhile has not found a duplicate of itself", async () => {
  await directory.add(A, announcement("a-1"));
  const elsewhere = { url: "https://elsewhere.example/", updatedAt: START.toISOString() };
  await directory.edit(A, elsewhere, announcement("a-2"));
  const again = { url: "http://www.elsewhere.example/?x", updatedAt: START.toISOString() };
  expect(await directory.edit(A, again, announcement("a-3"))).toEqual({ kind: "changed" });
});

describe("a change that other requests prevent each time", () => {
  it.each([
    ["an addition", [], "list of recommendations", (crowded: DirectoryTable) => crowded.add(B, announcement("new"))],
    ["a removal", [A], "recommendation", (crowded: DirectoryTable) => crowded.remove(A.id, announcement("new"))],
  ])("is given up after the fifth attempt: %s", async (_what, entries, what, change) => {
    await stored(0, entries);
    let attempts = 0;
    const client = interceptedClient(dynamo, ({ command }, forward) => {
      // Only a directory that does not exist is created.
      expect(command).not.toBe("PutItemCommand");
      if (command !== "UpdateItemCommand") return forward();
      attempts += 1;
      throw new ConditionalCheckFailedException({ message: "injected", $metadata: {} });
    });
    await expect(change(new DirectoryTable(client, "recommendations"))).rejects.toMatchObject({
      code: "temporarily_unavailable",
      status: 503,
      message: expect.stringContaining(`The ${what} keeps changing`),
    });
    expect(attempts).toBe(5);
  });
});
