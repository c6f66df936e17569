import { Megaphone } from "lucide";
import { useLocation } from "preact-iso/router";
import type { ListedDelivery } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { addressWith } from "../../parts/address-with.ts";
import { Filters } from "../../parts/forms/filters.tsx";
import { knownValue } from "../../parts/forms/known-value.ts";
import { Icon } from "../../parts/icon.tsx";
import { countTexts } from "../../parts/queries/count-texts.ts";
import { PagedList } from "../../parts/queries/paged-list.tsx";
import { useCursorQuery } from "../../parts/queries/use-paged-query.ts";
import { RunButton } from "../../parts/run-button.tsx";
import { SafeLink } from "../../parts/safe-link.tsx";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { NoneFound } from "../../parts/states/none-found.tsx";
import { notify } from "../../status/status.tsx";
import { LISTS, oneAddress } from "../addresses.ts";
import { recommendationTexts } from "../recommendation-texts.ts";
import { DeliveryOutcome } from "./delivery-outcome.tsx";
import { useWhilePending } from "./use-while-pending.ts";

/** The deliveries of all recommendations, even of deleted ones, the latest announced first, by outcome. */
export function DeliveriesView() {
  const t = translations(recommendationTexts);
  const { recommendations } = useSignedIn().library.client;
  const { query, route } = useLocation();
  const status = knownValue(t.outcomes, query.status);
  const pages = useCursorQuery(
    `deliveries ${status}`,
    "deliveries",
    (at, signal) => recommendations.allDeliveriesPage({ ...(status === "" ? {} : { status }), ...at }, { signal }),
    ({ recommendation_id: id, target }) => `${id} ${target}`,
  );
  useWhilePending(pages.items ?? [], pages);
  return (
    <PagedList
      label={t.deliveries}
      pages={pages}
      counted={translations(countTexts).deliveries}
      tools={
        <Filters
          choices={[
            {
              label: t.outcome,
              value: status,
              names: t.outcomes,
              onChoose: (chosen) => route(addressWith(LISTS.deliveries, { status: chosen })),
            },
          ]}
        />
      }
      empty={
        status === "" ? (
          <EmptyState picture={<Icon icon={Megaphone} />} text={t.noneToDeliver} />
        ) : (
          <NoneFound text={t.noDeliveriesOfStatus} onShowAll={() => route(LISTS.deliveries)} />
        )
      }
    >
      {(delivery) => <DeliveryItem delivery={delivery} onChange={pages.reload} />}
    </PagedList>
  );
}

function DeliveryItem({ delivery, onChange }: { readonly delivery: ListedDelivery; readonly onChange: () => void }) {
  const t = translations(recommendationTexts);
  const { recommendations } = useSignedIn().library.client;
  const { recommendation_id: id, target } = delivery;
  // Addresses may hold any character but spaces, as ids may.
  const heading = `delivery-${id}-${target}`;
  const announce = async () => {
    await recommendations.announce(id);
    onChange();
    notify(t.announced(target));
  };
  return (
    <article aria-labelledby={heading}>
      <h2 id={heading} lang="">
        <SafeLink url={target}>{target}</SafeLink>
      </h2>
      <DeliveryOutcome delivery={delivery} />
      <div class="actions">
        <RunButton act={announce} aria-describedby={heading}>
          {t.announceAgain}
        </RunButton>
        <a href={oneAddress(id)} aria-describedby={heading}>
          {t.recommendation}
        </a>
      </div>
    </article>
  );
}
