import { beforeEach, describe, expect, it } from "vitest";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import type { OutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { collector, MAX_RECEIVES, volume, volumesAnswer } from "./books-world.ts";
import { admin, operatorOfEachTest, world } from "./operator-of-tests.ts";

capturedLog();
operatorOfEachTest();

/** Google with so many volumes. */
const google =
  (volumes: number): OutboundFetch =>
  async ({ url }) => {
    const { searchParams } = new URL(url);
    const [start, most] = [Number(searchParams.get("startIndex")), Number(searchParams.get("maxResults"))];
    const count = Math.max(0, Math.min(most, volumes - start));
    const items = Array.from({ length: count }, (_, index) => volume(`v${String(start + index).padStart(3, "0")}`));
    return volumesAnswer(items, volumes);
  };

const fails: OutboundFetch = async () => ({ ...volumesAnswer([]), status: 400 });

const notices = async () => {
  const { items } = await new NoticeTable(dynamo.client, "notices").list({ limit: 100, position: undefined });
  return items.toReversed();
};

describe("a job with notices of its books", () => {
  it("makes one notice of a run's new books, with up to twenty titles", async () => {
    await admin.create("lights", { notify: true });
    await admin.run("lights", collector(world, google(60)));
    const [notice] = await notices();
    expect(await notices()).toHaveLength(1);
    expect(notice).toMatchObject({ kind: "books", title: "60 new books: lights" });
    const lines = notice?.body.split("\n") ?? [];
    expect(lines).toHaveLength(21);
    expect(lines[0]).toMatch(/^- Volume v\d{3}, An author$/);
    expect(lines.at(-1)).toBe("40 others.");
  });

  it("uses the singular for one further book", async () => {
    await admin.create("lights", { notify: true });
    await admin.run("lights", collector(world, google(21)));
    const [notice] = await notices();
    expect(notice?.body.split("\n").at(-1)).toBe("1 other.");
  });

  it("makes no notice when no book is new", async () => {
    await admin.create("lights", { notify: true, max_per_run: 3 });
    await admin.run("lights", collector(world, google(3)));
    await admin.create("again", { notify: true });
    await admin.run("again", collector(world, google(3)));
    expect((await notices()).map(({ title }) => title)).toEqual(["3 new books: lights"]);
  });

  it("makes no notice before `notify` is set, and then one of later books", async () => {
    await admin.create("lights", { max_per_run: 2 });
    await admin.run("lights", collector(world, google(4)));
    expect(await notices()).toEqual([]);
    await admin.replace("lights", { queries: ["lighthouses"], max_per_run: 2, notify: true });
    await admin.run("lights", collector(world, google(4)));
    expect((await notices()).map(({ title }) => title)).toEqual(["2 new books: lights"]);
  });

  it.each([
    [1, 40],
    [2, 60],
  ])("makes the notice of the books stored before the cursors were reset: at page %i", async (page, stored) => {
    await admin.create("lights", { notify: true });
    let pages = 0;
    const resetMeanwhile: OutboundFetch = async (request) => {
      pages += 1;
      if (pages === page) await admin.reset("lights");
      return google(60)(request);
    };
    expect(await admin.run("lights", collector(world, resetMeanwhile))).toMatchObject({ stored, stop_reason: "error" });
    expect((await notices()).map(({ title }) => title)).toEqual([`${stored} new books: lights`]);
  });
});

describe("a job whose runs fail", () => {
  let run: (fetch: OutboundFetch) => Promise<unknown>;
  beforeEach(async () => {
    await admin.create("lights", { max_per_run: 1 });
    run = (fetch) => admin.run("lights", collector(world, fetch));
  });

  it("makes one notice after three in a row, and the next one only after a run has worked", async () => {
    await run(fails);
    await run(fails);
    expect(await notices()).toEqual([]);
    await run(fails);
    expect(await notices()).toMatchObject([{ kind: "search_failing", title: "lights: its runs fail", url: null }]);
    await run(fails);
    expect(await notices()).toHaveLength(1);
    await run(google(100));
    for (let times = 0; times < 3; times += 1) await run(fails);
    expect((await notices()).map(({ kind }) => kind)).toEqual(["search_failing", "search_failing"]);
  });

  it("counts runs that fail at different places, and those that are given up", async () => {
    await run(fails);
    await admin.reset("lights");
    await run(fails);
    await admin.replace("lights", { queries: ["ports"] });
    const worker = collector(world, fails);
    expect(await worker.receive(await admin.requestRun("lights"), MAX_RECEIVES)).toBe(false);
    expect((await notices()).map(({ kind }) => kind)).toEqual(["search_failing"]);
  });
});
