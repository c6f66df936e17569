import { PutObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, it, vi } from "vitest";
import { fetchPage } from "../../../lambdas/mercari/fetch/fetch-page.ts";
import { readSearchPage } from "../../../lambdas/mercari/readers/search-page.ts";
import type { SourcedPage } from "../../../lambdas/mercari/readers/sourced-page.ts";
import { HostTable } from "../../../lambdas/mercari/tables/host-table.ts";
import { cardOf, placeholder, searchDocument } from "../../../lib/local/sites/mercari-pages.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { HOST, LISTING, readAs, SEARCH, sourced, unanswered } from "../fetch-world.ts";
import { listed } from "../readers/page-answers.ts";
import {
  fetchingOfEachTest,
  HOUR,
  hostItem,
  NO_TURN,
  requestPage,
  scaleWaits,
  world,
  writes,
} from "./fetching-of-tests.ts";

const log = capturedLog();
fetchingOfEachTest(log);

const failed = (errorKind: string, transient = false) => {
  return { kind: "failed", errorKind, transient, retryAfterSeconds: null };
};

describe("a page", () => {
  it("is requested with all the remaining time, and the result is the reader's outcome", async () => {
    world.answer = () => {
      world.clock.forward(1_200);
      return sourced({ html: "<p>page</p>" });
    };
    const read = vi.fn((_page: SourcedPage, _at: Date) => ({ kind: "items", items: [1, 2] }) as const);
    expect(await fetchPage(SEARCH, read, at(20_000), world.services)).toEqual({
      kind: "read",
      outcome: { kind: "items", items: [1, 2] },
      at: at(1_200),
    });
    expect(world.pages).toEqual([{ url: SEARCH, at: 0, timeoutMs: 20_000 }]);
    expect(read.mock.calls).toEqual([[sourced({ html: "<p>page</p>" }), at(1_200)]]);
  });

  it("leaves only a pause of three seconds, counted from the response", async () => {
    world.answer = () => {
      world.clock.forward(5_000);
      return sourced();
    };
    await requestPage();
    expect(await hostItem()).toEqual({ pk: "hosts", sk: HOST, lease_until: at(8_000).toISOString(), turn_ms: 8_000 });
  });

  it("costs two writes when robots.txt is known", async () => {
    await requestPage();
    world.clock.forward(3_000);
    dynamo.consumed.length = 0;
    await requestPage();
    expect(writes()).toEqual(["UpdateItemCommand", "UpdateItemCommand"]);
    // The host and its robots.txt are read with eventual consistency.
    expect(dynamo.consumed.map(({ units }) => units)).toEqual([0.5, 1, 0.5, 1]);
  });
});

describe("a page request after its deadline", () => {
  it("is not sent if the deadline passes before its turn", async () => {
    await world.hosts.take(HOST, { holder: "other", now: START, until: at(MINUTE) });
    dynamo.consumed.length = 0;
    expect(await requestPage(SEARCH, 2_500)).toEqual(NO_TURN);
    expect(world.pauses).toEqual([1_000, 1_000, 500]);
    expect([world.pages, world.robots, writes()]).toEqual([[], [], []]);
    expect(log.lines()).toEqual([]);
  });

  it("is not sent if the deadline has passed at the start", async () => {
    expect(await requestPage(SEARCH, 0)).toEqual(NO_TURN);
    expect([world.pages, world.robots, writes()]).toEqual([[], [], []]);
  });

  it("is not sent if the deadline passes while robots.txt is read", async () => {
    world.answerRobots = () => {
      world.clock.forward(4_000);
      throw unanswered();
    };
    expect(await requestPage(SEARCH, 4_000)).toEqual(NO_TURN);
    expect(world.robots).toMatchObject([{ timeoutMs: 4_000 }]);
    expect(world.pages).toEqual([]);
    expect(log.lines("mercari_page")).toEqual([]);
  });

  it("reports that the deadline aborted the request, which is no failure of the site", async () => {
    world.answer = () => {
      world.clock.forward(4_000);
      throw unanswered();
    };
    expect(await requestPage(SEARCH, 4_000)).toEqual(NO_TURN);
    // A request was sent, so that others wait for the pause.
    expect(await hostItem()).toEqual({ pk: "hosts", sk: HOST, lease_until: at(7_000).toISOString(), turn_ms: 7_000 });
    expect(log.lines("mercari_page")).toMatchObject([{ outcome: "none", error_kind: "none", milliseconds: 4_000 }]);
  });

  it("is aborted, too, when the timer fires slightly early", async () => {
    world.answer = () => {
      world.clock.forward(3_999);
      throw unanswered();
    };
    expect(await requestPage(SEARCH, 4_000)).toEqual(NO_TURN);
  });
});

describe("a page request that fails", () => {
  it.each([
    ["timeout", true],
    ["too_large", false],
  ] as const)("is unreachable (%s; transient: %s), and others wait for the pause", async (kind, transient) => {
    world.answer = () => {
      world.clock.forward(10_000);
      throw unanswered(kind);
    };
    expect(await requestPage()).toEqual(failed("unreachable", transient));
    expect(await hostItem()).toEqual({ pk: "hosts", sk: HOST, lease_until: at(13_000).toISOString(), turn_ms: 13_000 });
  });

  it("throws an error of our own after the host's lease is released", async () => {
    world.answer = () => {
      throw new TypeError("ours");
    };
    await expect(requestPage()).rejects.toThrow("ours");
    expect(await hostItem()).toEqual({ pk: "hosts", sk: HOST, lease_until: at(3_000).toISOString(), turn_ms: 3_000 });
    world.answer = () => sourced();
    await expect(
      requestPage(SEARCH, HOUR, () => {
        throw new RangeError("the reader's");
      }),
    ).rejects.toThrow("the reader's");
    expect(await hostItem()).toEqual({ pk: "hosts", sk: HOST, lease_until: at(6_000).toISOString(), turn_ms: 3_000 });
  });
});

describe("the circuit breaker", () => {
  it("opens for six hours when a page is a block, and is logged once", async () => {
    const blocked = await requestPage(SEARCH, HOUR, readAs("blocked"));
    expect(blocked).toMatchObject({ kind: "read", outcome: { errorKind: "blocked" } });
    dynamo.consumed.length = 0;
    for (const passed of [0, HOUR, 5 * HOUR - 1]) {
      world.clock.forward(passed);
      expect(await requestPage(LISTING, 24 * HOUR)).toEqual(failed("breaker_open"));
    }
    // Neither lease nor robots.txt nor page are requested.
    expect([world.pages.length, world.robots.length, writes()]).toEqual([1, 1, []]);
    expect(log.lines("mercari_breaker_opened")).toMatchObject([
      { level: "ERROR", error_kind: "blocked", until: at(6 * HOUR).toISOString() },
    ]);
  });

  it("is respected although an eventually consistent read misses that it was opened", async () => {
    const before = await world.hosts.read(HOST);
    await world.hosts.openBreaker(HOST, { errorKind: "blocked", until: at(6 * HOUR) }, START);
    const readNow = world.hosts.read.bind(world.hosts);
    world.hosts.read = async (host, options) => (options?.isConsistent === false ? before : readNow(host, options));
    expect(await requestPage()).toEqual(failed("breaker_open"));
    expect([world.pages, world.robots]).toEqual([[], []]);
  });

  it("closes by the clock, and opens again at the next refusal", async () => {
    await requestPage(SEARCH, HOUR, readAs("blocked"));
    world.clock.forward(6 * HOUR);
    await requestPage(LISTING, 24 * HOUR, readAs("rate_limited"));
    expect(world.pages).toHaveLength(2);
    expect(await requestPage(LISTING, 24 * HOUR)).toEqual(failed("breaker_open"));
    expect(log.lines("mercari_breaker_opened")).toMatchObject([
      { error_kind: "blocked", until: at(6 * HOUR).toISOString() },
      { error_kind: "rate_limited", until: at(8 * HOUR).toISOString() },
    ]);
    world.clock.forward(2 * HOUR);
    expect(await requestPage(LISTING, 24 * HOUR)).toMatchObject({ kind: "read" });
  });

  it("opens when the Retry-After of a transient failure is longer than the back-off", async () => {
    expect(await requestPage(SEARCH, HOUR, readAs("http_error", 900))).toMatchObject({ outcome: { transient: true } });
    expect(await requestPage(SEARCH, HOUR, readAs("http_error", 7_200))).toMatchObject({
      kind: "read",
      outcome: { errorKind: "http_error", transient: false },
    });
    expect(await requestPage(LISTING, 24 * HOUR)).toEqual(failed("breaker_open"));
    world.clock.forward(2 * HOUR);
    expect(await requestPage(LISTING, 24 * HOUR)).toMatchObject({ kind: "read" });
    expect(log.lines("mercari_breaker_opened")).toMatchObject([
      { error_kind: "http_error", until: at(2 * HOUR + 3_000).toISOString() },
    ]);
  });

  it("counts its hours by the scale of waits", async () => {
    scaleWaits(0.001);
    await requestPage(SEARCH, HOUR, readAs("blocked"));
    world.clock.forward(21_599);
    expect(await requestPage()).toEqual(failed("breaker_open"));
    world.clock.forward(1);
    expect(await requestPage()).toMatchObject({ kind: "read" });
  });

  it("stops a request that was waiting for the page that opened the breaker", async () => {
    let second: ReturnType<typeof requestPage> | undefined;
    let arrived: (() => void) | undefined;
    const waits = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    world.onPause = () => arrived?.();
    world.answer = async () => {
      second = requestPage(LISTING);
      await waits;
      return sourced({ status: 403 });
    };
    await requestPage(SEARCH, HOUR, readAs("blocked"));
    expect(await second).toEqual(failed("breaker_open"));
    expect(world.pages).toHaveLength(1);
  });

  it("is open before another request can take its turn", async () => {
    const seen: unknown[] = [];
    class WatchedHosts extends HostTable {
      override async openBreaker(...breaker: Parameters<HostTable["openBreaker"]>): Promise<boolean> {
        const opened = await super.openBreaker(...breaker);
        seen.push((await hostItem())?.lease_holder);
        return opened;
      }
    }
    const services = { ...world.services, hosts: new WatchedHosts(dynamo.client, "mercari") };
    await fetchPage(SEARCH, readAs("blocked"), at(HOUR), services);
    expect(seen).toEqual(["id-1"]);
  });
});

describe("a page that can't be read", () => {
  it.each(["unrecognized", "not_rendered", "truncated"] as const)("is stored when it is %s", async (kind) => {
    world.answer = (url) => sourced({ url: `${url}?answered`, html: "<p>broken</p>" });
    await requestPage(LISTING, HOUR, readAs(kind));
    await requestPage(SEARCH, HOUR, readAs(kind));
    expect(world.s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input)).toMatchObject([
      {
        Bucket: "pages",
        Key: expect.stringMatching(new RegExp(`^2026-11-20/${kind}/030000-m00000000001-id-\\d+\\.html\\.gz$`)),
        Metadata: { url: `${LISTING}?answered`, status: "200" },
      },
      { Key: expect.stringMatching(new RegExp(`^2026-11-20/${kind}/030003-search-id-\\d+\\.html\\.gz$`)) },
    ]);
  });

  it.each(["blocked", "rate_limited", "http_error"] as const)("is not stored when it is %s", async (kind) => {
    await requestPage(LISTING, HOUR, readAs(kind));
    expect(world.s3.calls()).toEqual([]);
  });

  it("gives the same result when it could not be stored", async () => {
    world.s3.on(PutObjectCommand).rejects(awsError("SlowDown", 503));
    expect(await requestPage(SEARCH, HOUR, readAs("unrecognized"))).toMatchObject({
      kind: "read",
      outcome: { errorKind: "unrecognized" },
    });
    expect(log.lines("mercari_page_not_kept")).toMatchObject([
      { level: "WARN", path: "/search", error_kind: "unrecognized", error_message: "injected SlowDown" },
    ]);
  });
});

describe("the log line of a page", () => {
  const nothing = { outcome: "none", layout: "none", complete: null, status: null, items: 0, milliseconds: 0 };

  it("has the outcome of a search page", async () => {
    const html = searchDocument("カメラ", [cardOf(listed(), "A"), placeholder], null);
    world.answer = () => {
      world.clock.forward(700);
      return sourced({ html });
    };
    await fetchPage(SEARCH, (page) => readSearchPage(page), at(HOUR), world.services);
    expect(log.lines("mercari_page")).toEqual([
      expect.objectContaining({
        level: "INFO",
        page: "search",
        path: "/search",
        outcome: "items",
        error_kind: "none",
        layout: "A",
        complete: false,
        status: 200,
        items: 1,
        milliseconds: 700,
      }),
    ]);
  });

  it("has the field complete only for pages with cards, so that no other page counts as incomplete", async () => {
    await requestPage(LISTING, HOUR, () => ({ kind: "deleted" }));
    await requestPage(LISTING, HOUR, readAs("http_error"));
    expect(log.lines("mercari_page")).toMatchObject([
      { ...nothing, page: "listing", path: "/item/m00000000001", outcome: "deleted", error_kind: "none", status: 200 },
      { ...nothing, page: "listing", outcome: "error", error_kind: "http_error", status: 200 },
    ]);
  });

  it("is written for failed requests, too", async () => {
    world.answer = () => {
      throw unanswered("network");
    };
    await requestPage();
    world.answer = () => sourced();
    await requestPage(SEARCH, HOUR, readAs("blocked"));
    await requestPage();
    expect(log.lines("mercari_page")).toMatchObject([
      { ...nothing, page: "search", error_kind: "unreachable", detail: "network: https://jp.mercari.com/" },
      { outcome: "error", error_kind: "blocked" },
      { ...nothing, page: "search", error_kind: "breaker_open" },
    ]);
  });
});
