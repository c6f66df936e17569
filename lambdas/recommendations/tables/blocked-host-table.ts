import { is, isAbsent, isPresent } from "../../shared/table/expression.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import type { BlockedHost } from "../domain/blocked-host.ts";
import { blockingHosts } from "../domain/blocked-host.ts";

/**
 * The hosts of table `recommendations` whose mentions are dropped: partition key `pk` = `blocked-hosts`, sort key `sk` = the
 * host, with blocked_at. Whether one is blocked is read consistently.
 */
export class BlockedHostTable extends StoredTable {
  /** Blocks a host. @returns since when it is blocked, which may be earlier */
  async block(host: string, now: Date): Promise<BlockedHost> {
    const blocked_at = now.toISOString();
    const isNew = await this.putItem(toKey(host), {
      item: { blocked_at },
      when: [isAbsent("sk")],
      ownWrite: [is("blocked_at", blocked_at)],
    });
    if (isNew) return { host, blockedAt: blocked_at };
    const known = await this.itemAt<BlockedHostItem>(toKey(host));
    return { host, blockedAt: known?.blocked_at ?? blocked_at };
  }

  /** Unblocks a host. @returns false when it was not blocked */
  async unblock(host: string): Promise<boolean> {
    return this.deleteItem(toKey(host), [isPresent("sk")]);
  }

  /** All of them, the latest first. */
  async all(): Promise<readonly BlockedHost[]> {
    const found: BlockedHost[] = [];
    const items = this.itemsOfPartition<BlockedHostItem>(BLOCKED_HOSTS);
    for await (const { sk, blocked_at } of items) found.push({ host: sk, blockedAt: blocked_at });
    return found.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
  }

  async isBlocked(host: string): Promise<boolean> {
    return (await itemsWithKeys(this.client, this.table, blockingHosts(host).map(toKey))).length > 0;
  }
}

interface BlockedHostItem {
  readonly sk: string;
  readonly blocked_at: string;
}

const BLOCKED_HOSTS = "blocked-hosts";

/** The position of a blocked host in the list of all: later ones are newer. */
export function placeOf({ host, blockedAt }: BlockedHost): string {
  return `${blockedAt}#${host}`;
}

function toKey(host: string) {
  return { pk: BLOCKED_HOSTS, sk: host };
}
