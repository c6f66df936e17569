import { beforeEach, describe, expect, it } from "vitest";
import { giveUpActiveRun } from "../../../lambdas/books/work/end-run.ts";
import { NoticeTable } from "../../../lambdas/notices/notice-table.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { collector, MAX_RECEIVES, volume, volumesAnswer } from "../books-world.ts";
import { admin, operatorOfEachTest, world } from "../operator-of-tests.ts";
import { googleOf, scripted } from "./google-of-tests.ts";

capturedLog();
operatorOfEachTest();

const refusal = { ...volumesAnswer([]), status: 400 };
const of = (...volumes: readonly unknown[]) => scripted(volumesAnswer(volumes, volumes.length)).fetch;

const google = (volumes: number) => googleOf(volumes).fetch;

const notices = async () => {
  const { items } = await new NoticeTable(dynamo.client, "notices").list({ limit: 100, position: undefined });
  return items.toReversed();
};

/** Lets no notice be stored. @returns a function that lets them be stored again */
function refuseNotices(): () => void {
  const { notices: writer } = world;
  const { put } = writer;
  writer.put = () => Promise.reject(awsError("InternalServerError", 500));
  return () => {
    writer.put = put;
  };
}

describe("the notice of a run's new books", () => {
  it("leads to the first book and the job's screen, and names one book as one", async () => {
    await admin.create("lights", { notify: true });
    const infoLink = "https://books.google.com/books?id=a";
    await admin.run("lights", collector(world, of(volume("a", { title: "Lights", authors: ["A", "B"], infoLink }))));
    expect(await notices()).toMatchObject([
      {
        kind: "books",
        title: "1 new book: lights",
        body: "- Lights, A, B",
        url: infoLink,
        screen: "/app/books?job=lights",
        createdAt: world.clock.now().toISOString(),
      },
    ]);
  });

  it.each([
    ["without an author", { authors: [] }, "- Volume a"],
    ["without a title", { title: "" }, "- An author"],
    ["with neither", { title: "", authors: [] }, "-"],
  ])("has a line for a book %s", async (_what, changes, body) => {
    await admin.create("lights", { notify: true });
    await admin.run("lights", collector(world, of(volume("a", changes))));
    expect(await notices()).toMatchObject([{ body, url: null }]);
  });

  it("is another one for a job that was created again by the same name", async () => {
    await admin.create("lights", { notify: true });
    await admin.run("lights", collector(world, of(volume("a"))));
    await admin.delete("lights");
    await admin.create("lights", { notify: true });
    await admin.run("lights", collector(world, of(volume("b"))));
    expect((await notices()).map(({ body }) => body)).toEqual(["- Volume a, An author", "- Volume b, An author"]);
  });

  it("is made of the books of a run that was given up, and is a single one even after a redrive", async () => {
    await admin.create("lights", { notify: true });
    const message = await admin.requestRun("lights");
    const restore = refuseNotices();
    const google: OutboundFetch = async () => volumesAnswer([volume("a"), volume("b")], 2);
    expect(await collector(world, google).receive(message)).toBe(false);
    restore();
    // The worker stopped after it had stored the books, and before the run named their page.
    expect(await notices()).toEqual([]);
    expect(await collector(world, google).receive(message, MAX_RECEIVES)).toBe(false);
    expect(await notices()).toMatchObject([{ title: "2 new books: lights" }]);
    expect(await collector(world, google).receive(message)).toBe(true);
    expect(await notices()).toHaveLength(1);
  });

  it("is made before the end of the run is stored, so that none is lost between the two", async () => {
    await admin.create("lights", { notify: true });
    const message = await admin.requestRun("lights");
    const restore = refuseNotices();
    const google: OutboundFetch = async () => volumesAnswer([volume("a")], 1);
    expect(await collector(world, google).receive(message)).toBe(false);
    expect(await admin.runs("lights")).toMatchObject([{ status: "running" }]);
    restore();
    expect(await collector(world, google).receive(message, 2)).toBe(true);
    expect(await notices()).toMatchObject([{ title: "1 new book: lights" }]);
  });

  it("costs no read where the run made no request", async () => {
    await admin.create("lights", { notify: true });
    await admin.run("lights", collector(world, of()));
    world.books.listNew = async () => {
      throw new Error("The books were read.");
    };
    expect(await admin.run("lights", collector(world, scripted().fetch))).toMatchObject({ stop_reason: "exhausted" });
  });

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

  it("makes no notice when no book is new", async () => {
    await admin.create("lights", { notify: true, max_per_run: 3 });
    await admin.run("lights", collector(world, google(3)));
    await admin.create("again", { notify: true });
    await admin.run("again", collector(world, google(3)));
    expect((await notices()).map(({ title }) => title)).toEqual(["3 new books: lights"]);
  });

  it.each([true, false])(
    "is made if `notify` is set when the run ends, and was not at its beginning: %s",
    async (notify) => {
      await admin.create("lights", { notify: !notify });
      const switched: OutboundFetch = async (request) => {
        await admin.replace("lights", { queries: ["lighthouses"], notify });
        return google(3)(request);
      };
      await admin.run("lights", collector(world, switched));
      expect(await notices()).toHaveLength(notify ? 1 : 0);
    },
  );

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

describe("the notice of a job whose runs fail", () => {
  const fail = () => admin.run("lights", collector(world, scripted(refusal).fetch));
  beforeEach(async () => {
    await admin.create("lights", { max_per_run: 1 });
  });

  it("is another one for a job that was created again by the same name", async () => {
    for (let times = 0; times < 3; times += 1) await fail();
    await admin.delete("lights");
    await admin.create("lights", { max_per_run: 1 });
    for (let times = 0; times < 2; times += 1) await fail();
    expect(await notices()).toHaveLength(1);
    await fail();
    expect(await notices()).toHaveLength(2);
  });

  it.each(["deleted", "created again"])("is none for a job that was %s during its third run", async (what) => {
    for (let times = 0; times < 2; times += 1) await fail();
    const message = await admin.requestRun("lights");
    const google: OutboundFetch = async () => {
      await admin.delete("lights");
      if (what === "created again") await admin.create("lights");
      return refusal;
    };
    await collector(world, google).receive(message);
    expect(await notices()).toEqual([]);
  });

  it("is made after three in a row, and the next one only after a run has worked", async () => {
    await fail();
    await fail();
    expect(await notices()).toEqual([]);
    const { error } = await fail();
    const [notice] = await notices();
    expect(notice).toMatchObject({ kind: "search_failing", url: null, screen: "/app/operations/jobs/lights" });
    expect(notice?.body.split("\n").slice(0, 2)).toEqual([
      "The last 3 runs of the book job have failed.",
      error?.message,
    ]);
    await fail();
    expect(await notices()).toHaveLength(1);
    await admin.run("lights", collector(world, google(100)));
    for (let times = 0; times < 3; times += 1) await fail();
    expect((await notices()).map(({ kind }) => kind)).toEqual(["search_failing", "search_failing"]);
  });
});

describe("giving up a run", () => {
  const job = async () => {
    const there = await world.jobs.get("lights");
    if (there === null) throw new Error("There is no job.");
    return there;
  };
  const giveUp = async () => giveUpActiveRun(await job(), "reconcile_gave_up", world);
  beforeEach(async () => {
    await admin.create("lights");
  });

  it("ends one whose worker's lease is over, at that moment, and not before", async () => {
    const message = await admin.requestRun("lights");
    const lease = { holder: "a worker", now: world.clock.now(), reconcileAt: world.clock.now() };
    await world.jobs.take("lights", message.runId, {
      ...lease,
      until: new Date(world.clock.now().getTime() + MINUTE),
    });
    world.clock.forward(MINUTE - 1);
    expect([await giveUp(), (await job()).active]).toMatchObject([false, { run: { id: message.runId } }]);
    world.clock.forward(1);
    expect([await giveUp(), (await job()).active]).toEqual([true, null]);
  });

  it("does nothing without a run in progress, and writes no record of one that a worker has taken meanwhile", async () => {
    expect(await giveUp()).toBe(false);
    const { runId } = await admin.requestRun("lights");
    const read = await job();
    const now = world.clock.now();
    const until = new Date(now.getTime() + MINUTE);
    await world.jobs.take("lights", runId, { holder: "a worker", now, until, reconcileAt: until });
    expect(await giveUpActiveRun(read, "reconcile_gave_up", world)).toBe(false);
    expect((await world.runs.list(read.id, { limit: 10, position: undefined })).items).toEqual([]);
  });

  it("leaves its record, with why, and counts it among the failed ones", async () => {
    const { runId } = await admin.requestRun("lights");
    expect(await giveUp()).toBe(true);
    const { id, failedRuns, lastRun } = await job();
    const { items } = await world.runs.list(id, { limit: 10, position: undefined });
    expect(items).toEqual([lastRun]);
    expect(lastRun).toMatchObject({ id: runId, error: { message: expect.stringContaining("reconcile_gave_up") } });
    expect(failedRuns).toMatchObject({ firstRunId: runId, count: 1 });
  });
});
