import { beforeEach, describe, expect, it } from "vitest";
import { HostTable } from "../../../lambdas/mercari/tables/host-table.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient } from "../../emulators/intercepted-client.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";

dynamoOfFile();

let hosts: HostTable;
let host: string;
let made = 0;

beforeEach(() => {
  hosts = new HostTable(dynamo.client, "mercari");
  made += 1;
  host = `host-${made}.example`;
});

const FREE = { freeAt: null, isHeld: false, reservedUntil: null, lastTurnMs: null, breaker: null };
const lease = { holder: "one", now: START, until: at(MINUTE) };
const breaker = { errorKind: "http_error", until: at(MINUTE) } as const;
const forgetful = () => new HostTable(forgetfulClient(dynamo), "mercari");

describe("a host", () => {
  it("is free before its first page, and held while a page is requested", async () => {
    expect(await hosts.read(host)).toEqual(FREE);
    expect(await hosts.take(host, lease)).toBe(true);
    expect(await hosts.read(host)).toEqual({ ...FREE, freeAt: at(MINUTE), isHeld: true });
    expect(await hosts.renew(host, "two", at(9 * MINUTE))).toBe(false);
    expect(await hosts.release(host, "two", { freeAt: START, turnMs: 1 })).toBe(false);
    expect(await hosts.renew(host, "one", at(MINUTE + 1))).toBe(true);
    expect(await hosts.read(host)).toMatchObject({ freeAt: at(MINUTE + 1) });
  });

  it.each([
    { turnMs: 4_000, lastTurnMs: 4_000 },
    { turnMs: null, lastTurnMs: 7_000 },
  ])("is free after its pause, and has the last page's turn: $lastTurnMs of $turnMs", async (turn) => {
    await hosts.take(host, lease);
    await hosts.release(host, "one", { freeAt: START, turnMs: 7_000 });
    await hosts.take(host, lease);
    expect(await hosts.release(host, "one", { freeAt: at(3_000), turnMs: turn.turnMs })).toBe(true);
    expect(await hosts.read(host)).toEqual({ ...FREE, freeAt: at(3_000), lastTurnMs: turn.lastTurnMs });
    expect(await hosts.take(host, { ...lease, now: at(2_999) })).toBe(false);
    expect(await hosts.take(host, { ...lease, now: at(3_000) })).toBe(true);
  });

  it("has turns reserved one after the other", async () => {
    expect(await hosts.reserve(host, { before: START, until: at(MINUTE) })).toBe(false);
    expect(await hosts.reserve(host, { before: null, until: at(MINUTE) })).toBe(true);
    expect(await hosts.reserve(host, { before: null, until: at(2 * MINUTE) })).toBe(false);
    expect(await hosts.reserve(host, { before: at(MINUTE), until: at(2 * MINUTE) })).toBe(true);
    expect(await hosts.read(host)).toEqual({ ...FREE, reservedUntil: at(2 * MINUTE) });
  });

  it("is not taken while its circuit breaker is open, which opens once", async () => {
    expect(await hosts.openBreaker(host, breaker, START)).toBe(true);
    expect(await hosts.openBreaker(host, { ...breaker, until: at(2 * MINUTE) }, at(MINUTE - 1))).toBe(false);
    expect(await hosts.read(host)).toEqual({ ...FREE, breaker });
    expect(await hosts.take(host, { ...lease, now: at(MINUTE - 1) })).toBe(false);
    expect(await hosts.take(host, { ...lease, now: at(MINUTE) })).toBe(true);
    expect(await hosts.openBreaker(host, { ...breaker, until: at(2 * MINUTE) }, at(MINUTE))).toBe(true);
  });

  it("is read consistently, unless half the price is enough", async () => {
    await hosts.take(host, lease);
    const lagging = new HostTable(laggingClient(dynamo), "mercari");
    expect(await lagging.read(host)).toMatchObject({ isHeld: true });
    expect(await lagging.read(host, { isConsistent: false })).toEqual(FREE);
  });

  it("knows its own writes when their responses are lost", async () => {
    expect(await forgetful().take(host, lease)).toBe(true);
    expect(await forgetful().renew(host, "one", at(MINUTE))).toBe(true);
    expect(await forgetful().release(host, "one", { freeAt: START, turnMs: 1 })).toBe(true);
    expect(await forgetful().reserve(host, { before: null, until: at(MINUTE) })).toBe(true);
    expect(await forgetful().openBreaker(host, breaker, START)).toBe(true);
  });
});

describe("a host's robots.txt", () => {
  const copy = {
    gzipped: new Uint8Array([1, 2]),
    fetchedAt: START,
    freshUntil: at(MINUTE),
    expiresAt: at(90 * MINUTE),
  };

  it("is read as it was kept, beside the host's own state", async () => {
    expect(await hosts.readRobots(host)).toBeNull();
    expect(await forgetful().keepRobots(host, copy)).toBe(true);
    expect(await hosts.readRobots(host)).toEqual(copy);
    expect(await hosts.read(host)).toEqual(FREE);
  });

  it("is replaced by a later copy only, and expires at the end of a second", async () => {
    await hosts.keepRobots(host, copy);
    expect(await hosts.keepRobots(host, { ...copy, fetchedAt: at(-1), expiresAt: at(1) })).toBe(false);
    expect(await hosts.keepRobots(host, { ...copy, fetchedAt: at(1), expiresAt: at(1) })).toBe(true);
    expect(await hosts.readRobots(host)).toMatchObject({ fetchedAt: at(1), expiresAt: at(1_000) });
  });
});
