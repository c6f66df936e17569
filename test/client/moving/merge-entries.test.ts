import { describe, expect, it } from "vitest";
import { importBookmarks } from "../../../client/moving/index.ts";
import { entry } from "./entry.ts";
import { api, apiOfEachTest, client, counted, created, keptUntil, now } from "./import-world.ts";

apiOfEachTest();

describe("an import", () => {
  it("merges the entries of one page: all tags, all notes, the first title, the earliest date", async () => {
    const same = [
      entry(1, "http://a.example/page", { title: "http://a.example/page", tags: ["a"], savedAt: new Date(9_000) }),
      entry(2, "https://b.example/"),
      entry(3, "https://a.example/page?utm_source=x", { title: "A", note: "n", tags: ["b", "a"] }),
      entry(4, "https://a.example/page#top", { note: "m", tags: ["c"], savedAt: new Date(1_000), withoutZone: true }),
      entry(5, "https://A.example/page", { title: "B", note: "n" }),
    ];
    const report = await importBookmarks(client, same, { now });
    expect([...counted(report), report.merged, report.withoutZone]).toEqual([5, 2, 0, 0, 3, 1]);
    expect(api.requests.map(({ body }) => body)).toEqual([
      {
        url: "http://a.example/page",
        title: "A",
        note: "n\n\nm",
        tags: ["a", "b", "c"],
        saved_at: "1970-01-01T00:00:01.000Z",
        created_from: "import",
        source_hint: "other",
      },
      { url: "https://b.example/", created_from: "import", source_hint: "other" },
    ]);
    const keys = api.requests.map(({ key }) => key);
    expect(counted(await importBookmarks(client, same, { now }))).toEqual([5, 0, 2, 0]);
    expect(api.requests.slice(2).map(({ key }) => key)).toEqual(keys);
  });

  it("keeps the routes of an application apart, and refuses addresses that are not on the web", async () => {
    const urls = ["https://a.example/#/a", "https://a.example/#/b", "https://a.example/#!c", "place:x", "place:x", ""];
    const report = await importBookmarks(
      client,
      urls.map((url, at) => entry(at + 1, url)),
      { now },
    );
    expect([...counted(report), report.merged]).toEqual([6, 3, 0, 3, 0]);
  });

  it("goes on within merged entries without losing one", async () => {
    const entries = Array.from({ length: 90 }, (_, at) => entry(at + 1, `https://a.example/${at % 60}`));
    const { kept, ...keeping } = keptUntil(1);
    await expect(importBookmarks(client, entries, { now, ...keeping })).rejects.toThrow("cut off");
    const [resumed] = kept;
    if (resumed === undefined) throw new Error("Nothing was kept");
    expect([resumed.entries, resumed.created, resumed.merged]).toEqual([50, 25, 25]);
    const again = await importBookmarks(client, entries, { now, resumed });
    expect([...counted(again), again.merged]).toEqual([90, 60, 0, 0, 30]);
    expect(created()).toHaveLength(60);
  });

  it("counts of each column how many values were read", async () => {
    const columns = [{ url: true, a: true }, { url: true, a: false, b: false }, { url: true }];
    const report = await importBookmarks(
      null,
      columns.map((each, at) => entry(at + 1, `https://a.example/${at % 2}`, { columns: each })),
      { now },
    );
    expect(report.columns).toEqual([
      { name: "url", read: 3, notRead: 0 },
      { name: "a", read: 1, notRead: 1 },
      { name: "b", read: 0, notRead: 1 },
    ]);
  });
});
