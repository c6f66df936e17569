import { ok } from "../../shared/http/answer.ts";
import type { MentionEntry } from "../tables/mention-list.ts";
import { incomingAnswer, incomingEntries } from "./bodies/incoming-answer.ts";
import { numberedPage } from "./query/pagination.ts";
import { readVisibility } from "./read-visibility.ts";
import type { RecommendationsOperation } from "./services.ts";

/** A page of the sites that recommend us, the latest first. All are counted, but only the page's are read. */
export const listIncomingRecommendations: RecommendationsOperation<"listIncomingRecommendations"> = async (
  { query },
  services,
) => {
  const { mentions, directory } = services;
  const [ours, isVisible] = await Promise.all([directory.read(), readVisibility(services)]);
  const entries: MentionEntry[] = [];
  for await (const entry of mentions.entries({ kind: "recommendation", status: "verified", hidden: false })) {
    if (isVisible(entry)) entries.push(entry);
  }
  const { items, pagination } = numberedPage(incomingEntries(entries), query);
  const shown = await mentions.withIds(items.map(({ id }) => id));
  return ok({ recommendations: shown.map((mention) => incomingAnswer(mention, ours)), meta: { pagination } });
};
