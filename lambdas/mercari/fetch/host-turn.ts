import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { LeaseRenewal } from "../../shared/work/lease.ts";
import { LEASE_MS, RENEWAL_MS, renewPeriodically } from "../../shared/work/lease.ts";
import type { HostTable } from "../tables/host-table.ts";

export interface TurnServices {
  readonly hosts: HostTable;
  readonly clock: Clock;
  /** Waits. The milliseconds are already scaled. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly newId: () => string;
}

/** Between two pages from one host. */
export const PAUSE_MS = 3_000;
/** Between two reads of the host's lease, which may be released before it expires. */
const POLL_INTERVAL_MS = 1_000;

/** The right to request one page from a host while its lease is renewed. */
export class HostTurn {
  readonly #host: string;
  readonly #holder: string;
  readonly #services: TurnServices;
  readonly #lease: LeaseRenewal;
  readonly #begin: number;
  #requested = false;

  /** @param holder the holder of the host's lease */
  constructor(host: string, holder: string, services: TurnServices) {
    this.#host = host;
    this.#holder = holder;
    this.#services = services;
    const { hosts, clock } = services;
    this.#begin = clock.now().getTime();
    this.#lease = renewPeriodically(() => hosts.renew(host, holder, after(LEASE_MS, clock)), clock.wait(RENEWAL_MS));
  }

  /** Sends a request to the host. The turn then ends with a pause. */
  request<T>(send: () => Promise<T>): Promise<T> {
    this.#requested = true;
    return send();
  }

  /** Whether the lease expired and was taken over: the new holder may be sending requests to the host. */
  isLost(): boolean {
    return this.#lease.lost();
  }

  /** Ends the turn, after the pause if a request was sent to the host. If this fails, the lease expires. */
  async end(): Promise<void> {
    const { hosts, clock } = this.#services;
    this.#lease.stop();
    const freeAt = after(this.#requested ? PAUSE_MS : 0, clock);
    const turnMs = this.#requested ? freeAt.getTime() - this.#begin : null;
    try {
      await hosts.release(this.#host, this.#holder, { freeAt, turnMs });
    } catch (error) {
      log.warn("host_not_released", { host: this.#host, ...errorFields(error) });
    }
  }
}

/**
 * Waits until a host is free, and takes its lease.
 *
 * @param by when to stop waiting
 * @returns `breaker_open` when the host's circuit breaker is open, `no_turn` when `by` has passed
 */
export async function takeHostTurn(
  host: string,
  by: Date,
  services: TurnServices,
): Promise<HostTurn | "breaker_open" | "no_turn"> {
  const { hosts, clock, pause } = services;
  const holder = services.newId();
  for (let isFirst = true; ; isFirst = false) {
    // A failed condition costs a write unit, a consistent read a fifth of that, and the first, eventually consistent, read
    // half of a consistent one. If it misses a lease or a refusal, the condition fails. A breaker that it finds open is
    // still open.
    const { freeAt, breaker } = await hosts.read(host, { isConsistent: !isFirst });
    const now = clock.now();
    if (breaker !== null && breaker.until > now) return "breaker_open";
    if (now >= by) return "no_turn";
    const takenFor = freeAt === null ? 0 : freeAt.getTime() - now.getTime();
    if (takenFor > 0) await pause(Math.min(takenFor, clock.wait(POLL_INTERVAL_MS), by.getTime() - now.getTime()));
    else if (await hosts.take(host, { holder, now, until: after(LEASE_MS, clock) })) {
      return new HostTurn(host, holder, services);
    }
  }
}

function after(milliseconds: number, clock: Clock): Date {
  return new Date(clock.now().getTime() + clock.wait(milliseconds));
}
