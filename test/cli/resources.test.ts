import { expect, it } from "vitest";
import { done, failed } from "./command-line.ts";
import { answered, cells, StubbedApi } from "./stubbed-api.ts";

const api = new StubbedApi();

const at = "2026-11-20T01:00:00.000Z";
const bookmark = { id: "b-1", url: "https://pages.example/1", status: "done", tags: ["tea"], created_at: at };
const stock = { id: "s-1", canonical_url: "https://speakerdeck.com/a/b", status: "pending", tags: [], created_at: at };
const recommendation = { id: "r-1", title: "Bob", url: "https://bob.example/", created_at: at };

it("a bookmark is saved under a key of its own, with what the options name, and its tags are replaced", async () => {
  api.answers["POST /v1/bookmarks"] = answered(bookmark, 201);
  api.answers["PATCH /v1/bookmarks/b-1"] = answered(bookmark);
  expect(cells((await api.run("bookmark", "add", bookmark.url, "--note", "read it")).stdout)[1]?.[0]).toBe("b-1");
  await api.run("bookmark", "add", bookmark.url, "--title", "A page", "--tag", "tea", "--tag", "birds");
  // An empty title would hide the page's own.
  await api.run("bookmark", "add", bookmark.url, "--title", "", "--note", "");
  expect((await api.run("bookmark", "tag", "b-1", "tea", "green tea", "--json")).stdout).toContain('"id":"b-1"');
  await api.run("bookmark", "tag", "b-1");
  const common = { url: bookmark.url, created_from: "api", source_hint: "other" };
  expect(api.sent).toEqual([
    { ...common, note: "read it" },
    { ...common, title: "A page", tags: ["tea", "birds"] },
    common,
    { tags: ["tea", "green tea"] },
    { tags: null },
  ]);
  const keys = api.requests.slice(0, 2).map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(new Set(keys).size).toBe(2);
});

it("a person sees how often pages are checked, and sets it", async () => {
  api.answers["GET /v1/page-checks"] = answered({ pace: "monthly" });
  api.answers["PUT /v1/page-checks"] = answered({ pace: "never" });
  expect((await api.run("bookmark", "checks")).stdout).toContain("monthly");
  expect((await api.run("bookmark", "checks", "never")).stdout).toContain("never");
  expect(await api.run("bookmark", "checks", "daily")).toMatchObject({ code: 2 });
});

it("a bookmark is merged into another one, which must be named", async () => {
  api.answers["POST /v1/bookmarks/b-2/merge"] = answered(bookmark);
  expect(cells((await api.run("bookmark", "merge", "b-2", "--into", "b-1")).stdout)[1]?.[0]).toBe("b-1");
  expect(api.sent).toEqual([{ into: "b-1" }]);
  expect(await api.run("bookmark", "merge", "b-2")).toMatchObject({ code: 2 });
});

it("a stock is saved with memo and tags, and its tags are replaced", async () => {
  api.answers["POST /v1/stocks"] = answered(stock, 201);
  api.answers["PATCH /v1/stocks/s-1"] = answered(stock);
  const url = stock.canonical_url;
  expect(cells((await api.run("stock", "add", url, "--memo", "seen", "--tag", "tea")).stdout)[1]?.[0]).toBe("s-1");
  expect(cells((await api.run("stock", "tag", "s-1", "tea", "green tea")).stdout)[1]?.[0]).toBe("s-1");
  await api.run("stock", "tag", "s-1");
  expect(api.sent).toEqual([{ url, memo: "seen", tags: ["tea"] }, { tags: ["tea", "green tea"] }, { tags: [] }]);
});

it.each([
  ["bookmark", "/v1/bookmarks/b-1", bookmark],
  ["stock", "/v1/stocks/s-1", stock],
])("a %s is marked as read or unread, and gets a star or loses it", async (kind, path, item) => {
  api.answers[`PATCH ${path}`] = answered(item);
  const mark = (...options: string[]) => api.run(kind, "mark", item.id, ...options);
  expect(cells((await mark("--read")).stdout)[1]?.[0]).toBe(item.id);
  await mark("--unread", "--star");
  await mark("--no-star");
  expect(api.sent).toEqual([{ unread: false }, { unread: true, starred: true }, { starred: false }]);
  expect(await mark()).toMatchObject({ code: 2, stderr: expect.stringContaining("nothing to change") });
  expect(await mark("--read", "--unread")).toMatchObject({ code: 2, stderr: expect.stringContaining("--unread") });
  expect(api.sent).toHaveLength(3);
});

it("a site is recommended with its own title or another, announced again, and deleted with --yes only", async () => {
  const { url } = recommendation;
  api.answers["POST /v1/recommendations/check"] = [
    answered({ recommendations: [{ title: "Bob's own title" }] }),
    answered({ recommendations: [{ title: null }] }),
  ];
  api.answers["POST /v1/recommendations"] = answered({ recommendations: [recommendation] }, 201);
  api.answers["POST /v1/recommendations/r-1/announce"] = answered({}, 202);
  api.answers["DELETE /v1/recommendations/r-1"] = answered("", 204);
  expect(cells((await api.run("recommendation", "add", url)).stdout)[1]?.[0]).toBe("r-1");
  await api.run("recommendation", "add", url, "--title", "", "--description", "");
  await api.run("recommendation", "add", url, "--title", "Bobby", "--description", "Reads well");
  expect(api.sent.filter((body) => !JSON.stringify(body).startsWith(`{"recommendations":[{"url":"${url}"}]`))).toEqual([
    { recommendations: [{ url, title: "Bob's own title" }] },
    { recommendations: [{ url, title: "bob.example" }] },
    { recommendations: [{ url, title: "Bobby", description: "Reads well" }] },
  ]);
  expect((await api.run("recommendation", "announce", "r-1")).stdout).toBe("The site of r-1 is notified again.\n");
  expect((await api.run("recommendation", "rm", "r-1")).code).toBe(1);
  expect(api.seen).not.toContain("DELETE /v1/recommendations/r-1");
  expect((await api.run("recommendation", "rm", "r-1", "--yes")).stdout).toBe("Recommendation r-1 is deleted.\n");
});

it.each([
  ["hide", true, "The mention by https://farm.example/ [2J is hidden.\n"],
  ["show", false, "The mention by https://farm.example/ [2J is shown.\n"],
])("a mention can be told to %s, and its source has no control of the terminal", async (verb, hidden, printed) => {
  api.answers["PATCH /v1/mentions/m-1"] = answered({ source: "https://farm.example/\u001b[2J", hidden });
  const { code, stdout } = await api.run("mention", verb, "m-1");
  expect([code, stdout, api.sent]).toEqual([0, printed, [{ hidden }]]);
});

it("a host is blocked as the API writes it, without control of the terminal", async () => {
  api.answers["POST /v1/blocked-hosts"] = answered({ host: "farm.example\u001b[2J", blocked_at: at }, 201);
  const { code, stdout } = await api.run("mention", "block", "Farm.example");
  expect([code, stdout]).toEqual([0, "Blocked farm.example [2J and its sub-domains.\n"]);
  expect(api.sent).toEqual([{ host: "Farm.example" }]);
});

it("a queue is redriven by its name, whatever characters it has", async () => {
  api.answers["POST /v1/ops/queues/oembed-fetch/redrive"] = answered({ name: "oembed-fetch" }, 202);
  expect(await api.run("queue", "redrive", "oembed-fetch")).toEqual(done("Redrive of oembed-fetch started."));
  expect((await api.run("queue", "redrive", "oembed-fetch", "--json")).stdout).toBe('{"name":"oembed-fetch"}\n');
  expect((await api.run("queue", "redrive", "../../../v1/health?x=#")).code).toBe(1);
  expect(api.seen.at(-1)).toBe("POST /v1/ops/queues/..%2F..%2F..%2Fv1%2Fhealth%3Fx%3D%23/redrive");
});

it("whoami says of a token without claims that it names nobody, and token prints it", async () => {
  expect(await api.run("whoami")).toEqual(failed("magpie: The token is not a JWT, so that its person is unknown.\n"));
  expect(await api.run("token")).toEqual(done("token-of-alice"));
});
