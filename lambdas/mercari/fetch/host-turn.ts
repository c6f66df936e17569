import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { LeaseRenewal } from "../../shared/work/lease.ts";
import { LEASE_MS, RENEWAL_MS, renewPeriodically } from "../../shared/work/lease.ts";
import type { HostTable } from "../tables/host-table.ts";

/** What waiting for one's turn works with. */
export interface TurnServices {
  readonly hosts: HostTable;
  readonly clock: Clock;
  /** Waits; the milliseconds are scaled already. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** A fresh random id. */
  readonly newId: () => string;
}

/** Between two pages of one host. */
const PAUSE_MS = 3_000;
/** Between two looks at a host that is taken: its lease may end before its time. */
const LOOK_MS = 1_000;

/** The right to ask a host for one page, for as long as it is kept. */
export class HostTurn {
  readonly #host: string;
  readonly #holder: string;
  readonly #services: TurnServices;
  readonly #lease: LeaseRenewal;
  #asked = false;

  /** @param holder who has taken the host's lease */
  constructor(host: string, holder: string, services: TurnServices) {
    this.#host = host;
    this.#holder = holder;
    this.#services = services;
    const { hosts, clock } = services;
    this.#lease = renewPeriodically(() => hosts.renew(host, holder, after(LEASE_MS, clock)), clock.wait(RENEWAL_MS));
  }

  /** Asks the host for something: the turn ends with a pause. */
  ask<T>(question: () => Promise<T>): Promise<T> {
    this.#asked = true;
    return question();
  }

  /** Whether somebody took us for dead, and may be asking the host now. */
  lost(): boolean {
    return this.#lease.lost();
  }

  /** Lets others have their turn, after the pause if the host was asked for anything. If this fails, the lease ends. */
  async end(): Promise<void> {
    const { hosts, clock } = this.#services;
    this.#lease.stop();
    try {
      await hosts.release(this.#host, this.#holder, after(this.#asked ? PAUSE_MS : 0, clock));
    } catch (error) {
      log.warn("host_not_released", { host: this.#host, ...errorFields(error) });
    }
  }
}

/**
 * Waits until a host is free, and takes it.
 *
 * @param by when there is no more use in it
 * @returns `breaker_open` when the host is left alone, `no_turn` when `by` came first
 */
export async function hostTurn(
  host: string,
  by: Date,
  services: TurnServices,
): Promise<HostTurn | "breaker_open" | "no_turn"> {
  const { hosts, clock, pause } = services;
  const holder = services.newId();
  for (;;) {
    // A failed condition would cost a write unit, a look costs a fifth of it.
    const { freeAt, breaker } = await hosts.look(host);
    const now = clock.now();
    if (breaker !== null && breaker.until > now) return "breaker_open";
    if (now >= by) return "no_turn";
    const takenFor = freeAt === null ? 0 : freeAt.getTime() - now.getTime();
    if (takenFor > 0) await pause(Math.min(takenFor, clock.wait(LOOK_MS), by.getTime() - now.getTime()));
    else if (await hosts.take(host, { holder, now, until: after(LEASE_MS, clock) })) {
      return new HostTurn(host, holder, services);
    }
  }
}

function after(milliseconds: number, clock: Clock): Date {
  return new Date(clock.now().getTime() + clock.wait(milliseconds));
}
