import type { Delivery } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import type { Tone } from "../../parts/status-chip.tsx";
import { recommendationTexts } from "../recommendation-texts.ts";

type Outcome = Pick<Delivery, "status" | "attempts" | "last_status_code">;

/** The outcome of a delivery, in words for people who know nothing of Webmentions. */
export function deliveryWords(outcome: Outcome): { readonly text: string; readonly tone: Tone } {
  const t = translations(recommendationTexts).delivery;
  switch (outcome.status) {
    case "pending":
      return outcome.attempts === 0
        ? { text: t.pending, tone: "plain" }
        : { text: t.retried(reasonOf(outcome)), tone: "warn" };
    case "sent":
      return { text: t.sent, tone: "good" };
    case "no_endpoint":
      return { text: t.noEndpoint, tone: "plain" };
    case "failed":
      return { text: t.failed(reasonOf(outcome)), tone: "bad" };
  }
}

function reasonOf({ last_status_code: status }: Outcome): string {
  const t = translations(recommendationTexts).delivery;
  if (status === null) return t.noAnswer;
  return status >= 500 ? t.broken(String(status)) : t.refused(String(status));
}
