import { describe, expect, it } from "vitest";
import type { TurnRequest } from "../../../lambdas/mercari/fetch/reserve-turn.ts";
import { nextTurn, reserveTurn } from "../../../lambdas/mercari/fetch/reserve-turn.ts";
import type { HostState } from "../../../lambdas/mercari/tables/host-table.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE, testClock } from "../../emulators/test-clock.ts";
import { fetchWorld, HOST } from "../fetch-world.ts";

/** A host from which no page was requested yet. */
const NEW: HostState = { freeAt: null, isHeld: false, reservedUntil: null, lastTurnMs: null, breaker: null };
/** A page of the host is being requested. */
const BUSY: HostState = { ...NEW, freeAt: at(MINUTE), isHeld: true };

const CHECK: TurnRequest = { turns: 1, receiveCount: 1 };
const CRAWL: TurnRequest = { turns: 3, receiveCount: 1 };
const AGAIN: TurnRequest = { turns: 1, receiveCount: 2 };

const turnOf = (state: Partial<HostState>, request: TurnRequest, scale = 1) => {
  const { seconds, until } = nextTurn({ ...NEW, ...state }, request, testClock(scale));
  return [seconds, until === null ? null : until.getTime() - at(0).getTime()];
};

describe("the turn of a message", () => {
  it.each<[what: string, state: Partial<HostState>, request: TurnRequest, turn: [number, number | null]]>([
    ["is at once at a free host, and one page needs no reservation", NEW, CHECK, [0, null]],
    ["is at once, and all pages of a crawl are reserved", NEW, CRAWL, [0, 15_000]],
    ["takes as long as the last one", { lastTurnMs: 4_000 }, CRAWL, [0, 12_000]],
    ["takes no longer than fifteen seconds", { lastTurnMs: 40_000 }, CRAWL, [0, 45_000]],
    ["follows the page that is requested", BUSY, CHECK, [5, 10_000]],
    ["follows it after as long as the last one took", { ...BUSY, lastTurnMs: 7_000 }, CHECK, [7, 14_000]],
    ["follows the pause", { freeAt: at(2_000) }, CHECK, [2, 7_000]],
    ["is at once after a pause that has ended", { freeAt: at(-1) }, CHECK, [0, null]],
    ["is at once after a lease that has expired", { freeAt: at(0), isHeld: true }, CHECK, [0, null]],
    ["follows the reserved ones", { reservedUntil: at(20_000) }, CHECK, [20, 25_000]],
    ["follows the later of both", { ...BUSY, reservedUntil: at(3_000) }, CHECK, [5, 10_000]],
    ["ignores reservations that are over", { reservedUntil: at(-20_000) }, CHECK, [0, null]],
    ["is whole seconds", { reservedUntil: at(2_900) }, CHECK, [2, 7_900]],
    ["is waited for in the function for less than a second", { reservedUntil: at(999) }, CHECK, [0, 5_999]],
    ["is waited for in the queue from a second on", { reservedUntil: at(1_000) }, CHECK, [1, 6_000]],
    ["is an hour away at most", { reservedUntil: at(2 * 60 * MINUTE) }, CHECK, [3_600, 2 * 60 * MINUTE + 5_000]],
    ["has come when it is received again", { freeAt: at(3_000), reservedUntil: at(MINUTE) }, AGAIN, [0, null]],
    ["comes last when it is received again while a page is requested", BUSY, AGAIN, [5, 10_000]],
    [
      "is at once while the circuit breaker is open",
      { ...BUSY, breaker: { errorKind: "blocked", until: at(1) } },
      CHECK,
      [0, null],
    ],
    [
      "is that of others again when the circuit breaker is closed",
      { ...BUSY, breaker: { errorKind: "blocked", until: at(0) } },
      CHECK,
      [5, 10_000],
    ],
  ])("%s", (_what, state, request, turn) => {
    expect(turnOf(state, request)).toEqual(turn);
  });

  it("is in seconds of SQS by the scale of waits", () => {
    expect(turnOf({ reservedUntil: at(30) }, CHECK, 0.01)).toEqual([3, 80]);
    expect(turnOf({ reservedUntil: at(9) }, CHECK, 0.01)).toEqual([0, 59]);
  });
});

describe("a reservation", () => {
  dynamoOfEachTest();

  it("is given up after three tries against others, and then the message waits as if it had one", async () => {
    const { hosts, clock } = fetchWorld(dynamo);
    const reserve = hosts.reserve.bind(hosts);
    let tries = 0;
    hosts.reserve = async (host, { before, until }) => {
      tries += 1;
      // Another message reserves the same turn a moment earlier.
      await reserve(host, { before, until });
      return reserve(host, { before, until });
    };
    await hosts.take(HOST, { holder: "another", now: at(0), until: at(MINUTE) });
    expect(await reserveTurn(HOST, CHECK, { hosts, clock })).toBe(15);
    expect(tries).toBe(2);
    expect((await hosts.read(HOST)).reservedUntil).toEqual(at(15_000));
  });
});
