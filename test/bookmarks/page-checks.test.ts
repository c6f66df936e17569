import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { reconcilablePageChecks } from "../../lambdas/bookmarks/reconcile.ts";
import { PAGE_CHECKS } from "../../lambdas/bookmarks/work/processing-message.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { networkError, OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { socketError } from "../emulators/socket-errors.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { testQueue } from "../emulators/test-queue.ts";
import { pageUrl } from "./bookmarks-world.ts";
import type { SiteAnswers } from "./processing-world.ts";
import { fetchedPage, processingWorker, storedItem } from "./processing-world.ts";
import { readerOfEachTest, user, userId, world } from "./reader-of-tests.ts";

const DAY = 24 * 60 * MINUTE;
const log = capturedLog();
/** What was asked for, such as `HEAD https://blog.example/a-page`; robots.txt is left out. */
let asked: string[];

// A run checks the bookmarks of all users.
readerOfEachTest(dynamoOfEachTest);
beforeEach(() => {
  asked = [];
});

const isRobots = ({ url }: OutboundRequest) => new URL(url).pathname === "/robots.txt";

/** The worker, whose sites answer every request but those for robots.txt like this. */
const workerOf = (answer: SiteAnswers, robots: SiteAnswers = () => fetchedPage({ status: 404 }), random = 0) =>
  processingWorker(
    world,
    async (request) => {
      if (isRobots(request)) return robots(request);
      asked.push(`${request.method ?? "GET"} ${request.url}`);
      return answer(request);
    },
    { random },
  );

const there: SiteAnswers = ({ url }) => fetchedPage({ url: new URL(url) });
const down: SiteAnswers = ({ url }) => Promise.reject(networkError(socketError("reset"), new URL(url)));
const login: SiteAnswers = () => fetchedPage({ url: new URL("/login?next=/a-page", pageUrl()) });
const status =
  (code: number): SiteAnswers =>
  ({ url }) =>
    fetchedPage({ status: code, url: new URL(url) });

async function processed(url = pageUrl()): Promise<string> {
  const { id, message } = await user.save(url);
  await workerOf(there).receive(message);
  asked = [];
  return id;
}

/** Days later, the checks that are due are made. */
async function checkAfter(days: number, answer: SiteAnswers, robots?: SiteAnswers, random = 0) {
  world.clock.forward(days * DAY);
  const worker = workerOf(answer, robots, random);
  expect(await worker.receive(PAGE_CHECKS)).toBe(true);
  return worker;
}

const goneAt = async (id: string) => (await user.shown(id)).gone_at;

describe("a page is checked again", () => {
  it("by HEAD, a month after it was read and each month after that, without a change of the bookmark", async () => {
    const id = await processed();
    const before = await user.shown(id);
    await checkAfter(23.9, there);
    expect(asked).toEqual([]);
    await checkAfter(0.1, there);
    await checkAfter(23.9, there);
    await checkAfter(0.1, there);
    expect(asked).toEqual([`HEAD ${pageUrl()}`, `HEAD ${pageUrl()}`]);
    expect(await user.shown(id)).toEqual(before);
    expect(await storedItem(dynamo, userId, id)).toMatchObject({ updated_at: before.updated_at });
  });

  it("by GET where HEAD is refused or denies the page, whose body is not read", async () => {
    await processed();
    for (const refusal of [405, 501, 403, 404]) {
      const bodies: unknown[] = [];
      await checkAfter(24, (request) => {
        if (request.method === "HEAD") return status(refusal)(request);
        bodies.push(
          ["text/html", "application/pdf"].map((mediaType) => request.skipBody?.({ ...fetchedPage(), mediaType })),
        );
        bodies.push(request.skipBody?.({ ...fetchedPage(), status: 404 }));
        return there(request);
      });
      expect([asked.splice(0), bodies]).toEqual([
        [`HEAD ${pageUrl()}`, `GET ${pageUrl()}`],
        [[true, true], true],
      ]);
    }
  });

  it("not when its robots.txt forbids it, fails or is not sent", async () => {
    const id = await processed();
    const forbidding = () => fetchedPage({ body: Buffer.from("User-agent: *\nDisallow: /a-page\n") });
    for (const robots of [forbidding, status(503), down]) await checkAfter(36, status(404), robots);
    expect([asked, await goneAt(id)]).toEqual([[], null]);
  });

  it("at the host to which it redirects only as that host's robots.txt allows", async () => {
    await processed();
    const moved = new URL("https://moved.example/a-page");
    const redirect: SiteAnswers = (request) =>
      new URL(request.url).host === moved.host
        ? there(request)
        : fetchedPage({ status: 301, location: request.followRedirect?.(moved, 301) ? null : moved });
    await checkAfter(24, redirect);
    expect(asked.splice(0)).toEqual([`HEAD ${pageUrl()}`, `HEAD ${moved}`]);
    await checkAfter(24, redirect, ({ url }) =>
      fetchedPage(
        new URL(url).host === moved.host ? { body: Buffer.from("User-agent: magpie\nDisallow: /") } : { status: 404 },
      ),
    );
    expect(asked).toEqual([`HEAD ${pageUrl()}`]);
  });

  it("never two at once of one host, while other hosts are asked", async () => {
    const urls = ["a", "b", "c"].flatMap((path) => [pageUrl(path), `https://other.example/${path}`]);
    for (const url of urls) await processed(url);
    const open = new Map<string, number>();
    const most: number[] = [];
    await checkAfter(36, async (request) => {
      const { host } = new URL(request.url);
      open.set(host, (open.get(host) ?? 0) + 1);
      most.push(Math.max(...open.values()));
      await new Promise(setImmediate);
      open.set(host, (open.get(host) ?? 0) - 1);
      return there(request);
    });
    expect([asked.length, Math.max(...most)]).toEqual([6, 1]);
  });

  it("although the check of another page of its host fails, which the log names", async () => {
    const failing = await processed(pageUrl("a"));
    for (const url of [pageUrl("b"), "https://other.example/a"]) await processed(url);
    world.clock.forward(36 * DAY);
    const worker = workerOf((request) => {
      if (String(request.url) === pageUrl("a")) throw new TypeError("a defect");
      return there(request);
    });
    expect(await worker.receive(PAGE_CHECKS)).toBe(false);
    expect(asked.toSorted()).toEqual(
      [pageUrl("a"), pageUrl("b"), "https://other.example/a"].map((url) => `HEAD ${url}`),
    );
    expect(log.lines("page_check_failed")).toMatchObject([{ bookmark_id: failing, error_message: "a defect" }]);
  });
});

describe("a page that is not there", () => {
  it("is gone since the first of two answers of 404 or 410 a week apart, and nothing else changes", async () => {
    const id = await processed();
    const before = await user.shown(id);
    await checkAfter(24, status(404));
    expect(await user.shown(id)).toEqual(before);
    const first = world.clock.now().toISOString();
    await checkAfter(6.9, status(404));
    expect(await goneAt(id)).toBeNull();
    await checkAfter(0.1, status(410));
    expect(await user.shown(id)).toEqual({ ...before, gone_at: first });
    // The copy on a device follows the changes by this time.
    expect((await storedItem(dynamo, userId, id))?.updated_at).toBe(world.clock.now().toISOString());
    expect(await world.contents.get(String((await storedItem(dynamo, userId, id))?.content_key))).not.toBeNull();
  });

  it("is not gone after answers that prove nothing, and exists again after an answer that proves it", async () => {
    const id = await processed();
    await checkAfter(24, status(404));
    await checkAfter(7, status(404));
    const gone = await goneAt(id);
    expect(gone).not.toBeNull();
    const soft404: SiteAnswers = ({ url }) =>
      fetchedPage({ url: new URL(url), body: Buffer.from("<title>Page not found</title>") });
    for (const answer of [soft404, login, status(503), down]) {
      await checkAfter(24, answer);
      expect(await goneAt(id)).toBe(gone);
    }
    await checkAfter(24, there);
    expect(await goneAt(id)).toBeNull();
    await checkAfter(24, status(404));
    expect(await goneAt(id)).toBeNull();
  });

  it("is asked for by GET alone, whose head tells whether it is back", async () => {
    await processed();
    await checkAfter(24, status(404));
    asked = [];
    const skipped: unknown[] = [];
    await checkAfter(7, (request) => {
      skipped.push(
        ["text/html", "application/pdf"].map((mediaType) => request.skipBody?.({ ...fetchedPage(), mediaType })),
      );
      return there(request);
    });
    expect([asked, skipped]).toEqual([[`GET ${pageUrl()}`], [[false, true]]]);
  });

  const hangs: SiteAnswers = ({ url }) => Promise.reject(new OutboundError("timeout", String(url)));

  it.each<[what: string, toHead: SiteAnswers, toGet: SiteAnswers, isGone: boolean]>([
    ["a refused method", status(405), status(404), true],
    ["a page", there, status(404), true],
    ["a redirect to a login", login, status(410), true],
    ["nothing", hangs, status(404), true],
    ["not found", status(404), there, false],
    ["nothing, of a page that is there", hangs, there, false],
  ])("is found out where HEAD gets %s", async (_what, toHead, toGet, isGone) => {
    const id = await processed();
    const site: SiteAnswers = (request) => (request.method === "HEAD" ? toHead(request) : toGet(request));
    // A check that asks by GET at once, and whatever follows.
    await checkAfter(24, site, undefined, 0.67);
    await checkAfter(isGone ? 7 : 36, site);
    await checkAfter(36, site);
    expect((await goneAt(id)) !== null).toBe(isGone);
  });
});

describe("a check", () => {
  it("is not made by two runs at once", async () => {
    await processed();
    const other = workerOf(there);
    await checkAfter(24, async (request) => {
      expect(await other.receive(PAGE_CHECKS)).toBe(true);
      return there(request);
    });
    expect(asked).toHaveLength(1);
    expect(log.lines("page_checks_under_way")).toHaveLength(1);
  });

  it("waits when no time is left, and is made by the next run", async () => {
    for (const path of ["a", "b", "c"]) await processed(pageUrl(path));
    await checkAfter(24, (request) => {
      world.clock.forward(MINUTE);
      return there(request);
    });
    expect(asked.splice(0)).toHaveLength(1);
    await checkAfter(0, there);
    expect(asked).toHaveLength(2);
  });

  it("is not made for a person who has chosen so, until the person chooses otherwise", async () => {
    const id = await processed();
    const choose = (body?: { pace: string }) =>
      user.send({ route: `${body === undefined ? "GET" : "PUT"} /v1/page-checks`, body });
    expect(await choose()).toMatchObject({ status: 200, body: { pace: "monthly" } });
    expect(await choose({ pace: "never" })).toMatchObject({ status: 200, body: { pace: "never" } });
    await checkAfter(36, status(404));
    expect([asked, await goneAt(id), (await choose()).body]).toEqual([[], null, { pace: "never" }]);
    expect(await choose({ pace: "daily" })).toMatchObject({ status: 400 });
    await choose({ pace: "monthly" });
    await checkAfter(36, there);
    expect(asked).toHaveLength(1);
  });
});

it("the first run gives the bookmarks of the last release a check within a month, and no later run does", async () => {
  const [early, ...others] = [await processed(), await processed(pageUrl("b")), await processed(pageUrl("c"))];
  const forget = (id: string) =>
    dynamo.client.send(
      new UpdateCommand({
        TableName: "bookmarks",
        Key: { user_id: userId, id },
        UpdateExpression: "REMOVE pending_partition, reconcile_at, missing_at, gone_at",
      }),
    );
  for (const id of others) await forget(id);
  const waiting = async () => {
    const due = await world.items.checks.due(new Date(world.clock.now().getTime() + 30 * DAY), 10);
    return due.map(({ id }) => id).toSorted();
  };
  expect(await waiting()).toEqual([early]);
  await checkAfter(0, there);
  expect([asked, await waiting()]).toEqual([[], [early, ...others].toSorted()]);
  await forget(String(early));
  await checkAfter(0, there);
  expect(await waiting()).toEqual(others.toSorted());
});

describe("the notice of a month", () => {
  it("is made once, in the next month, of all pages that are gone since its checks, and names none", async () => {
    const ids = [await processed(), await processed(pageUrl("other"))];
    const runs = [await checkAfter(24, status(404)), await checkAfter(7, status(404))];
    for (const id of ids) expect(await goneAt(id)).not.toBeNull();
    expect(runs.flatMap(({ notices }) => notices)).toEqual([]);
    const { notices } = await checkAfter(24, status(404));
    expect(notices).toMatchObject([
      { kind: "gone", title: "2 saved pages found to be gone in 2026-12", screen: "/app/bookmarks?q=is%3Agone" },
    ]);
    // Pages that stay gone are counted in no other month.
    expect((await checkAfter(31, status(404))).notices).toEqual([]);
  });

  it("is not made without one", async () => {
    await processed();
    for (let month = 0; month < 3; month += 1) expect((await checkAfter(31, there)).notices).toEqual([]);
  });
});

it("a run costs two writes, and each check one, with what docs/scale.md says", async () => {
  await processed();
  const operations = async (days: number, answer: SiteAnswers) => {
    dynamo.consumed.length = 0;
    await checkAfter(days, answer);
    const writes = dynamo.consumed.filter(({ command }) => !/^(Get|Query|Scan)/.test(command)).length;
    return [writes, dynamo.consumed.length - writes];
  };
  // The first run looks for bookmarks of the last release as well.
  expect(await operations(0, there)).toEqual([2, 5 + 1]);
  expect(await operations(0, there)).toEqual([2, 5]);
  expect(await operations(24, there)).toEqual([2 + 1, 5 + 2]);
  expect(await operations(24, status(404))).toEqual([2 + 1, 5 + 2]);
  expect(await operations(7, status(404))).toEqual([2 + 2, 5 + 2]);
});

describe("reconcile", () => {
  const sent = async () => {
    const queue = testQueue<typeof PAGE_CHECKS>();
    await reconcile(
      [reconcilablePageChecks(world.items, { ...queue, backlog: async () => backlog }, world.clock)],
      "run",
      world.clock,
    );
    return queue.sent.map(({ message }) => message);
  };
  let backlog: "none" | "moving" = "none";

  it("asks for the checks once they are due, and only while nothing else waits in the queue", async () => {
    await processed();
    expect(await sent()).toEqual([]);
    world.clock.forward(24 * DAY);
    backlog = "moving";
    expect(await sent()).toEqual([]);
    backlog = "none";
    expect(await sent()).toEqual([PAGE_CHECKS]);
  });
});
