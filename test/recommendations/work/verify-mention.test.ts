import { describe, expect, it } from "vitest";
import { webmentionReceiveMessageOf } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import { htmlAnswer } from "../../../lib/local/sites/simulated-site.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { network, SITE_URL } from "../mentions-world.ts";
import { DAY } from "../sample-mentions.ts";
import {
  clock,
  garden,
  gardenOfFile,
  gardens,
  LIST,
  looked,
  noticed,
  requested,
  tables,
  US,
  visible,
  worker,
} from "./garden-world.ts";

const log = capturedLog();
gardenOfFile();

describe("a site that recommends us", () => {
  it("is listed with its metadata, and is noticed", async () => {
    const mention = await requested();
    expect(await worker().receive(webmentionReceiveMessageOf(mention))).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({
      status: "verified",
      failures: 0,
      verifiedAt: clock.now().toISOString(),
      nextCheckAt: new Date(clock.now().getTime() + DAY).toISOString(),
      expiresAt: null,
      site: {
        title: "The garden",
        excerpt: "Notes from a small garden.",
        featuredImage: "https://garden.example/pictures/garden.jpg",
        favicon: "https://garden.example/icon.png",
      },
    });
    expect(await noticed()).toMatchObject([
      {
        title: "👍 New recommendation: The garden (garden.example)",
        body: "Notes from a small garden.\nYou do not recommend it yet.",
        url: "https://garden.example/",
        screen: "/app/recommendations/incoming",
      },
    ]);
    expect(await tables.mentions.overdue(new Date(clock.now().getTime() + DAY), 10)).toEqual([]);
  });

  it("is listed by the name of the site, not by the title of its page", async () => {
    const head = '<title>Welcome!</title><meta property="og:site_name" content="The garden of words">';
    garden.members(null);
    garden.page("/", htmlAnswer(200, head));
    expect(await looked()).toMatchObject({ site: { title: "The garden of words" } });
    garden.members("ghost");
    garden.page("/", null);
  });

  it("is named in the notice as a site that we recommend", async () => {
    const entry = {
      id: "r-1",
      url: "https://www.garden.example",
      createdAt: clock.now().toISOString(),
      updatedAt: null,
    };
    await tables.directory.add(entry, { id: "announcement", at: clock.now() });
    await looked();
    expect(await noticed()).toMatchObject([{ body: expect.stringContaining("You recommend it, too.") }]);
  });

  it("causes one notice, even if it is mentioned repeatedly and under several addresses", async () => {
    await looked();
    await looked();
    garden.recommend(`${SITE_URL}/.well-known/recommendations.json`);
    await looked(garden.source, `${SITE_URL}/.well-known/recommendations.json`);
    await looked(`${garden.source}?again`);
    for (const origin of ["http://garden.example", "https://www.garden.example", "https://garden.example:8443"]) {
      expect(await looked(`${origin}${LIST}`)).toMatchObject({ status: "verified" });
    }
    expect(await visible()).toHaveLength(6);
    expect(await noticed()).toHaveLength(1);
  });

  it("has its host as its title if it has none", async () => {
    garden.members(null);
    garden.fault((request) => request.path === "/", { kind: "status", status: 500 });
    expect(await looked()).toMatchObject({
      status: "verified",
      site: { title: "garden.example", excerpt: null, featuredImage: null, favicon: null },
    });
    garden.members("ghost");
  });

  it("keeps its earlier metadata while it gives none", async () => {
    await looked();
    garden.members(null);
    garden.fault((request) => request.path === "/", { kind: "status", status: 500 });
    expect(await looked()).toMatchObject({ site: { title: "The garden" } });
    garden.members("ghost");
    garden.clearFaults();
    garden.describe({ title: "The new garden" });
    expect(await looked()).toMatchObject({ site: { title: "The new garden" } });
  });

  it("keeps no picture whose address is too long", async () => {
    garden.describe({ image: `/${"a".repeat(100_000)}` });
    expect(await looked()).toMatchObject({ status: "verified", site: { featuredImage: null } });
    garden.describe({ image: null });
  });

  it("is gone at once when it removes us from its list, and back without another notice", async () => {
    await looked();
    garden.withdraw(US);
    expect(await looked()).toMatchObject({ status: "gone", failures: 1 });
    expect(await visible()).toEqual([]);
    garden.recommend(US);
    expect(await looked()).toMatchObject({ status: "verified", failures: 0 });
    expect(await noticed()).toHaveLength(1);
  });
});

describe("a page that links to us", () => {
  const shows = (html: string, status = 200) => garden.page("/post", htmlAnswer(status, html));

  it("is verified, without a notice", async () => {
    shows(`<a href="${US}">us</a>`);
    expect(await looked(`${garden.url}post`)).toMatchObject({ status: "verified", site: { title: "garden.example" } });
    shows(`<title>A letter</title><a href="${US}">us</a>`);
    expect(await looked(`${garden.url}post`)).toMatchObject({ site: { title: "A letter" } });
    expect(await noticed()).toEqual([]);
  });

  it("is verified even if a cache shows it without the link for a while", async () => {
    shows("<p>Nobody yet</p>");
    const mention = await requested(`${garden.url}post`);
    const { receive, waits } = worker();
    for (const receiveCount of [1, 2]) {
      expect(await receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(false);
    }
    expect(waits).toEqual([60, 240]);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 0 });
    shows(`<a href="${US}">us</a>`);
    expect(await receive(webmentionReceiveMessageOf(mention), 3)).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "verified", failures: 0 });
  });

  it("is requested four times for a link that is missing, and once when it is gone for good", async () => {
    shows("<p>Nobody</p>");
    const mention = await requested(`${garden.url}post`);
    for (const receiveCount of [1, 2, 3, 4]) {
      expect(await worker().receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(receiveCount === 4);
    }
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 1, nextCheckAt: null });
    shows("", 410);
    const gone = await requested(`${garden.url}post`);
    expect(await worker().receive(webmentionReceiveMessageOf(gone))).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 2, nextCheckAt: null });
    expect(log.lines("mention_checked")).toMatchObject([
      { outcome: "not_found", code: "not_mentioned" },
      { outcome: "not_found", code: "gone" },
    ]);
  });
});

// In which ways a request fails: test/recommendations/fetch. After how many failures a mention is gone: domain/mention.
describe("a site that can't be read", () => {
  it.each([
    [404, ["verified", "gone"]],
    [500, ["verified", "verified", "gone"]],
  ])("since it answers %i, is %j, and back without another notice", async (status, states) => {
    await looked();
    garden.fault(LIST, { kind: "status", status });
    for (const [failures, state] of states.entries()) {
      expect(await looked()).toMatchObject({ status: state, failures: failures + 1 });
    }
    expect(await visible()).toEqual([]);
    garden.clearFaults();
    expect(await looked()).toMatchObject({ status: "verified", failures: 0 });
    expect(await noticed()).toHaveLength(1);
  });

  it("is not requested again at once when it was verified before", async () => {
    await looked();
    garden.fault(LIST, { kind: "status", status: 500 });
    const mention = await requested();
    const { receive, waits } = worker();
    expect(await receive(webmentionReceiveMessageOf(mention))).toBe(true);
    expect(waits).toEqual([]);
  });

  it("is requested again soon when it is new, then daily until it expires", async () => {
    garden.fault(LIST, { kind: "status", status: 500 }, 4);
    const mention = await requested();
    const { receive, waits } = worker();
    for (const receiveCount of [1, 2, 3]) {
      expect(await receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(false);
    }
    expect(waits).toEqual([60, 240, 960]);
    expect(await receive(webmentionReceiveMessageOf(mention), 4)).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", nextCheckAt: expect.any(String) });
    expect(await noticed()).toEqual([]);
  });

  it("is requested again after its Retry-After, not resent by reconcile meanwhile, and never counts as gone", async () => {
    await looked();
    garden.fault(LIST, { kind: "status", status: 503, retryAfter: 1_200 });
    const mention = await requested();
    const { receive, waits } = worker();
    for (const receiveCount of [1, 2, 3]) {
      expect(await receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(false);
    }
    expect(waits).toEqual([1_200, 1_200, 1_200]);
    const overdue = (minutes: number) =>
      tables.mentions.overdue(new Date(clock.now().getTime() + minutes * MINUTE), 10);
    expect([await overdue(29), await overdue(31)]).toEqual([[], [expect.objectContaining({ id: mention.id })]]);
    expect(await receive(webmentionReceiveMessageOf(mention), 4)).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "verified", failures: 0 });
  });
});

it.each([1, 2, 4])(
  "a host that was blocked before receive %i gets no request, and nothing of it is stored",
  async (count) => {
    const mention = await requested();
    await tables.blockedHosts.block("garden.example", clock.now());
    expect(await worker().receive(webmentionReceiveMessageOf(mention), count)).toBe(true);
    expect(garden.requests()).toEqual([]);
    expect(await tables.mentions.get(mention.id)).toBeNull();
    expect(log.lines("mention_dropped")).toMatchObject([{ code: "host_blocked", host: "garden.example" }]);
  },
);

describe("a message", () => {
  /** A worker that calls a function after each fetch of the garden's list. */
  function interrupted(act: () => Promise<unknown>) {
    const fetch = network(gardens());
    return worker({
      async fetch(request) {
        const answer = await fetch(request);
        if (String(request.url).endsWith(LIST)) await act();
        return answer;
      },
    });
  }

  it("counts even if another request is made during it; that request is verified, too", async () => {
    const first = await requested();
    let second = first;
    const verification = interrupted(async () => {
      second = await requested();
    });
    expect(await verification.receive(webmentionReceiveMessageOf(first), 4)).toBe(true);
    expect(second.workId).not.toBe(first.workId);
    expect(await tables.mentions.get(first.id)).toMatchObject({ status: "verified", workId: second.workId });
    expect(await noticed()).toHaveLength(1);
    expect(await tables.mentions.overdue(new Date(clock.now().getTime() + 10 * MINUTE), 10)).toHaveLength(1);

    garden.withdraw(US);
    expect(await verification.receive(webmentionReceiveMessageOf(second), 4)).toBe(true);
    expect(await tables.mentions.get(first.id)).toMatchObject({ status: "gone", failures: 1 });
  });

  it("applies to the outcome of an earlier request's verification during it", async () => {
    const [read, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const second = interrupted(async () => {
      read.resolve();
      await saved.promise;
    });
    let isDone: Promise<boolean> | undefined;
    const first = interrupted(async () => {
      garden.withdraw(US);
      isDone = second.receive(webmentionReceiveMessageOf(await requested()), 4);
      await read.promise;
    });
    const mention = await requested();
    await first.receive(webmentionReceiveMessageOf(mention), 4);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "verified" });
    saved.resolve();
    expect(await isDone).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "gone", failures: 1 });
  });

  it("with another site's target fetches nothing", async () => {
    garden.recommend("https://somebody.example/");
    expect(await looked(garden.source, "https://somebody.example/")).toMatchObject({
      status: "new",
      nextCheckAt: null,
    });
    expect(garden.requests()).toEqual([]);
  });

  it("of a verified mention continues after the site has moved to another address", async () => {
    await looked();
    const mention = await requested();
    const moved = worker({ siteUrl: "https://moved.example" });
    expect(await moved.receive(webmentionReceiveMessageOf(mention), 4)).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "verified", failures: 0 });
  });

  it("that is poison leaves the mention to the next day's verification", async () => {
    await looked();
    const mention = await requested();
    const message = { ...webmentionReceiveMessageOf(mention), schemaVersion: 2 } as never;
    expect(await worker().receive(message)).toBe(false);
    expect(await tables.mentions.get(mention.id)).toMatchObject({
      status: "verified",
      failures: 0,
      nextCheckAt: new Date(clock.now().getTime() + DAY).toISOString(),
    });
  });
});

it("no query of an address is logged", async () => {
  await looked(`${garden.source}?token=secret`);
  expect(log.raw.join("\n")).not.toContain("secret");
});
