import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { QueryView } from "../../parts/queries/query-view.tsx";
import { useQuery } from "../../parts/queries/use-query.ts";
import { recommendationTexts } from "../recommendation-texts.ts";
import { DeliveryOutcome } from "./delivery-outcome.tsx";
import { useWhilePending } from "./use-while-pending.ts";

/** The deliveries of a recommendation: to its site, and to the sites of its earlier addresses. */
export function DeliveriesOf({
  id,
  announcements,
}: {
  /** Of the recommendation. */
  readonly id: string;
  /** How often it was announced here; another number is read at once. */
  readonly announcements: number;
}) {
  const t = translations(recommendationTexts);
  const { recommendations } = useSignedIn().library.client;
  const answer = useQuery(`${id} ${announcements}`, (signal) => recommendations.deliveries(id, { signal }));
  useWhilePending(answer.value ?? [], answer);
  return (
    <QueryView answer={answer}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p class="quiet">{t.noDeliveries}</p>
        ) : (
          <ul class="deliveries" aria-label={t.deliveries}>
            {deliveries.map((delivery) => (
              <li key={delivery.target}>
                <span lang="">{delivery.target}</span>
                <DeliveryOutcome delivery={delivery} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}
