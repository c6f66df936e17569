import { beforeEach, describe, expect, it } from "vitest";
import { distinctiveWords } from "../../lambdas/bookmarks/summary/salient-words.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { SiteAnswers } from "./processing-world.ts";
import { fetchedPage } from "./processing-world.ts";
import { readAgain, readerOfEachTest, savedAndRead, user } from "./reader-of-tests.ts";
import { samplePage } from "./sample-page.ts";

capturedLog();
readerOfEachTest();

const html =
  (text: string): SiteAnswers =>
  () =>
    fetchedPage({ body: Buffer.from(`<!doctype html><title>A page</title><p>${text}</p>`) });

let id: string;

// The summary of these tests is "In brief.", and its tag "brief".
describe("a page's words", () => {
  beforeEach(async () => {
    id = await savedAndRead(html("The ferry to Aran takes cormorants, and 連絡船は一日に二便。"));
  });

  it.each([["ferry"], ["FERRY"], ["cormor"], ["連絡"], ["ferry brief"], ["aran page"]])("find it by %s", async (q) => {
    expect(await user.found({ q })).toEqual([id]);
  });

  it.each([["erry"], ["ferry gannet"], ['"ferry aran"'], ["takes"]])("do not find it by %s", async (q) => {
    expect(await user.found({ q })).toEqual([]);
  });

  it("find it with its tag, and not with another", async () => {
    expect(await user.found({ q: "ferry", tag: "brief" })).toEqual([id]);
    expect(await user.found({ q: "ferry", tag: "long" })).toEqual([]);
  });

  it("are those of the kept text", async () => {
    await readAgain(id, html("A lighthouse is what there is now, and gannets."));
    expect([await user.found({ q: "ferry" }), await user.found({ q: "lighthouse" })]).toEqual([[], [id]]);
    await readAgain(id, html("Sold."));
    expect([await user.found({ q: "sold" }), await user.found({ q: "lighthouse" })]).toEqual([[], [id]]);
  });

  it("stay when a reading fails", async () => {
    await readAgain(id, () => fetchedPage({ status: 404 }));
    expect(await user.found({ q: "ferry" })).toEqual([id]);
  });
});

it("counts words of the title and the description for more than those of the text", () => {
  const page = samplePage({ title: "Ferries", description: "Islands", text: "lighthouse lighthouse gannet" });
  expect(distinctiveWords(page)).toEqual(["ferries", "islands", "lighthouse", "gannet"]);
});
