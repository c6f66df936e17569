import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import { attemptEach } from "../../shared/work/attempt-each.ts";
import { isBlockedBy } from "../domain/blocked-host.ts";
import { DAY_MS, isExpired } from "../domain/mention.ts";
import type { BlockedHostTable } from "../tables/blocked-host-table.ts";
import type { MentionCountTable } from "../tables/mention-count-table.ts";
import { ALL_HOSTS, MENTIONS_IN_ALL } from "../tables/mention-count-table.ts";
import type { MentionEntry } from "../tables/mention-list.ts";
import type { MentionTable, RemovalCondition } from "../tables/mention-table.ts";

export interface RemovalServices {
  readonly mentions: MentionTable;
  readonly mentionCounts: MentionCountTable;
  readonly blockedHosts: BlockedHostTable;
  readonly clock: Clock;
}

/** The number of mentions that one run removes; the next run removes the rest. */
const REMOVALS_PER_RUN = 5_000;
/** Concurrent removals. */
const AT_ONCE = 10;

/** The number of mentions above which the table is crowded: a flood could leave no room for other mentions. */
const CROWDED = 0.8 * MENTIONS_IN_ALL;
/** How long a mention has to be verified when the table is crowded: four attempts take half an hour. */
const CROWDED_KEPT_MS = DAY_MS;

/**
 * Removes the mentions of blocked hosts and those that have expired, except hidden ones, and corrects the counts of the
 * rest. When the table is crowded, mentions that were never verified are removed after a day. It may be interrupted at any
 * point, and run twice concurrently.
 *
 * @returns how many were removed, and how many counts were wrong
 * @throws the first error of a removal, once all were attempted; then the counts stay as they are
 */
export async function removeExpiredMentions(
  services: RemovalServices,
  correlationId: string,
): Promise<{ removed: number; recounted: number }> {
  const { mentions, mentionCounts, blockedHosts, clock } = services;
  const counted = await mentionCounts.counts();
  const blocked = new Set((await blockedHosts.all()).map(({ host }) => host));
  const now = clock.now();
  const isCrowded = (counted.get(ALL_HOSTS) ?? 0) > CROWDED;
  const bound = new Date(now.getTime() - CROWDED_KEPT_MS).toISOString();

  function removal(entry: MentionEntry): RemovalCondition | null {
    // A hidden mention stays: otherwise the same mention could be sent again, and would be shown.
    if (entry.isHidden) return null;
    if (isExpired(entry, now)) return { expiredBy: now };
    if (isBlockedBy(blocked, entry.host)) return "unless_hidden";
    return isCrowded && entry.verifiedAt === null && entry.place < bound ? "never_verified" : null;
  }

  const over: { readonly id: string; readonly condition: RemovalCondition }[] = [];
  const actual = new Map<string, number>([[ALL_HOSTS, 0]]);
  for await (const entry of mentions.entries()) {
    const condition = removal(entry);
    if (condition !== null && over.length < REMOVALS_PER_RUN) {
      over.push({ id: entry.id, condition });
      continue;
    }
    for (const counter of [entry.host, ALL_HOSTS]) actual.set(counter, (actual.get(counter) ?? 0) + 1);
  }
  let removed = 0;
  await attemptEach(
    over,
    async ({ id, condition }) => {
      if (await mentions.remove(id, condition)) removed += 1;
    },
    ({ id }, error) =>
      log.error("mention_not_removed", { mention_id: id, correlation_id: correlationId, ...errorFields(error) }),
    AT_ONCE,
  );
  return { removed, recounted: await mentionCounts.correct(counted, actual) };
}
