import type { Clock } from "../../shared/clock.ts";
import type { HostState, HostTable } from "../tables/host-table.ts";
import { PAUSE_MS } from "./host-turn.ts";

export interface ReservationServices {
  readonly hosts: HostTable;
  readonly clock: Clock;
}

/** The time that a page takes, pause included, before one was measured. */
const USUAL_TURN_MS = PAUSE_MS + 2_000;
/** A page that took longer than this, pause included, does not predict the duration of the next one. */
const LONGEST_TURN_MS = 15_000;
/**
 * A shorter wait is spent in the function, which has 1 GB. To return a message and receive it again costs as much as a
 * quarter of a second of that function; SQS's shortest delay is a second.
 */
const SHORTEST_WAIT_MS = 1_000;
/** After an hour, the schedule requests the next crawl of every product. */
const LONGEST_WAIT_SECONDS = 3_600;
/** How often a reservation is attempted while other messages reserve turns. */
const MAX_TRIES = 3;

export interface TurnRequest {
  /** How many pages the message is about to request. */
  readonly turns: number;
  readonly receiveCount: number;
}

/**
 * Reserves turns of a host for a message, so that the message can wait in its queue instead of the function. Reservations
 * are advisory: only the host's lease and pause decide who requests a page (host-turn.ts). A message that is received again
 * at its time proceeds during the pause after a page; while another page is requested, it goes to the end of the line.
 *
 * @returns whole seconds until the first of the turns; 0 when the message may proceed
 */
export async function reserveTurn(
  host: string,
  request: TurnRequest,
  { hosts, clock }: ReservationServices,
): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const state = await hosts.read(host);
    const { seconds, until } = nextTurn(state, request, clock);
    if (until === null || tries === MAX_TRIES) return seconds;
    if (await hosts.reserve(host, { before: state.reservedUntil, until })) return seconds;
  }
}

export interface NextTurn {
  /** Whole seconds until the first; 0 when the message may proceed. */
  readonly seconds: number;
  /** The end of the turns to reserve; null when none is necessary. */
  readonly until: Date | null;
}

/** Decides when a message may request its pages. */
export function nextTurn(state: HostState, { turns, receiveCount }: TurnRequest, clock: Clock): NextTurn {
  const now = clock.now().getTime();
  const { breaker, reservedUntil } = state;
  const isRefused = breaker !== null && breaker.until.getTime() > now;
  const hasTurn = receiveCount > 1 && !isRequested(state, now);
  if (isRefused || hasTurn) return { seconds: 0, until: null };
  const turnMs = turnOf(state, clock);
  const begin = Math.max(now, freeAgainAt(state, now, turnMs), reservedUntil?.getTime() ?? 0);
  const wait = begin - now;
  const isShort = wait < clock.wait(SHORTEST_WAIT_MS);
  return {
    seconds: isShort ? 0 : Math.min(LONGEST_WAIT_SECONDS, Math.floor(wait / clock.wait(1_000))),
    until: wait === 0 && turns === 1 ? null : new Date(begin + turns * turnMs),
  };
}

/** When a host is free, epoch milliseconds. The end of a lease is not used, since its holder releases it earlier. */
function freeAgainAt(state: HostState, now: number, turnMs: number): number {
  return isRequested(state, now) ? now + turnMs : (state.freeAt?.getTime() ?? now);
}

/** Whether a page of the host is being requested. */
function isRequested({ isHeld, freeAt }: HostState, now: number): boolean {
  return isHeld && freeAt !== null && freeAt.getTime() > now;
}

/** How long a turn will take, as far as the last one shows, in milliseconds of the clock. */
function turnOf({ lastTurnMs }: HostState, clock: Clock): number {
  return Math.min(lastTurnMs ?? clock.wait(USUAL_TURN_MS), clock.wait(LONGEST_TURN_MS));
}
