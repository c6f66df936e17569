import { beforeEach, describe, expect, it } from "vitest";
import { afterVerification } from "../../../lambdas/recommendations/domain/mention.ts";
import { mentionSource } from "../../../lambdas/recommendations/domain/mention-source.ts";
import type { MentionEntry, MentionFilter } from "../../../lambdas/recommendations/tables/mention-list.ts";
import { MentionTable } from "../../../lambdas/recommendations/tables/mention-table.ts";
import { allOf } from "../../client/moving/all-of.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at } from "../../emulators/test-clock.ts";
import { DAY, FOUND } from "../sample-mentions.ts";

dynamoOfEachTest();

const TARGET = "https://us.example/";
const LIST = "/.well-known/recommendations.json";

let mentions: MentionTable;
beforeEach(() => {
  mentions = new MentionTable(dynamo.client, "recommendations");
});

/** Enters a mention from a source, one in each millisecond. */
const entered = async (...sources: readonly string[]) => {
  for (const [moment, source] of sources.entries()) {
    await mentions.request(mentionSource(source), TARGET, {
      workId: "request-1",
      now: at(moment),
      reconcileAt: at(DAY),
    });
  }
};

async function verified(source: string): Promise<void> {
  const mention = await mentions.known(mentionSource(source), TARGET, at(0));
  if (mention === null) throw new Error("There is no mention.");
  await mentions.save(afterVerification(mention, FOUND, at(5), DAY));
}

/** The hosts of each page of a list. */
async function pages(filter: MentionFilter, limit: number, isVisible: (entry: MentionEntry) => boolean = () => true) {
  const found: string[][] = [];
  let after: string | undefined;
  do {
    const page = await mentions.list(filter, { limit, after }, isVisible);
    found.push(page.items.map(({ source }) => source.host[0] ?? ""));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found;
}

describe("the pages of the list of mentions", () => {
  const sources = [..."abcdef"].map((name) => `https://${name}.example/${name < "d" ? "post" : LIST.slice(1)}`);

  beforeEach(async () => {
    await entered(...sources);
    await verified("https://b.example/post");
  });

  it.each([
    [{ kind: "page" }, "cba"],
    [{ kind: "recommendation" }, "fed"],
    [{ status: "verified" }, "b"],
    [{ kind: "page", status: "new" }, "ca"],
    [{ kind: "recommendation", status: "verified" }, ""],
  ] as const)("of %j have %s", async (filter, expected) => {
    expect((await pages(filter, 10)).map((page) => page.join(""))).toEqual([expected]);
  });

  it("of one kind and state are as long, and read no more than the page", async () => {
    expect(await pages({ kind: "page", status: "new" }, 1)).toEqual([["c"], ["a"]]);
    await entered(...Array.from({ length: 40 }, (_, index) => `https://n${index}.example/post`));
    dynamo.consumed.length = 0;
    await mentions.list({ kind: "page", status: "new", hidden: false }, { limit: 1 }, () => true);
    expect(dynamo.consumed).toEqual([
      { command: "QueryCommand", table: "recommendations", units: 0.5 },
      { command: "BatchGetItemCommand", table: "", units: 1 },
    ]);
  });

  it("are full, though some entries are left out", async () => {
    const hidden = new Set(["f.example", "d.example", "a.example"]);
    expect(await pages({}, 2, ({ host }) => !hidden.has(host))).toEqual([["e", "c"], ["b"]]);
  });

  it("lack a mention whose state changes while the page is read", async () => {
    const client = interceptedClient(dynamo, async ({ command }, forward) => {
      if (command === "BatchGetItemCommand") await verified("https://c.example/post");
      return forward();
    });
    const slow = new MentionTable(client, "recommendations");
    const page = await slow.list({ kind: "page", status: "new" }, { limit: 10 }, () => true);
    expect(page.items.map(({ source }) => source.href)).toEqual(["https://a.example/post"]);
  });
});

it("an entry has the mention's host, its site, and whether it is verified", async () => {
  const sources = [`https://www.a.example${LIST}`, `http://a.example:8080${LIST}`, `https://a.example/b${LIST}`];
  await entered(...sources, "https://[2001:db8:0:1::9]/post");
  await verified(sources[1] ?? "");
  const entries = (await allOf(mentions.entries())).sort((one, other) => (one.place < other.place ? -1 : 1));
  expect(entries.map(({ host, verifiedAt, expiresAt }) => ({ host, verifiedAt, expiresAt }))).toEqual([
    { host: "www.a.example", verifiedAt: null, expiresAt: expect.any(String) },
    { host: "a.example", verifiedAt: at(5).toISOString(), expiresAt: null },
    { host: "a.example", verifiedAt: null, expiresAt: expect.any(String) },
    { host: "2001:db8:0:1", verifiedAt: null, expiresAt: expect.any(String) },
  ]);
  const [first, second, third, page] = entries.map(({ siteKey }) => siteKey);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect([typeof first, typeof third, page]).toEqual(["string", "string", null]);
  expect(entries[0]?.place).toBe(`${at(0).toISOString()}#${entries[0]?.id}`);
});
