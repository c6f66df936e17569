import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { DirectoryEntry } from "../../../lambdas/recommendations/domain/directory.ts";
import {
  announcementBytes,
  entryBytes,
  keyHash,
  MAX_BYTES_TO_ADD,
  MAX_BYTES_TO_EDIT,
  recommendationIdOf,
} from "../../../lambdas/recommendations/domain/directory.ts";
import type { DirectoryItem } from "../../../lambdas/recommendations/tables/directory-item.ts";
import { toEntryValue } from "../../../lambdas/recommendations/tables/directory-item.ts";
import type { NewAnnouncement } from "../../../lambdas/recommendations/tables/directory-table.ts";
import { DirectoryTable } from "../../../lambdas/recommendations/tables/directory-table.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient, throttledClient } from "../../emulators/intercepted-client.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import { at } from "../../emulators/test-clock.ts";
import { turnstile } from "../../emulators/turnstile.ts";
import { bytesOf } from "../item-bytes.ts";

let directory: DirectoryTable;

// There is only one directory, so that each test needs a table of its own.
dynamoOfEachTest();
beforeEach(() => {
  directory = new DirectoryTable(dynamo.client, "recommendations");
});

const CREATED_AT = "2026-11-20T03:00:00.000Z";
const UPDATED_AT = "2026-11-20T04:00:00.000Z";

/** An entry with an id as long as a real one. */
function entryOf(name: string, url = `https://${name}.example/`): DirectoryEntry {
  return { id: derivedId(name), url, createdAt: CREATED_AT, updatedAt: null };
}

const announcement = (id: string): NewAnnouncement => ({ id, at: at(0) });

async function added(name: string, url?: string): Promise<DirectoryEntry> {
  const entry = entryOf(name, url);
  expect(await directory.add(entry, announcement(name))).toEqual({ kind: "added" });
  return entry;
}

const edit = (seen: DirectoryEntry, url: string, name = "edit", updatedAt = UPDATED_AT) =>
  directory.edit(seen, { url, updatedAt }, announcement(name));

const KEY = { pk: "directory", sk: "directory" };
const FULL = { code: "too_many_recommendations", status: 409 };

async function item(): Promise<Record<string, unknown>> {
  const { Item } = await dynamo.client.send(new GetCommand({ TableName: "recommendations", Key: KEY }));
  return Item ?? {};
}

/** Stores a directory of so many bytes with these entries. */
async function stored(
  bytes: number,
  entries: readonly DirectoryEntry[],
  fields: Partial<DirectoryItem> = {},
): Promise<void> {
  const there: DirectoryItem = {
    version: 7,
    published: 0,
    bytes,
    entries: Object.fromEntries(entries.map((entry) => [entry.id, toEntryValue(entry)])),
    owners: Object.fromEntries(entries.map(({ id, url }) => [keyHash(url), id])),
    announcements: {},
    announced: {},
    ...fields,
  };
  await dynamo.client.send(new PutCommand({ TableName: "recommendations", Item: { ...KEY, ...there } }));
}

/** The ids of the pending announcements, in the order of the changes. */
const announced = async () => (await directory.read()).announcements.map(({ id }) => id);

describe("a directory", () => {
  it("is empty before the first change", async () => {
    expect(await directory.read()).toEqual({
      version: 0,
      published: 0,
      changedAt: null,
      entries: new Map(),
      owners: new Map(),
      announcements: [],
    });
    expect(await directory.entry(derivedId("a"))).toBeNull();
    expect(await directory.remove(derivedId("a"), announcement("a"))).toBeNull();
    expect(await edit(entryOf("a"), "https://b.example/")).toEqual({ kind: "gone" });
    expect(await directory.touch(entryOf("a"), UPDATED_AT)).toBe(false);
    expect(await directory.markPublished(1)).toBe(false);
  });

  it("has an entry at once", async () => {
    const a = await added("a");
    const lagging = new DirectoryTable(laggingClient(dynamo), "recommendations");
    expect(await lagging.entry(a.id)).toEqual(a);
  });

  it("stores each change as a version of its own, with the sites to notify", async () => {
    const [a, b] = [await added("a"), await added("b")];
    await edit(a, "https://c.example/");
    await directory.remove(b.id, announcement("remove"));
    const { version, announcements } = await directory.read();
    expect(version).toBe(4);
    expect(announcements).toEqual([
      { ...announcement("a"), recommendationId: a.id, targets: [a.url], at: CREATED_AT, version: 1 },
      { ...announcement("b"), recommendationId: b.id, targets: [b.url], at: CREATED_AT, version: 2 },
      {
        id: announcement("edit").id,
        recommendationId: a.id,
        targets: [a.url, "https://c.example/"],
        at: CREATED_AT,
        version: 3,
      },
      { ...announcement("remove"), recommendationId: b.id, targets: [b.url], at: CREATED_AT, version: 4 },
    ]);
  });

  it("removes an announcement once", async () => {
    await added("a");
    const { bytes } = await item();
    const b = await added("b");
    const [, ofB] = (await directory.read()).announcements;
    if (ofB === undefined) throw new Error("Nothing is announced.");
    expect(await directory.removeAnnouncement(ofB)).toBe(true);
    expect(await directory.removeAnnouncement(ofB)).toBe(false);
    expect((await directory.read()).announcements.map(({ id }) => id)).toEqual([announcement("a").id]);
    await directory.remove(b.id, announcement("remove"));
    for (const left of (await directory.read()).announcements.slice(1)) await directory.removeAnnouncement(left);
    expect((await item()).bytes).toBe(bytes);
  });
});

describe("add", () => {
  it.each([0, 4])(
    "keeps one of ten concurrent entries for one site, with number %i first at each call",
    async (favourite) => {
      const { pass, run } = turnstile((waiting) => Math.min(favourite, waiting - 1));
      const client = interceptedClient(dynamo, (_attempt, forward) => pass(forward));
      const inTurns = new DirectoryTable(client, "recommendations");
      const urls = ["https://a.example/", "http://www.a.example/?q=1#h"];
      const entries = Array.from({ length: 10 }, (_, index) => entryOf(`try-${index}`, urls[index % 2]));
      const outcomes = await run(entries.map((entry) => () => inTurns.add(entry, announcement(entry.id))));
      const [entry, ...others] = (await directory.read()).entries.values();
      expect(others).toEqual([]);
      expect(outcomes.filter(({ kind }) => kind === "added")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome.kind === "duplicate" && outcome.id === entry?.id)).toHaveLength(9);
      expect((await directory.read()).announcements).toHaveLength(1);
    },
  );

  it("changes nothing when it is repeated, even if the address was changed since", async () => {
    const entry = await added("a");
    await edit(entry, "https://b.example/");
    const before = await item();
    expect(await directory.add(entry, announcement("a"))).toEqual({ kind: "added" });
    expect(await item()).toEqual(before);
  });
});

describe("edit", () => {
  it("keeps the key for another address of the same site, and the target for the same address", async () => {
    const a = await added("a");
    const url = "http://www.a.example/?from=us";
    expect(await edit(a, url)).toEqual({ kind: "edited" });
    expect(await edit({ ...a, url }, url, "texts", "2026-11-20T05:00:00.000Z")).toEqual({ kind: "edited" });
    const read = await directory.read();
    expect(recommendationIdOf(read, a.url)).toBe(a.id);
    expect(read.announcements.map(({ targets }) => targets)).toEqual([[a.url], [a.url, url], [url]]);
    expect([...read.owners]).toEqual([[keyHash(url), a.id]]);
    expect(await directory.add(entryOf("other", a.url), announcement("other"))).toEqual({
      kind: "duplicate",
      id: a.id,
    });
  });

  it("reports when the latest address was not seen, and when the request comes too late", async () => {
    const a = await added("a");
    await edit(a, "https://b.example/");
    const before = await item();
    expect(await edit(a, "https://c.example/", "late")).toEqual({ kind: "changed" });
    expect(await item()).toEqual(before);
    await directory.remove(a.id, announcement("remove"));
    expect(await edit(a, "https://c.example/", "later")).toEqual({ kind: "gone" });
  });
});

it("has the time of the list's last change; an announcement is not a change", async () => {
  const moment = (name: string, minutes: number) => ({ id: derivedId(name), at: at(minutes * 60_000) });
  const a = entryOf("a");
  const seen: (string | null)[] = [];
  for (const act of [
    () => directory.add(a, moment("add", 1)),
    () => directory.announce(a, moment("announce", 2)),
    () => directory.edit(a, { url: a.url, updatedAt: CREATED_AT }, moment("edit", 3)),
    () => directory.touch(a, UPDATED_AT),
    () => directory.remove(a.id, moment("remove", 5)),
  ]) {
    await act();
    seen.push((await directory.read()).changedAt);
  }
  const [added, edited, removed] = [1, 3, 5].map((minutes) => moment("", minutes).at.toISOString());
  expect(seen).toEqual([added, added, edited, UPDATED_AT, removed]);
});

it("a touch moves the date forward, never back, and announces nothing", async () => {
  const a = await added("a");
  expect(await directory.touch(a, UPDATED_AT)).toBe(true);
  expect(await directory.touch(a, CREATED_AT)).toBe(false);
  expect(await directory.entry(a.id)).toEqual({ ...a, updatedAt: UPDATED_AT });
  const { version, announcements } = await directory.read();
  expect({ version, announced: announcements.length }).toEqual({ version: 2, announced: 1 });
});

it("a removal notifies the site of the current address", async () => {
  const a = await added("a");
  let updates = 0;
  const client = interceptedClient(dynamo, async ({ command }, forward) => {
    if (command !== "UpdateItemCommand") return forward();
    updates += 1;
    if (updates === 1) await edit(a, "https://b.example/");
    return forward();
  });
  expect(await new DirectoryTable(client, "recommendations").remove(a.id, announcement("remove"))).toMatchObject({
    url: "https://b.example/",
  });
  expect((await directory.read()).announcements.at(-1)?.targets).toEqual(["https://b.example/"]);
  expect((await directory.read()).owners.size).toBe(0);
});

describe("a full directory", () => {
  it("has 1,000 entries in less than 350 KB, and accepts no other", async () => {
    const entries = Array.from({ length: 999 }, (_, index) => ({
      ...entryOf(`a-site-of-the-usual-length-${index}`),
      updatedAt: UPDATED_AT,
    }));
    const bytes = entries.reduce((sum, { url }) => sum + entryBytes(url), 0);
    await stored(bytes, entries, { version: 999 });
    const last = await added("the-last");
    const full = await item();
    expect(bytesOf(full)).toBeLessThan(350 * 1_024);
    // The estimate is not lower than the real size, except for the attribute names.
    expect(bytesOf(full)).toBeLessThan(Number(full.bytes) + 200);
    await expect(directory.add(entryOf("more"), announcement("more"))).rejects.toMatchObject(FULL);
    expect(await item()).toEqual(full);
    // A duplicate is reported as such, and all other requests work, and free space.
    expect(await directory.add(entryOf("more", last.url), announcement("more"))).toEqual({
      kind: "duplicate",
      id: last.id,
    });
    expect(await edit(last, "https://elsewhere.example/")).toEqual({ kind: "edited" });
    expect(await directory.remove(last.id, announcement("remove"))).not.toBeNull();
    expect(await directory.add(entryOf("more"), announcement("more"))).toEqual({ kind: "added" });
  });

  it("counts no fewer bytes than its item has, with long addresses too, whatever is added, changed and removed", async () => {
    const long = (name: string) => `https://a.example/${name}/${"x".repeat(1_950)}`;
    const counted = async () => {
      const { bytes, ...rest } = await item();
      // Not counted are the names of the attributes.
      expect(bytesOf(rest)).toBeLessThan(Number(bytes) + 200);
    };
    const [one, other] = [await added("one", long("one")), await added("other", long("other"))];
    await counted();
    await edit(one, long("again"));
    await counted();
    for (const [name, { id }] of Object.entries({ one, other }))
      await directory.remove(id, announcement(`remove-${name}`));
    await counted();
  });
});

const [A, B] = [entryOf("a"), entryOf("b")];

it("the directory has the announcements in the order of the changes, whatever their order in the item", async () => {
  const value = { recommendation_id: A.id, targets: [A.url], at: CREATED_AT };
  await stored(0, [A], { announcements: { b: value, c: value, a: value }, announced: { a: 2, b: 3, c: 1 } });
  expect(await announced()).toEqual(["c", "a", "b"]);
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
      () => directory.edit(A, { url: B.url, updatedAt: CREATED_AT }, announcement("new")),
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
    const next = { url: "https://c.example/", updatedAt: CREATED_AT };
    expect(await directory.edit(seen, next, announcement("new"))).toEqual({ kind: "changed" });
    expect(await directory.announce(seen, announcement("new"))).toBe(false);
  });
});

it("an edit whose address was changed meanwhile has not found a duplicate of itself", async () => {
  await directory.add(A, announcement("a-1"));
  const elsewhere = { url: "https://elsewhere.example/", updatedAt: CREATED_AT };
  await directory.edit(A, elsewhere, announcement("a-2"));
  const again = { url: "http://www.elsewhere.example/?x", updatedAt: CREATED_AT };
  expect(await directory.edit(A, again, announcement("a-3"))).toEqual({ kind: "changed" });
});

it("an addition that is throttled is no addition when another one has the site by then", async () => {
  const client = throttledClient(dynamo, async () => void (await directory.add(A, announcement("a-1"))));
  const late = new DirectoryTable(client, "recommendations");
  expect(await late.add({ ...B, url: A.url }, announcement("a-2"))).toEqual({ kind: "duplicate", id: A.id });
});

it.each([
  ["an addition", [], "list of recommendations", (crowded: DirectoryTable) => crowded.add(B, announcement("new"))],
  ["a removal", [A], "recommendation", (crowded: DirectoryTable) => crowded.remove(A.id, announcement("new"))],
])("%s that others prevent each time is given up after the fifth attempt", async (_what, entries, what, change) => {
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
