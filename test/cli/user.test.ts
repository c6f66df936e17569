import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TestClock } from "../client/test-clock.ts";
import { folderOfTest } from "../local/temporary-folders.ts";
import { done, failed, magpie } from "./command-line.ts";
import { problem } from "./stub-api.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

const api = new StubbedApi();

const page = (data: string, counts: object, next_cursor: string | null = null) =>
  answered({ data, moved: 0, changed: 0, deleted: 0, kept: [], ...counts, next_cursor });

describe("user move, whose passes are repeated until one changes nothing", () => {
  it("adds what the passes have moved, and says once what stays", async () => {
    const kept = ["https://pages.example/1"];
    api.answers["POST /v1/users/old/move"] = [
      page("bookmarks", { moved: 2, kept }, "c1"),
      page("stocks", { moved: 1 }),
      page("bookmarks", { moved: 1, kept }, "c1"),
      page("stocks", {}),
      page("bookmarks", { kept }, "c1"),
      page("stocks", {}),
    ];
    const { code, stdout } = await api.run("user", "move", "old", "new", "--yes", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ from: "old", to: "new", moved: { bookmarks: 3, stocks: 1 }, kept });
    expect(api.requests.map(({ body }) => JSON.parse(body))).toEqual(
      Array.from({ length: 3 }, () => [{ to: "new" }, { to: "new", cursor: "c1" }]).flat(),
    );
  });

  it("continues if a pass has moved nothing but there were changes meanwhile", async () => {
    api.answers["POST /v1/users/old/move"] = [
      page("bookmarks", { changed: 1 }),
      page("bookmarks", { moved: 1 }),
      page("bookmarks", {}),
    ];
    const { stdout } = await api.run("user", "move", "old", "new", "--yes");
    expect(stdout).toBe("Moved: 1 bookmarks.\n");
  });

  it("shows what stays, and why", async () => {
    const kept = ["https://pages.example/1", "https://pages.example/\u001b[31m2"];
    api.answers["POST /v1/users/old/move"] = [
      page("failed_jobs", { moved: 1_200, kept }),
      page("failed_jobs", { kept }),
    ];
    const { stdout } = await api.run("user", "move", "old", "new", "--yes");
    expect(stdout.split("\n")).toEqual([
      "Moved: 1,200 failed jobs.",
      "2 stay with old, since the new user has other texts for the same address:",
      "URL",
      "https://pages.example/1",
      "https://pages.example/ [31m2",
      "user export shows both; change the new one, then delete the old ones with user delete.",
      "",
    ]);
  });
});

describe("user move and user delete", () => {
  it.each([
    [["move", "old", "new"], "user move moves all data of old to new"],
    [["delete", "old"], "user delete deletes all data of old"],
  ])("%j is refused without --yes, and sends nothing", async (args, what) => {
    expect(await api.run("user", ...args)).toEqual(
      failed(`magpie: Nothing was changed: ${what}. Add --yes to confirm.\n`),
    );
    expect(api.seen).toEqual([]);
  });

  it.each([
    [["move", "old", "new"], "POST /v1/users/old/move", { moved: 1 }],
    [["delete", "old"], "POST /v1/users/old/delete", { deleted: 1 }],
  ])("%j ends after ten passes while somebody continues to save", async (args, request, counts) => {
    api.answers[request] = [...Array.from({ length: 9 }, () => page("bookmarks", counts)), page("bookmarks", {})];
    expect((await api.run("user", ...args, "--yes")).code).toBe(0);
    api.answers[request] = page("bookmarks", counts);
    api.requests.length = 0;
    expect(await api.run("user", ...args, "--yes")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^magpie: Somebody is still saving as this user\. /),
    });
    expect(api.requests).toHaveLength(10);
  });

  it.each([
    [["move", "old", "new"], "POST /v1/users/old/move", { moved: 2 }, "2 items moved, "],
    [["delete", "old"], "POST /v1/users/old/delete", { deleted: 2 }, "2 items deleted, "],
  ])("%j shows its count on terminals, and removes it even after a failure", async (args, request, counts, text) => {
    api.answers[request] = [page("bookmarks", counts, "c1"), problem(403, "forbidden", "You may not.")];
    const command = ["user", ...args, "--yes"];
    const clock = new TestClock({ skipping: true });
    const { code, stderr } = await magpie(api.dataFolder, command, undefined, clock, {}, true);
    expect({ code, lines: stderr.split("\n").slice(0, 3) }).toEqual({
      code: 1,
      lines: [expect.stringContaining(text), "", expect.stringMatching(/^magpie: You may not\./)],
    });
  });
});

describe("user delete, whose passes are repeated until one deletes nothing", () => {
  it("adds what the passes have deleted", async () => {
    api.answers["POST /v1/users/old/delete"] = [
      page("bookmarks", { deleted: 2 }, "c1"),
      page("stocks", { deleted: 1 }),
      page("bookmarks", { deleted: 1 }),
      page("bookmarks", {}),
    ];
    const { code, stdout } = await api.run("user", "delete", "old", "--yes", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ sub: "old", deleted: { bookmarks: 3, stocks: 1 } });
    expect(api.requests.map(({ body }) => JSON.parse(body || "{}"))).toEqual([{}, { cursor: "c1" }, {}, {}]);
  });

  it("says how long backups and dead letters keep the data", async () => {
    const answers = [page("bookmarks", { deleted: 1_234 }, "c1"), page("failed_jobs", { deleted: 2 })];
    const last = page("bookmarks", {});
    // The test clock shows 2026-11-20.
    const run = (...more: string[]) => {
      api.answers["POST /v1/users/old/delete"] = [...answers, last];
      const command = ["user", "delete", "old", "--yes", ...more];
      return magpie(api.dataFolder, command, undefined, new TestClock({ skipping: true }));
    };
    expect((await run()).stdout.split("\n")).toEqual([
      "Deleted: 1,234 bookmarks, 2 failed jobs.",
      expect.stringMatching(/^Point-in-time recovery .* until 2026-12-25;/),
      expect.stringMatching(/^Messages .* until 2026-12-04\.$/),
      expect.stringContaining("docs/people.md"),
      "",
    ]);
    expect(JSON.parse((await run("--json")).stdout)).toEqual({
      sub: "old",
      deleted: { bookmarks: 1_234, failed_jobs: 2 },
      backups_until: "2026-12-25",
      dead_letters_until: "2026-12-04",
    });
  });
});

describe("user export", () => {
  const stock = {
    id: "s-1",
    canonical_url: "https://speakerdeck.com/a/b",
    tags: [],
    created_at: "2026-11-20T01:00:00.000Z",
  };
  const bookmark = { id: "b-1", url: "https://pages.example/1", tags: [], created_at: "2026-11-20T01:00:00.000Z" };
  const out = () => join(folderOfTest(), "alice");

  it("writes two files into a folder that it makes, with their counts", async () => {
    api.answers = {
      "GET /v1/users/alice/bookmarks?limit=100": answered({ bookmarks: [bookmark, bookmark], next_cursor: null }),
      "GET /v1/users/alice/stocks?limit=100": answered({ stocks: [stock], next_cursor: null }),
    };
    const folder = out();
    const files = { bookmarks: join(folder, "bookmarks.json"), stocks: join(folder, "stocks.json") };
    expect(await api.run("user", "export", "alice", "--format", "json", "--out", folder)).toEqual(
      done(`2 bookmarks written to ${files.bookmarks}.`, `1 stocks written to ${files.stocks}.`),
    );
    expect(JSON.parse(readFileSync(files.bookmarks, "utf8")).bookmarks).toEqual([bookmark, bookmark]);
    expect(JSON.parse(readFileSync(files.stocks, "utf8")).stocks).toEqual([stock]);
    const json = await api.run("user", "export", "alice", "--format", "json", "--out", folder, "--json");
    expect(JSON.parse(json.stdout)).toEqual({ sub: "alice", files, bookmarks: 2, stocks: 1 });
  });

  it("makes no folder where there is no system", async () => {
    const folder = out();
    const { code } = await magpie("/nowhere", ["user", "export", "alice", "--format", "json", "--out", folder]);
    expect([code, existsSync(folder)]).toEqual([1, false]);
  });
});
