import type { Delivery } from "../../../client/index.ts";
import { count, moment } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { StatusChip } from "../../parts/status-chip.tsx";
import { recommendationTexts } from "../recommendation-texts.ts";
import { deliveryWords } from "./delivery-words.ts";

/** The outcome of a delivery, its attempts, and the time of the latest one. */
export function DeliveryOutcome({ delivery }: { readonly delivery: Delivery }) {
  const t = translations(recommendationTexts);
  const { attempts, last_attempt_at: lastAttemptAt } = delivery;
  return (
    <p class="facts">
      <StatusChip {...deliveryWords(delivery)} />
      {lastAttemptAt === null ? (
        <span>{t.notTried}</span>
      ) : (
        <>
          <span>{t.attempts(count(attempts))}</span>
          <time dateTime={lastAttemptAt}>{t.lastAttempt(moment(lastAttemptAt))}</time>
        </>
      )}
    </p>
  );
}
