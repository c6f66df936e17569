import type { Clock } from "../shared/clock.ts";
import { isBlockedBy } from "./blocked-host.ts";
import type { BlockedHostTable } from "./blocked-host-table.ts";
import { isExpired } from "./mention.ts";
import type { MentionCountTable } from "./mention-count-table.ts";
import { ALL } from "./mention-count-table.ts";
import type { MentionTable } from "./mention-table.ts";

/** What tidying works with. */
export interface TidyServices {
  readonly mentions: MentionTable;
  readonly mentionCounts: MentionCountTable;
  readonly blockedHosts: BlockedHostTable;
  readonly clock: Clock;
}

/** Mentions that one run removes; the others are removed by the next one. Nobody is shown them meanwhile. */
const REMOVED_A_RUN = 1_000;

/**
 * Removes the mentions of blocked hosts and those that have expired, and corrects the counts of those that are left. It may
 * be cut short anywhere, and run twice at once.
 *
 * @returns how many were removed, and how many counts were wrong
 */
export async function tidyMentions(services: TidyServices): Promise<{ removed: number; recounted: number }> {
  const { mentions, mentionCounts, blockedHosts, clock } = services;
  const now = clock.now();
  const counted = await mentionCounts.counts();
  const blocked = new Set((await blockedHosts.all()).map(({ host }) => host));
  const actual = new Map<string, number>([[ALL, 0]]);
  let removed = 0;
  for await (const entry of mentions.entries()) {
    const hasExpired = isExpired(entry, now);
    const isOver = hasExpired || isBlockedBy(blocked, entry.host);
    if (isOver && removed < REMOVED_A_RUN && (await mentions.remove(entry.id, hasExpired ? now : undefined))) {
      removed += 1;
      continue;
    }
    for (const counter of [entry.host, ALL]) actual.set(counter, (actual.get(counter) ?? 0) + 1);
  }
  return { removed, recounted: await mentionCounts.correct(counted, actual) };
}
