import { expect } from "vitest";
import type { Verification } from "../../lambdas/recommendations/domain/mention.ts";
import { afterVerification } from "../../lambdas/recommendations/domain/mention.ts";
import type { MentionTable } from "../../lambdas/recommendations/tables/mention-table.ts";
import type { Clock } from "../../lambdas/shared/clock.ts";
import { DAY } from "./sample-mentions.ts";

/** Stores the outcome of a verification of a mention. */
export async function verifiedBy(
  { mentions, clock }: { readonly mentions: MentionTable; readonly clock: Clock },
  id: string,
  verification: Verification,
): Promise<void> {
  const seen = await mentions.get(id);
  if (seen === null) throw new Error("There is no mention.");
  expect(await mentions.save(afterVerification(seen, verification, clock.now(), DAY))).toBe(true);
}
