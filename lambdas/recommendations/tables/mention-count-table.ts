import { any, is, isAbsent } from "../../shared/table/expression.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { upsertItem } from "../../shared/table/update.ts";
import { countUpTo } from "../../shared/table/window-count.ts";

/** The limit of mentions from one source host that are stored at a time. */
export const MENTIONS_OF_A_HOST = 100;
/** The limit of all mentions that are stored at a time. */
export const MENTIONS_IN_ALL = 10_000;

/** The number of counts that one run corrects; the next run corrects the rest. */
const CORRECTIONS_PER_RUN = 1_000;

/** The outcome of a request to store a mention. The last two are codes for the log. */
export type Admission = "admitted" | "host_full" | "mentions_full";

/** The numbers of mentions by the hosts of their sources, and of all under `ALL_HOSTS`. */
export type MentionCounts = ReadonlyMap<string, number>;

/** The key for all hosts: every host's name has a dot or a colon. */
export const ALL_HOSTS = "all";

/**
 * The number of mentions in table `recommendations`: partition key `pk` = `mention-counts`, sort key `sk` = `all` or the
 * host, with `count`. A mention is counted under a condition before it is entered, so that concurrent requests can't exceed
 * a limit. The daily run subtracts mentions that have expired, or that were counted and never entered.
 */
export class MentionCountTable extends StoredTable {
  /** Counts a mention before it is entered, unless a limit is reached. */
  async admit(host: string): Promise<Admission> {
    if (!(await countUpTo(this.client, this.at(toKey(host)), MENTIONS_OF_A_HOST))) return "host_full";
    if (await countUpTo(this.client, this.at(toKey(ALL_HOSTS)), MENTIONS_IN_ALL)) return "admitted";
    await upsertItem(this.client, this.at(toKey(host)), { add: { count: -1 } });
    return "mentions_full";
  }

  /** The current counts, read consistently. */
  async counts(): Promise<MentionCounts> {
    const counts = new Map<string, number>();
    const items = this.itemsOfPartition<{ sk: string; count: number }>(MENTION_COUNTS);
    for await (const { sk, count } of items) counts.set(sk, count);
    return counts;
  }

  /**
   * Corrects counts. A count that has changed since it was read is left for the next run.
   *
   * @param seen the counts as they were read before `actual` was determined
   * @returns how many counts were wrong and have been corrected
   */
  async correct(seen: MentionCounts, actual: MentionCounts): Promise<number> {
    let corrected = 0;
    for (const host of new Set([...actual.keys(), ...seen.keys()])) {
      if (corrected === CORRECTIONS_PER_RUN) break;
      const [before, after] = [seen.get(host) ?? 0, actual.get(host) ?? 0];
      if (before !== after && (await this.#replace(host, before, after))) corrected += 1;
    }
    return corrected;
  }

  async #replace(host: string, before: number, after: number): Promise<boolean> {
    const isAsRead = before === 0 ? any(isAbsent("count"), is("count", 0)) : is("count", before);
    if (after === 0) return this.deleteItem(toKey(host), [isAsRead]);
    const ownWrite = [is("count", after)];
    return this.updateItem(toKey(host), { set: { count: after }, when: [isAsRead], ownWrite });
  }
}

const MENTION_COUNTS = "mention-counts";

function toKey(host: string) {
  return { pk: MENTION_COUNTS, sk: host };
}
