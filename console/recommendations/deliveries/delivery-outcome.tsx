import type { Delivery } from "../../../client/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { StatusChip } from "../../parts/status-chip.tsx";
import { useNow } from "../../parts/use-now.ts";
import { When } from "../../parts/when.tsx";
import { recommendationTexts } from "../recommendation-texts.ts";
import { deliveryWords } from "./delivery-words.ts";

/** The outcome of a delivery, its attempts, and the time of the latest one. */
export function DeliveryOutcome({ delivery }: { readonly delivery: Delivery }) {
  const t = translations(recommendationTexts);
  const now = useNow();
  const { attempts, last_attempt_at: lastAttemptAt } = delivery;
  return (
    <p class="facts">
      <StatusChip {...deliveryWords(delivery)} />
      {lastAttemptAt === null ? (
        <span>{t.notTried}</span>
      ) : (
        <>
          <span>{t.attempts(count(attempts))}</span>
          <When at={lastAttemptAt} now={now} words={t.lastAttempt} />
        </>
      )}
    </p>
  );
}
