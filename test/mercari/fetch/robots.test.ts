import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { challengeDocument } from "../../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { at } from "../../emulators/test-clock.ts";
import { HOST, LISTING, robotsTxt, SEARCH, unanswered } from "../fetch-world.ts";
import { fetchingOfEachTest, HOUR, requestPage as requestBy, scaleWaits, world } from "./fetching-of-tests.ts";

const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const FORBIDDEN = { kind: "failed", errorKind: "robots_forbidden", transient: false, retryAfterSeconds: null };
const UNAVAILABLE = { kind: "failed", errorKind: "robots_unavailable", transient: true, retryAfterSeconds: null };
const BREAKER_OPEN = { kind: "failed", errorKind: "breaker_open", transient: false, retryAfterSeconds: null };
const READ = { kind: "read" };

const log = capturedLog();
fetchingOfEachTest(log);

const requestPage = (url = SEARCH) => requestBy(url, YEAR);

/** The outcome of a page with this robots.txt. */
function fetchWithRobots(text: string, url = SEARCH) {
  world.answerRobots = () => robotsTxt(200, text);
  return requestPage(url);
}

const LIKE_THE_SITE = `User-agent: *
Disallow: /mypage/
Disallow: /purchase/
Disallow: /language?
Disallow: /v1/
`;

// Which rules forbid a path: test/shared/outbound/robots-rules.test.ts.
describe("robots.txt", () => {
  it("is requested with our User-Agent, within its host, under the host's lease, before any page", async () => {
    world.answerRobots = () => robotsTxt(200, LIKE_THE_SITE);
    expect(await requestPage()).toMatchObject(READ);
    expect(world.pages).toHaveLength(1);
    const [request] = world.robots;
    expect(request).toMatchObject({
      url: new URL("https://jp.mercari.com/robots.txt"),
      headers: { accept: "text/plain" },
      timeoutMs: 10_000,
      maxBytes: 512 * 1024,
    });
    expect(request?.followRedirect?.(new URL(`https://${HOST}/robots-of-today.txt`), 302)).toBe(true);
    expect(request?.followRedirect?.(new URL("https://www.mercari.com/robots.txt"), 302)).toBe(false);
    // Read, take, the missing copy, its put, release.
    expect(dynamo.consumed.map(({ command }) => command)).toEqual([
      "GetItemCommand",
      "UpdateItemCommand",
      "GetItemCommand",
      "PutItemCommand",
      "UpdateItemCommand",
    ]);
  });

  it.each([
    ["a path that is forbidden to us by name", "User-agent: *\nAllow: /\n\nUser-agent: Magpie\nDisallow: /"],
    ["a query", "User-agent: *\nDisallow: /search?keyword=カメラ"],
    ["lines with other line ends, and a byte order mark", "\uFEFFUser-agent: *\r\nDisallow: /search # not this\r\n"],
  ])("forbids %s: no page is requested", async (_what, text) => {
    expect(await fetchWithRobots(text)).toEqual(FORBIDDEN);
    expect(world.pages).toEqual([]);
    expect(log.lines("mercari_page")).toMatchObject([{ outcome: "none", error_kind: "robots_forbidden" }]);
  });

  it("allows all, when it is empty", async () => {
    expect(await fetchWithRobots("")).toMatchObject(READ);
  });

  it("is evaluated for each address", async () => {
    expect(await fetchWithRobots("User-agent: *\nDisallow: /item/", LISTING)).toEqual(FORBIDDEN);
    expect(await requestPage(SEARCH)).toMatchObject(READ);
    expect(await requestPage(LISTING)).toEqual(FORBIDDEN);
    expect(world.robots).toHaveLength(1);
  });

  it("leaves the host free at once for others when its copy forbids a page", async () => {
    await fetchWithRobots("User-agent: *\nDisallow: /");
    // robots.txt itself was requested a moment ago.
    expect((await world.hosts.read(HOST)).freeAt).toEqual(at(3_000));
    expect(await requestPage()).toEqual(FORBIDDEN);
    expect((await world.hosts.read(HOST)).freeAt).toEqual(world.clock.now());
  });

  it.each([204, 400, 401, 403, 404, 410])("with status %i allows everything, for a day", async (status) => {
    world.answerRobots = () => robotsTxt(status, status === 204 ? "" : "User-agent: *\nDisallow: /");
    expect(await requestPage()).toMatchObject(READ);
    expect(await requestPage()).toMatchObject(READ);
    expect(world.robots).toHaveLength(1);
  });

  it.each([
    [301, false],
    [304, false],
    [500, true],
    [503, true],
  ])("with status %i allows nothing (transient: %s)", async (status, transient) => {
    world.answerRobots = () => robotsTxt(status, "User-agent: *\nAllow: /", { retryAfterSeconds: 60 });
    expect(await requestPage()).toEqual({ ...UNAVAILABLE, transient, retryAfterSeconds: 60 });
    expect(world.pages).toEqual([]);
    expect(log.lines("robots_not_read")).toMatchObject([{ level: "WARN", host: HOST, status }]);
    expect(log.lines("mercari_page")).toMatchObject([{ outcome: "none", error_kind: "robots_unavailable" }]);
  });

  it.each([
    ["429", robotsTxt(429, "", { retryAfterSeconds: 7_200 }), "rate_limited", 2 * HOUR],
    ["403 and a challenge", robotsTxt(403, challengeDocument), "blocked", 6 * HOUR],
    ["503 and a challenge", robotsTxt(503, "", { headers: { "cf-mitigated": "challenge" } }), "blocked", 6 * HOUR],
    ["503, for hours", robotsTxt(503, "", { retryAfterSeconds: 7_200 }), "robots_unavailable", 2 * HOUR],
  ])(
    "with %s is a refusal: the circuit breaker opens, whatever the host allowed before",
    async (_what, refusal, kind, wait) => {
      await fetchWithRobots(LIKE_THE_SITE);
      world.clock.forward(DAY);
      world.answerRobots = () => refusal;
      expect(await requestPage()).toEqual(BREAKER_OPEN);
      expect(log.lines("mercari_breaker_opened")).toMatchObject([
        { error_kind: kind, until: new Date(world.clock.now().getTime() + wait).toISOString() },
      ]);
      world.answerRobots = () => robotsTxt(200, LIKE_THE_SITE);
      world.clock.forward(wait - 1);
      expect(await requestPage()).toEqual(BREAKER_OPEN);
      expect([world.robots.length, world.pages.length]).toEqual([2, 1]);
      world.clock.forward(1);
      expect(await requestPage()).toMatchObject(READ);
      expect(world.robots).toHaveLength(3);
    },
  );

  it("allows nothing without a response, and the next request tries again after the pause", async () => {
    world.answerRobots = () => {
      throw unanswered("network");
    };
    expect(await requestPage()).toEqual(UNAVAILABLE);
    world.answerRobots = () => robotsTxt(200, LIKE_THE_SITE);
    expect(await requestPage()).toMatchObject(READ);
    expect(world.pages).toMatchObject([{ at: 3_000 }]);
  });

  it("that fails by an error of our own throws it, with the host's lease released", async () => {
    world.answerRobots = () => {
      throw new TypeError("ours");
    };
    await expect(requestPage()).rejects.toThrow("ours");
    expect((await world.hosts.read(HOST)).freeAt).toEqual(at(3_000));
  });
});

describe("the copy of robots.txt", () => {
  it("is stored for a day, compressed", async () => {
    await fetchWithRobots(LIKE_THE_SITE);
    const copy = await world.hosts.readRobots(HOST);
    expect(gunzipSync(copy?.gzipped ?? new Uint8Array()).toString()).toBe(LIKE_THE_SITE);
    expect(copy).toMatchObject({ fetchedAt: at(0), freshUntil: at(DAY), expiresAt: at(30 * DAY) });
    world.answerRobots = () => robotsTxt(200, "User-agent: *\nDisallow: /");
    world.clock.forward(DAY - 1);
    expect(await requestPage()).toMatchObject(READ);
    world.clock.forward(DAY);
    expect(await requestPage()).toEqual(FORBIDDEN);
    expect(world.robots).toHaveLength(2);
  });

  it("is stored according to the scale of waits", async () => {
    scaleWaits(0.001);
    await fetchWithRobots(LIKE_THE_SITE);
    world.clock.forward(DAY / 1_000 - 1);
    await requestPage();
    expect(world.robots).toHaveLength(1);
    // The end of its storage is not scaled.
    expect(await world.hosts.readRobots(HOST)).toMatchObject({ expiresAt: at(30 * DAY) });
    world.clock.forward(1);
    await requestPage();
    expect(world.robots).toHaveLength(2);
  });

  it.each([500, null])("is used for thirty days when the host does not respond (%s)", async (status) => {
    await fetchWithRobots("User-agent: *\nDisallow: /item/");
    world.answerRobots = () => {
      if (status === null) throw unanswered();
      return robotsTxt(status);
    };
    world.clock.forward(30 * DAY - 2 * HOUR);
    expect(await requestPage(LISTING)).toEqual(FORBIDDEN);
    expect(await requestPage(SEARCH)).toMatchObject(READ);
    // The host is requested again, but not for every page.
    expect(world.robots).toHaveLength(2);
    world.clock.forward(2 * HOUR);
    expect(await requestPage(SEARCH)).toEqual(UNAVAILABLE);
    expect(world.robots).toHaveLength(3);
  });

  it("is requested once more when an eventually consistent read finds the one before it", async () => {
    await fetchWithRobots(LIKE_THE_SITE);
    const earlier = await world.hosts.readRobots(HOST);
    world.clock.forward(DAY);
    expect(await fetchWithRobots("User-agent: *\nDisallow: /")).toEqual(FORBIDDEN);
    const { readRobots: robots } = world.hosts;
    world.hosts.readRobots = async () => earlier;
    expect(await requestPage()).toEqual(FORBIDDEN);
    world.hosts.readRobots = robots;
    expect(await requestPage()).toEqual(FORBIDDEN);
    expect([world.robots.length, world.pages.length]).toEqual([3, 1]);
  });

  it("is replaced when the host responds again", async () => {
    await fetchWithRobots("User-agent: *\nDisallow: /item/");
    world.answerRobots = () => robotsTxt(500);
    world.clock.forward(2 * DAY);
    await requestPage(SEARCH);
    world.clock.forward(HOUR);
    expect(await fetchWithRobots(LIKE_THE_SITE, LISTING)).toMatchObject(READ);
    expect(await world.hosts.readRobots(HOST)).toMatchObject({ fetchedAt: world.clock.now() });
  });

  it("is cut after its last complete line when the text is too long", async () => {
    const text = "User-agent: *\nDisallow: /mypage/\nDisallow: /sea";
    world.answerRobots = () => robotsTxt(200, text, { truncated: true });
    expect(await requestPage()).toMatchObject(READ);
  });

  it("is not stored for a text that is no robots.txt and would not fit into the table", async () => {
    const blocks = Array.from({ length: 16_384 }, (_, index) => createHash("sha256").update(String(index)).digest());
    world.answerRobots = () => robotsTxt(200, "", { body: Buffer.concat(blocks) });
    expect(await requestPage()).toEqual({ ...UNAVAILABLE, transient: false });
    expect(await world.hosts.readRobots(HOST)).toBeNull();
  });
});
