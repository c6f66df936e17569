import { describe, expect, it } from "vitest";
import { sync } from "../../../client/index.ts";
import { FOUND, FOUND_IN_ADDRESS, NOT_FOUND } from "../../shared/search/search-cases.ts";
import { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";

/** A sync of one bookmark. */
async function synced(url: string, title: string | null, note: string | null = null) {
  const api = new ChangesApi();
  api.saveBookmark(url, { title, note });
  const opened = await sync({ client: api.client(), storage: memorySyncStorage() });
  await opened.refresh();
  return opened;
}

describe("a search offline", () => {
  it.each(FOUND)("finds %s, as the API does", async (_name, q, text) => {
    expect((await synced("https://a.example/", text)).search(q)).toHaveLength(1);
  });

  it.each(NOT_FOUND)("does not find %s", async (_name, q, text) => {
    expect((await synced("https://a.example/", text)).search(q)).toEqual([]);
  });

  it.each(FOUND_IN_ADDRESS)("finds %s in an address", async (q, url) => {
    expect((await synced(url, null)).search(q)).toHaveLength(1);
  });

  it("finds words in several fields, and no phrase over two", async () => {
    const opened = await synced("https://a.example/", "The quick fox", "jumps over 夜景");
    expect(opened.search("fox 夜景")).toHaveLength(1);
    expect(opened.search('"fox jumps"')).toEqual([]);
  });
});
