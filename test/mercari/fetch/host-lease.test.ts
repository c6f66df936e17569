import { describe, expect, it, vi } from "vitest";
import { fetchPage } from "../../../lambdas/mercari/fetch/fetch-page.ts";
import { HostTable } from "../../../lambdas/mercari/tables/host-table.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { HOST, LISTING, readNothing, SEARCH, since, sourced } from "../fetch-world.ts";
import { fetchingOfEachTest, HOUR, hostItem, NO_TURN, requestPage, scaleWaits, world } from "./fetching-of-tests.ts";

const log = capturedLog();
fetchingOfEachTest(log);

describe("two requests to one host", () => {
  it("take turns three seconds apart; the waiting one reads the host's lease every second", async () => {
    await requestPage(SEARCH);
    world.pauses.length = 0;
    await requestPage(LISTING);
    expect(world.pages.map(({ at: time }) => time)).toEqual([0, 3_000]);
    expect(world.pauses).toEqual([1_000, 1_000, 1_000]);
  });

  it("wait according to the scale of waits", async () => {
    scaleWaits(0.01);
    await requestPage(SEARCH);
    await requestPage(LISTING);
    expect(world.pages.map(({ at: time }) => time)).toEqual([0, 30]);
    expect(world.pauses).toEqual([10, 10, 10]);
  });

  it("never overlap, in any order", async () => {
    let underWay = 0;
    world.answer = async () => {
      underWay += 1;
      expect(underWay).toBe(1);
      // Real requests, during which the other process continues.
      for (let look = 0; look < 2; look += 1) await world.hosts.read(HOST);
      underWay -= 1;
      return sourced();
    };
    const requested = await Promise.all(Array.from({ length: 4 }, () => requestPage(LISTING, 24 * HOUR)));
    expect(requested.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => "read"));
    const times = world.pages.map(({ at: time }) => time);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0) >= 3_000)).toEqual(
      Array.from({ length: 3 }, () => true),
    );
    expect(log.lines("host_not_released")).toEqual([]);
  });

  it("continue as soon as the other crawl has ended, long before the lease expires", async () => {
    await world.hosts.take(HOST, { holder: "other", now: START, until: at(MINUTE) });
    world.onPause = async () => {
      if (since(world.clock) === 4_000) await world.hosts.release(HOST, "other", { freeAt: at(7_000), turnMs: null });
    };
    expect(await requestPage()).toMatchObject({ kind: "read" });
    expect(world.pages).toMatchObject([{ at: 7_000 }]);
  });
});

describe("the lease of a host", () => {
  it("expires when its holder has stopped", async () => {
    await world.hosts.take(HOST, { holder: "dead", now: START, until: at(MINUTE) });
    expect(await requestPage()).toMatchObject({ kind: "read" });
    expect(world.pages).toMatchObject([{ at: MINUTE }]);
  });

  it("is renewed every quarter of its duration while a page is loading", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      world.answer = async () => {
        for (let quarter = 1; quarter <= 6; quarter += 1) {
          world.clock.forward(15_000);
          vi.advanceTimersByTime(15_000);
          const until = at(quarter * 15_000 + MINUTE).getTime();
          while ((await world.hosts.read(HOST)).freeAt?.getTime() !== until);
        }
        return sourced();
      };
      await requestPage();
      expect(vi.getTimerCount()).toBe(0);
      expect(await hostItem()).toMatchObject({ lease_until: at(93_000).toISOString() });
    } finally {
      vi.useRealTimers();
    }
  });

  it("is waited for although an eventually consistent read misses it, at the price of one failed condition", async () => {
    const free = await world.hosts.read(HOST);
    await world.hosts.take(HOST, { holder: "other", now: START, until: at(MINUTE) });
    const readNow = world.hosts.read.bind(world.hosts);
    world.hosts.read = async (host, options) => (options?.isConsistent === false ? free : readNow(host, options));
    dynamo.consumed.length = 0;
    expect(await requestPage()).toMatchObject({ kind: "read" });
    expect(world.pages).toMatchObject([{ at: MINUTE }]);
    expect(dynamo.consumed.filter(({ units }) => units === null)).toHaveLength(1);
  });

  it("is not changed by an earlier holder", async () => {
    world.answer = async () => {
      // The process was paused, and another one took the host's lease over.
      world.clock.forward(MINUTE);
      const lease = { holder: "next", now: world.clock.now(), until: at(3 * MINUTE) };
      expect(await world.hosts.take(HOST, lease)).toBe(true);
      return sourced();
    };
    expect(await requestPage()).toMatchObject({ kind: "read" });
    expect(await hostItem()).toMatchObject({ lease_holder: "next", lease_until: at(3 * MINUTE).toISOString() });
  });

  it("belongs to the process that took it over: then no page is requested", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const robots = world.services.fetch;
      const fetch: typeof robots = async (request) => {
        const answer = await robots(request);
        world.clock.forward(MINUTE);
        await world.hosts.take(HOST, { holder: "next", now: world.clock.now(), until: at(3 * MINUTE) });
        const before = dynamo.consumed.length;
        vi.advanceTimersByTime(15_000);
        // The failed renewal.
        while (dynamo.consumed.length === before) await world.hosts.read("other.example");
        for (let look = 0; look < 3; look += 1) await world.hosts.read("other.example");
        return answer;
      };
      expect(await fetchPage(SEARCH, readNothing, at(HOUR), { ...world.services, fetch })).toEqual(NO_TURN);
      expect(world.pages).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("expires when it could not be released", async () => {
    let updates = 0;
    const client = interceptedClient(
      dynamo,
      async ({ command }, forward) => {
        if (command === "UpdateItemCommand") updates += 1;
        if (updates > 1) throw awsError("InternalServerError", 500);
        return forward();
      },
      1,
    );
    const services = { ...world.services, hosts: new HostTable(client, "mercari") };
    expect(await fetchPage(SEARCH, readNothing, at(HOUR), services)).toMatchObject({ kind: "read" });
    expect(log.lines("host_not_released")).toMatchObject([{ level: "WARN", host: HOST }]);
    await requestPage(LISTING);
    expect(world.pages).toMatchObject([{ at: 0 }, { at: MINUTE }]);
  });
});
