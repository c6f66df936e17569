import type { Clock } from "../../shared/clock.ts";
import { afterMissedVerification, DAY_MS } from "../domain/mention.ts";
import type { MentionSubject, MentionTable } from "../tables/mention-table.ts";

/**
 * Ends a verification that was given up: the mention stays as it is until its next scheduled one.
 *
 * @returns false when another one was requested since, or the mention does not exist
 */
export async function missVerification(
  { id, workId }: MentionSubject,
  { mentions, clock }: { readonly mentions: MentionTable; readonly clock: Clock },
): Promise<boolean> {
  const seen = await mentions.get(id);
  if (seen?.workId !== workId) return false;
  await mentions.save(afterMissedVerification(seen, clock.now(), clock.wait(DAY_MS)));
  return true;
}
