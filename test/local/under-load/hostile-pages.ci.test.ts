import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostilePage, HostilePages } from "../../upstreams/hostile-pages.ts";
import { HOSTILE_PAGES, startHostilePages } from "../../upstreams/hostile-pages.ts";
import { BookmarksSystem } from "../stories/bookmarks-system.ts";

let site: HostilePages;
let system: BookmarksSystem;

beforeAll(async () => {
  site = await startHostilePages();
  system = await BookmarksSystem.start({ "*": site.origin });
});
afterAll(async () => {
  await system.close();
  await site.close();
});

/** The bookmark of a page that a new user saves, done or failed. */
async function ended(page: HostilePage) {
  const user = await system.newUser();
  const { status, body } = await user.saved(`https://hostile.example/${page}`);
  expect(status).toBe(201);
  return user.bookmarkIn(body.id, "done", "failed");
}

const requested = (page: HostilePage) => site.requested(`/${page}`);

const readable = HOSTILE_PAGES.filter(({ end, turns }) => end === "page" && !turns).map(({ name }) => name);
const lasting = HOSTILE_PAGES.filter(({ end }) => end !== "page" && end !== "timeout");

describe("a hostile page", () => {
  // Four time-outs would take fifty seconds: one at the first attempt and one at the last stand for them.
  it.concurrent("that ends only after the page's time-out counts as one attempt", async () => {
    expect(await ended("drips-at-first")).toMatchObject({ status: "done", title: "Ferry times" });
    expect(requested("drips-at-first")).toBe(2);
  });

  it.concurrent("that never responds at the last attempt fails with timeout", async () => {
    expect(await ended("hangs-at-last")).toMatchObject({
      status: "failed",
      error_message: expect.stringMatching(/^timeout: /),
    });
    expect(requested("hangs-at-last")).toBe(4);
  });

  it.concurrent.each(readable)("(%s) is done", async (page) => {
    const done = await ended(page);
    expect(done).toMatchObject({ status: "done", error_message: null, summary_by: "extractive" });
    expect(done.title?.length ?? 0).toBeLessThanOrEqual(500);
    expect(done.summary?.length ?? 0).toBeLessThanOrEqual(1_000);
  });

  it.concurrent.each(lasting)("($name) fails with $end, after one request", async ({ name, end }) => {
    expect(await ended(name)).toMatchObject({
      status: "failed",
      error_message: expect.stringMatching(`^${end}: `),
      title: null,
      summary: null,
    });
    expect(requested(name)).toBe(name === "redirect-loop" ? 21 : 1);
  });
});

describe("a page's text", () => {
  it("is data: instructions for a model change nothing", async () => {
    const done = await ended("ignore-instructions");
    expect(done).toMatchObject({ status: "done", title: "Ferry times", summary_by: "extractive" });
    expect(done.tags).toContain("ferry");
    expect(done.tags).not.toContain("buy-now");
    expect(JSON.stringify(done)).not.toMatch(/Free money|alert\(/);
  });

  it.each(["shift-jis", "euc-jp"] as const)("is decoded correctly: %s", async (page) => {
    expect(await ended(page)).toMatchObject({
      status: "done",
      title: "島の連絡船",
      language: "ja",
      summary: expect.stringContaining("島への連絡船は一日に二便あり"),
    });
  });

  it.each(["nested-divs", "huge-attributes", "many-attributes"] as const)(
    "is found beneath elements that hide it: %s",
    async (page) => {
      expect((await ended(page)).summary).toContain("The ferry to the island leaves twice a day");
    },
  );
});
