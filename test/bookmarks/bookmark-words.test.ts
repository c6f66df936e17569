import { beforeEach, describe, expect, it } from "vitest";
import { distinctiveWords } from "../../lambdas/bookmarks/summary/salient-words.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { bookmarksApi } from "./bookmarks-world.ts";
import type { SiteAnswers } from "./processing-world.ts";
import { fetchedPage, processingWorker } from "./processing-world.ts";
import { readerOfEachTest, user, userId, world } from "./reader-of-tests.ts";
import { samplePage } from "./sample-page.ts";

capturedLog();
readerOfEachTest();

const html =
  (text: string): SiteAnswers =>
  () =>
    fetchedPage({ body: Buffer.from(`<!doctype html><title>A page</title><p>${text}</p>`) });

let id: string;

const found = async (query: Readonly<Record<string, string | readonly string[]>>): Promise<string[]> => {
  const { body } = await bookmarksApi(world)({ route: "GET /v1/bookmarks", query, user: userId });
  return body.bookmarks.map((bookmark: { id: string }) => bookmark.id);
};

// The summary of these tests is "In brief.", and its tag "brief".
describe("a page's words", () => {
  beforeEach(async () => {
    const saved = await user.save();
    id = saved.id;
    await processingWorker(world, html("The ferry to Aran takes cormorants, and 連絡船は一日に二便。")).receive(
      saved.message,
    );
  });

  it.each([["ferry"], ["FERRY"], ["cormor"], ["連絡"], ["ferry brief"], ["aran page"]])("find it by %s", async (q) => {
    expect(await found({ q })).toEqual([id]);
  });

  it.each([["erry"], ["ferry gannet"], ['"ferry aran"'], ["takes"]])("do not find it by %s", async (q) => {
    expect(await found({ q })).toEqual([]);
  });

  it("find it with its tag, and not with another", async () => {
    expect(await found({ q: "ferry", tag: "brief" })).toEqual([id]);
    expect(await found({ q: "ferry", tag: "long" })).toEqual([]);
  });

  it("are those of the kept text", async () => {
    await user.reprocess(id);
    await processingWorker(world, html("A lighthouse is what there is now, and gannets.")).receive(user.lastMessage());
    expect([await found({ q: "ferry" }), await found({ q: "lighthouse" })]).toEqual([[], [id]]);
    await user.reprocess(id);
    await processingWorker(world, html("Sold.")).receive(user.lastMessage());
    expect([await found({ q: "sold" }), await found({ q: "lighthouse" })]).toEqual([[], [id]]);
  });

  it("stay when a reading fails", async () => {
    await user.reprocess(id);
    await processingWorker(world, () => fetchedPage({ status: 404 })).receive(user.lastMessage());
    expect(await found({ q: "ferry" })).toEqual([id]);
  });
});

it("counts words of the title and the description for more than those of the text", () => {
  const page = samplePage({ title: "Ferries", description: "Islands", text: "lighthouse lighthouse gannet" });
  expect(distinctiveWords(page)).toEqual(["ferries", "islands", "lighthouse", "gannet"]);
});
