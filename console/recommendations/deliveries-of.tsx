import { useEffect } from "preact/hooks";
import { said } from "../language/language.ts";
import { Answered } from "../parts/answered.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { useSignedIn } from "../shell/signed-in.ts";
import { DeliveryOutcome } from "./delivery-outcome.tsx";
import { recommendationTexts } from "./recommendation-texts.ts";

/** A delivery under way is looked up again after these milliseconds. */
const AGAIN_MS = 2_000;

/** What became of telling the site of a recommendation, and the sites of its earlier addresses. */
export function DeliveriesOf({
  id,
  announcements,
}: {
  /** Of the recommendation. */
  readonly id: string;
  /** How often it was announced here; another number is looked up at once. */
  readonly announcements: number;
}) {
  const t = said(recommendationTexts);
  const { recommendations } = useSignedIn().library.client;
  const answer = useAnswer(`${id} ${announcements}`, (signal) => recommendations.deliveries(id, { signal }));
  const { value, error, isLoading, reload } = answer;
  const isUnderWay = value?.some(({ status }) => status === "pending") === true;
  useEffect(() => {
    if (!isUnderWay || isLoading || error !== null) return;
    const timer = setTimeout(reload, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay, isLoading, error, reload]);
  return (
    <Answered answer={answer}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p class="quiet">{t.noDeliveries}</p>
        ) : (
          <ul class="deliveries" aria-label={t.deliveryList}>
            {deliveries.map((delivery) => (
              <li key={delivery.target}>
                <span lang="">{delivery.target}</span>
                <DeliveryOutcome delivery={delivery} />
              </li>
            ))}
          </ul>
        )
      }
    </Answered>
  );
}
