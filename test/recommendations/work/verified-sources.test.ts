import { describe, expect, it } from "vitest";
import { webmentionReceiveMessageOf } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import { htmlAnswer } from "../../../lib/local/sites/simulated-site.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { PRIVATE_HOST } from "../mentions-world.ts";
import {
  clock,
  garden,
  gardenOfFile,
  LIST,
  looked,
  noticed,
  requested,
  tables,
  US,
  visible,
  worker,
} from "./garden-world.ts";

capturedLog();
gardenOfFile();

describe("a page that links to us", () => {
  it("is verified, without a notice", async () => {
    garden.page("/post", htmlAnswer(200, `<a href="${US}">us</a>`));
    expect(await looked(`${garden.url}post`)).toMatchObject({ status: "verified", site: { title: "garden.example" } });
    garden.page("/post", htmlAnswer(200, `<title>A letter</title><a href="${US}">us</a>`));
    expect(await looked(`${garden.url}post`)).toMatchObject({ site: { title: "A letter" } });
    expect(await noticed()).toEqual([]);
  });

  it("is verified even if a cache shows it without the link for a while", async () => {
    garden.page("/post", htmlAnswer(200, "<p>Nobody yet</p>"));
    const mention = await requested(`${garden.url}post`);
    const { receive, waits } = worker();
    for (const receiveCount of [1, 2]) {
      expect(await receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(false);
    }
    expect(waits).toEqual([60, 240]);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 0 });
    garden.page("/post", htmlAnswer(200, `<a href="${US}">us</a>`));
    expect(await receive(webmentionReceiveMessageOf(mention), 3)).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "verified", failures: 0 });
  });

  it("is requested four times for a link that is missing, and once when it is gone for good", async () => {
    garden.page("/post", htmlAnswer(200, "<p>Nobody</p>"));
    const mention = await requested(`${garden.url}post`);
    for (const receiveCount of [1, 2, 3, 4]) {
      expect(await worker().receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(receiveCount === 4);
    }
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 1, nextCheckAt: null });
    garden.page("/post", htmlAnswer(410, ""));
    const gone = await requested(`${garden.url}post`);
    expect(await worker().receive(webmentionReceiveMessageOf(gone))).toBe(true);
    expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "new", failures: 2, nextCheckAt: null });
  });

  it("that only contains our address as text is not verified", async () => {
    garden.page("/post", htmlAnswer(200, `<p>${US}</p><a href="${US}elsewhere">not us</a>`));
    expect(await looked(`${garden.url}post`)).toMatchObject({ status: "new" });
    expect(await visible()).toEqual([]);
  });
});

it("a page whose link may be in the unread part does not count as without it", async () => {
  const link = `<a href="${US}">us</a>`;
  garden.page("/post", htmlAnswer(200, link));
  await looked(`${garden.url}post`);
  garden.page("/post", htmlAnswer(200, `${"<p>x</p>".repeat(200_000)}${link}`));
  expect(await looked(`${garden.url}post`)).toMatchObject({ status: "verified", failures: 1 });
  garden.page("/post", htmlAnswer(200, "<p>x</p>"));
  expect(await looked(`${garden.url}post`)).toMatchObject({ status: "gone", failures: 2 });
});

describe("a site that can't be read", () => {
  const failing: readonly (readonly [string, () => void])[] = [
    ["answers 500", () => garden.fault(LIST, { kind: "status", status: 500 })],
    ["ends the connection", () => garden.fault(LIST, { kind: "cut" })],
    [
      "redirects to a private address",
      () => garden.fault(LIST, { kind: "redirect", location: `http://${PRIVATE_HOST}/` }),
    ],
    ["redirects in a circle", () => garden.fault(LIST, { kind: "redirect_loop" })],
    ["sends an endless response", () => garden.fault(LIST, { kind: "big", bytes: 1_000_000_000 })],
    ["sends a decompression bomb", () => garden.fault(LIST, { kind: "gzip_bomb", bytes: 1_000_000_000 })],
    ["sends half of its list", () => garden.fault(LIST, { kind: "malformed_json" })],
    ["never responds", () => garden.fault(LIST, { kind: "slow_headers", ms: 60_000 })],
    ["drips", () => garden.fault(LIST, { kind: "slow_body", ms: 60_000 })],
  ];

  it("is gone at the second 404", async () => {
    await looked();
    garden.fault(LIST, { kind: "status", status: 404 });
    expect(await looked(garden.source, US, 150)).toMatchObject({ status: "verified", failures: 1 });
    expect(await looked(garden.source, US, 150)).toMatchObject({ status: "gone", failures: 2 });
  });

  it.each(failing)("since it %s, is gone at the third consecutive time", async (_what, fail) => {
    await looked();
    fail();
    expect(await looked(garden.source, US, 150)).toMatchObject({ status: "verified", failures: 1 });
    expect(await looked(garden.source, US, 150)).toMatchObject({ status: "verified", failures: 2 });
    garden.clearFaults();
    expect(await looked()).toMatchObject({ status: "verified", failures: 0 });
    fail();
    await looked(garden.source, US, 150);
    await looked(garden.source, US, 150);
    expect(await looked(garden.source, US, 150)).toMatchObject({ status: "gone", failures: 3 });
    expect(await visible()).toEqual([]);
    garden.clearFaults();
    expect(await looked()).toMatchObject({ status: "verified", failures: 0 });
    expect(await noticed()).toHaveLength(1);
  });

  it.each(failing)("since it %s, is not listed", async (_what, fail) => {
    fail();
    expect(await looked(garden.source, US, 150)).toMatchObject({ status: "new" });
    expect(await visible()).toEqual([]);
    expect(await noticed()).toEqual([]);
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
    expect(await looked()).toMatchObject({ status: "verified" });
    expect(await noticed()).toHaveLength(1);
  });
});

describe.each([429, 503])("a site that answers %i", (status) => {
  it("is requested again after its Retry-After, and never counts as gone", async () => {
    await looked();
    garden.fault(LIST, { kind: "status", status, retryAfter: 1_200 });
    for (let round = 0; round < 4; round += 1) {
      const mention = await requested();
      const { receive, waits } = worker();
      for (const receiveCount of [1, 2, 3]) {
        expect(await receive(webmentionReceiveMessageOf(mention), receiveCount)).toBe(false);
      }
      expect(waits).toEqual([1_200, 1_200, 1_200]);
      expect(await receive(webmentionReceiveMessageOf(mention), 4)).toBe(true);
      expect(await tables.mentions.get(mention.id)).toMatchObject({ status: "verified", failures: 0 });
    }
  });

  it("is not resent by reconcile meanwhile", async () => {
    garden.fault(LIST, { kind: "status", status, retryAfter: 1_200 });
    const mention = await requested();
    await worker().receive(webmentionReceiveMessageOf(mention));
    const start = clock.now().getTime();
    expect(await tables.mentions.overdue(new Date(start + 29 * MINUTE), 10)).toEqual([]);
    expect(await tables.mentions.overdue(new Date(start + 31 * MINUTE), 10)).toHaveLength(1);
  });
});
