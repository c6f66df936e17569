import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { any, is, isAbsent, isAtMost } from "../../shared/table/expression.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { STILL_HOLDS } from "../../shared/table/update.ts";
import type { LeaseAttributes } from "../../shared/work/lease.ts";
import { leaseAt } from "../../shared/work/lease.ts";
import type { Breaker, CrawlErrorKind } from "../domain/crawl-error.ts";

/** The state of a host before a page is requested. */
export interface HostState {
  /** When the next request is allowed: the end of the pause after the last page, or of the current lease. Null: at once. */
  readonly freeAt: Date | null;
  /** Whether `freeAt` is the end of a lease, which its holder may release earlier, and not the end of a pause. */
  readonly isHeld: boolean;
  /** Until when turns are reserved; null before the first reservation. */
  readonly reservedUntil: Date | null;
  /** How long the last page's turn took, pause included, in milliseconds; null before the first. */
  readonly lastTurnMs: number | null;
  /** The latest circuit breaker, open or closed; null if there was none. */
  readonly breaker: Breaker | null;
}

/** A host's robots.txt when it was last read. */
export interface RobotsCopy {
  /** The text, compressed with gzip. */
  readonly gzipped: Uint8Array;
  readonly fetchedAt: Date;
  /** When it is requested again. */
  readonly freshUntil: Date;
  /** When it may no longer be used, and TTL may delete it. */
  readonly expiresAt: Date;
}

interface HostItem extends LeaseAttributes {
  readonly reserved_until?: string;
  readonly turn_ms?: number;
  readonly breaker_until?: string;
  readonly breaker_kind?: CrawlErrorKind;
}

interface RobotsItem {
  readonly body: Uint8Array;
  readonly fetched_at: string;
  readonly fresh_until: string;
  readonly expires_at: number;
}

const HOSTS = "hosts";
const LEASE = leaseAt();
const isBreakerClosed = (now: Date) => any(isAbsent("breaker_until"), isAtMost("breaker_until", now.toISOString()));

/**
 * The hosts of table `mercari` from which pages are requested: partition key `pk` = `hosts`, sort key `sk` = the host's
 * name, with the lease for requests (`lease_holder`), the end of that lease or of the pause after it (`lease_until`), and
 * the circuit breaker (`breaker_until`, `breaker_kind`), the end of the reserved turns (`reserved_until`) and the
 * duration of the last turn (`turn_ms`); its robots.txt in a separate item, `sk` = `<host>#robots`.
 */
export class HostTable extends StoredTable {
  /** Reads a host. An eventually consistent read, perhaps a second old, costs half as much. */
  async read(host: string, { isConsistent = true }: { readonly isConsistent?: boolean } = {}): Promise<HostState> {
    const item = await this.#get<HostItem>(host, isConsistent);
    const { lease_holder, lease_until: freeAt, breaker_until: until, breaker_kind: errorKind } = item ?? {};
    return {
      freeAt: freeAt === undefined ? null : new Date(freeAt),
      isHeld: lease_holder !== undefined,
      reservedUntil: item?.reserved_until === undefined ? null : new Date(item.reserved_until),
      lastTurnMs: item?.turn_ms ?? null,
      breaker: until === undefined || errorKind === undefined ? null : { errorKind, until: new Date(until) },
    };
  }

  /**
   * Takes the lease of a host that is free and whose circuit breaker is closed. @returns false if either is not the case
   */
  async take(host: string, lease: { holder: string; now: Date; until: Date }): Promise<boolean> {
    return this.updateItem(toKey(host), LEASE.take(lease, { when: [isBreakerClosed(lease.now)] }));
  }

  /** Renews the lease. @returns false when the lease was taken over */
  async renew(host: string, holder: string, until: Date): Promise<boolean> {
    return this.updateItem(toKey(host), LEASE.renew(holder, until));
  }

  /**
   * Releases the host, which is free from `freeAt` on.
   *
   * @param turn `turnMs`: how long the turn took, pause included, in milliseconds; null when no page was requested
   * @returns false when the lease was taken over
   */
  async release(host: string, holder: string, turn: { freeAt: Date; turnMs: number | null }): Promise<boolean> {
    const { freeAt, turnMs } = turn;
    return this.updateItem(toKey(host), LEASE.release(holder, { set: { turn_ms: turnMs ?? undefined } }, freeAt));
  }

  /**
   * Reserves turns.
   *
   * @param turns `before`: the end of the turns that were reserved when the host was read; `until`: the end of the new ones
   * @returns false when other turns have been reserved meanwhile
   */
  async reserve(host: string, { before, until }: { before: Date | null; until: Date }): Promise<boolean> {
    const end = until.toISOString();
    return this.updateItem(toKey(host), {
      set: { reserved_until: end },
      when: [before === null ? isAbsent("reserved_until") : is("reserved_until", before.toISOString())],
      ownWrite: [is("reserved_until", end)],
    });
  }

  /** Opens the circuit breaker of a host. @returns false when it is already open */
  async openBreaker(host: string, { errorKind, until }: Breaker, now: Date): Promise<boolean> {
    const breaker = { breaker_until: until.toISOString(), breaker_kind: errorKind };
    return this.updateItem(toKey(host), {
      set: breaker,
      when: [isBreakerClosed(now)],
      ownWrite: [is("breaker_until", breaker.breaker_until), is("breaker_kind", errorKind)],
    });
  }

  /**
   * Reads the copy of a host's robots.txt; null if there is none. An eventually consistent read, perhaps a second old,
   * costs half as much. A copy is replaced only after its time, so that reading the previous one causes one more request
   * for robots.txt and nothing else.
   */
  async readRobots(host: string): Promise<RobotsCopy | null> {
    const item = await this.#get<RobotsItem>(robotsOf(host), false);
    if (item === null) return null;
    return {
      gzipped: item.body,
      fetchedAt: new Date(item.fetched_at),
      freshUntil: new Date(item.fresh_until),
      expiresAt: new Date(item.expires_at * 1_000),
    };
  }

  /** Stores a copy of a host's robots.txt. @returns false when a later one is stored */
  async keepRobots(host: string, { gzipped, fetchedAt, freshUntil, expiresAt }: RobotsCopy): Promise<boolean> {
    const item: RobotsItem = {
      body: gzipped,
      fetched_at: fetchedAt.toISOString(),
      fresh_until: freshUntil.toISOString(),
      expires_at: Math.ceil(expiresAt.getTime() / 1_000),
    };
    return this.putItem(toKey(robotsOf(host)), {
      item,
      when: [any(isAbsent("sk"), isAtMost("fetched_at", item.fetched_at))],
      ownWrite: STILL_HOLDS,
    });
  }

  async #get<T>(sk: string, isConsistent: boolean): Promise<T | null> {
    const { Item } = await this.client.send(new GetCommand({ ...this.at(toKey(sk)), ConsistentRead: isConsistent }));
    return (Item as T | undefined) ?? null;
  }
}

function toKey(sk: string) {
  return { pk: HOSTS, sk };
}

function robotsOf(host: string): string {
  return `${host}#robots`;
}
