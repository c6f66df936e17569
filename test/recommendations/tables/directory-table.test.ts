import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { DirectoryEntry } from "../../../lambdas/recommendations/domain/directory.ts";
import { entryBytes, keyHash, recommendationIdOf } from "../../../lambdas/recommendations/domain/directory.ts";
import type { DirectoryItem } from "../../../lambdas/recommendations/tables/directory-item.ts";
import { EMPTY_DIRECTORY, toEntryValue } from "../../../lambdas/recommendations/tables/directory-item.ts";
import type { NewAnnouncement } from "../../../lambdas/recommendations/tables/directory-table.ts";
import { DirectoryTable } from "../../../lambdas/recommendations/tables/directory-table.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
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

function announcementOf(name: string): NewAnnouncement {
  return { id: derivedId("announcement", name), at: at(0) };
}

async function added(name: string, url?: string): Promise<DirectoryEntry> {
  const entry = entryOf(name, url);
  expect(await directory.add(entry, announcementOf(name))).toEqual({ kind: "added" });
  return entry;
}

const edit = (seen: DirectoryEntry, url: string, name = "edit", updatedAt = UPDATED_AT) =>
  directory.edit(seen, { url, updatedAt }, announcementOf(name));

const KEY = { pk: "directory", sk: "directory" };

async function item(): Promise<Record<string, unknown>> {
  const { Item } = await dynamo.client.send(new GetCommand({ TableName: "recommendations", Key: KEY }));
  return Item ?? {};
}

async function put(there: DirectoryItem): Promise<void> {
  await dynamo.client.send(new PutCommand({ TableName: "recommendations", Item: { ...KEY, ...there } }));
}

/** The keys in `owners`, which must be those of the existing sites. */
async function expectSoundOwners(): Promise<void> {
  const { entries, owners } = await directory.read();
  const expected = [...entries.values()].map(({ id, url }) => [keyHash(url), id]);
  expect([...owners].sort()).toEqual(expected.sort());
}

/** A directory whose client calls a function after, or instead of, its update number `nth`. */
function interceptedTable(nth: number, intercept: (forward: () => Promise<unknown>) => Promise<void>): DirectoryTable {
  let updates = 0;
  const client = interceptedClient(dynamo, async ({ command }, forward) => {
    if (command === "UpdateItemCommand") {
      updates += 1;
      if (updates === nth) await intercept(forward);
    }
    return forward();
  });
  return new DirectoryTable(client, "recommendations");
}

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
    expect(await directory.remove(derivedId("a"), announcementOf("a"))).toBeNull();
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
    await directory.remove(b.id, announcementOf("remove"));
    const { version, announcements } = await directory.read();
    expect(version).toBe(4);
    expect(announcements).toEqual([
      { ...announcementOf("a"), recommendationId: a.id, targets: [a.url], at: CREATED_AT, version: 1 },
      { ...announcementOf("b"), recommendationId: b.id, targets: [b.url], at: CREATED_AT, version: 2 },
      {
        id: announcementOf("edit").id,
        recommendationId: a.id,
        targets: [a.url, "https://c.example/"],
        at: CREATED_AT,
        version: 3,
      },
      { ...announcementOf("remove"), recommendationId: b.id, targets: [b.url], at: CREATED_AT, version: 4 },
    ]);
  });

  it("removes an announcement once", async () => {
    await added("a");
    const { bytes } = await item();
    const b = await added("b");
    const [, announcement] = (await directory.read()).announcements;
    if (announcement === undefined) throw new Error("Nothing is announced.");
    expect(await directory.removeAnnouncement(announcement)).toBe(true);
    expect(await directory.removeAnnouncement(announcement)).toBe(false);
    expect((await directory.read()).announcements.map(({ id }) => id)).toEqual([announcementOf("a").id]);
    await directory.remove(b.id, announcementOf("remove"));
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
      const outcomes = await run(entries.map((entry) => () => inTurns.add(entry, announcementOf(entry.id))));
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
    expect(await directory.add(entry, announcementOf("a"))).toEqual({ kind: "added" });
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
    await expectSoundOwners();
    expect(await directory.add(entryOf("other", a.url), announcementOf("other"))).toEqual({
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
    await directory.remove(a.id, announcementOf("remove"));
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

describe("touch", () => {
  it("moves the date forward, never back, and announces nothing", async () => {
    const a = await added("a");
    expect(await directory.touch(a, UPDATED_AT)).toBe(true);
    expect(await directory.touch(a, CREATED_AT)).toBe(false);
    expect(await directory.entry(a.id)).toEqual({ ...a, updatedAt: UPDATED_AT });
    const { version, announcements } = await directory.read();
    expect({ version, announced: announcements.length }).toEqual({ version: 2, announced: 1 });
  });
});

describe("remove", () => {
  it("notifies the site of the current address", async () => {
    const a = await added("a");
    const moved = interceptedTable(1, async () => {
      expect(await edit(a, "https://b.example/")).toEqual({ kind: "edited" });
    });
    expect(await moved.remove(a.id, announcementOf("remove"))).toMatchObject({ url: "https://b.example/" });
    expect((await directory.read()).announcements.at(-1)?.targets).toEqual(["https://b.example/"]);
    expect((await directory.read()).owners.size).toBe(0);
  });
});

describe("a full directory", () => {
  const FULL = { code: "too_many_recommendations", status: 409 };

  it("has 1,000 entries in less than 350 KB, and accepts no other", async () => {
    const entries = Array.from({ length: 999 }, (_, index) => ({
      ...entryOf(`a-site-of-the-usual-length-${index}`),
      updatedAt: UPDATED_AT,
    }));
    await put({
      ...EMPTY_DIRECTORY,
      version: 999,
      bytes: entries.reduce((sum, { url }) => sum + entryBytes(url), 0),
      entries: Object.fromEntries(entries.map((entry) => [entry.id, toEntryValue(entry)])),
      owners: Object.fromEntries(entries.map(({ id, url }) => [keyHash(url), id])),
    });
    const last = await added("the-last");
    const full = await item();
    expect(bytesOf(full)).toBeLessThan(350 * 1_024);
    // The estimate is not lower than the real size, except for the attribute names.
    expect(bytesOf(full)).toBeLessThan(Number(full.bytes) + 200);
    await expect(directory.add(entryOf("more"), announcementOf("more"))).rejects.toMatchObject(FULL);
    expect(await item()).toEqual(full);
    // A duplicate is reported as such, and all other requests work, and free space.
    expect(await directory.add(entryOf("more", last.url), announcementOf("more"))).toEqual({
      kind: "duplicate",
      id: last.id,
    });
    expect(await edit(last, "https://elsewhere.example/")).toEqual({ kind: "edited" });
    expect(await directory.remove(last.id, announcementOf("remove"))).not.toBeNull();
    expect(await directory.add(entryOf("more"), announcementOf("more"))).toEqual({ kind: "added" });
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
    for (const { id } of [one, other]) await directory.remove(id, announcementOf(`remove ${id}`));
    await counted();
  });
});
