import { describe, expect, it } from "vitest";
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

  it("goes on where a pass has moved nothing, and something has changed meanwhile", async () => {
    api.answers["POST /v1/users/old/move"] = [
      page("bookmarks", { changed: 1 }),
      page("bookmarks", { moved: 1 }),
      page("bookmarks", {}),
    ];
    const { stdout } = await api.run("user", "move", "old", "new", "--yes");
    expect(stdout).toBe("Moved: 1 bookmarks.\n");
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
  });
});
