import { isBlockedBy } from "../domain/blocked-host.ts";
import { isExpired } from "../domain/mention.ts";
import type { MentionEntry } from "../tables/mention-list.ts";
import type { RecommendationsServices } from "./services.ts";

/** The mentions that lists show: without those of blocked hosts, and without expired ones. */
export async function readVisibility({
  blockedHosts,
  clock,
}: Pick<RecommendationsServices, "blockedHosts" | "clock">): Promise<(entry: MentionEntry) => boolean> {
  const blocked = new Set((await blockedHosts.all()).map(({ host }) => host));
  const now = clock.now();
  return (entry) => !isExpired(entry, now) && !isBlockedBy(blocked, entry.host);
}
