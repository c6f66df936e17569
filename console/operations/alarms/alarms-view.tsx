import { BellOff } from "lucide";
import { useLocation } from "preact-iso/router";
import type { Alarm } from "../../../client/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { addressWith } from "../../parts/address-with.ts";
import { Filters } from "../../parts/forms/filters.tsx";
import { knownValue } from "../../parts/forms/known-value.ts";
import { Icon } from "../../parts/icon.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import { countTexts } from "../../parts/queries/count-texts.ts";
import { QueryView } from "../../parts/queries/query-view.tsx";
import { shownOf } from "../../parts/queries/shown-words.ts";
import type { Query } from "../../parts/queries/use-query.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Skeleton } from "../../parts/states/skeleton.tsx";
import { useNow } from "../../parts/use-now.ts";
import { TABS } from "../addresses.ts";
import { operationsTexts } from "../operations-texts.ts";
import { Section } from "../section.tsx";
import { AlarmItem } from "./alarm-item.tsx";
import { alarmTexts } from "./alarm-texts.ts";

/** Every alarm, the firing ones first, as the API lists them. */
export function AlarmsView({ alarms }: { readonly alarms: Query<readonly Alarm[]> }) {
  const t = translations(alarmTexts);
  const now = useNow();
  const { query, route } = useLocation();
  const filter = knownValue(t.filters, query.state);
  return (
    <Section
      title={translations(operationsTexts).alarms}
      actions={
        <Filters
          choices={[
            {
              label: t.filter,
              value: filter,
              names: t.filters,
              onChoose: (chosen) => route(addressWith(TABS.alarms, { state: chosen }), true),
            },
          ]}
        />
      }
    >
      <QueryView
        answer={alarms}
        skeleton={
          <>
            {/* In the place of the amount. */}
            <div class="list-bar" aria-hidden="true">
              <div class="grow">
                <p class="quiet">{translations(partTexts).loading}</p>
              </div>
            </div>
            <Skeleton view="articles" />
          </>
        }
      >
        {(all) => {
          const shown = all.filter(({ state }) => filter === "" || state === filter);
          const firing = all.filter(({ state }) => state === "alarm").length;
          return (
            <>
              <div class="list-bar">
                <div class="grow">
                  <p role="status" class="quiet">
                    {t.amount(shownOf(shown.length, all.length, translations(countTexts).alarms), count(firing))}
                  </p>
                </div>
              </div>
              {shown.length === 0 ? (
                <EmptyState picture={<Icon icon={BellOff} />} text={filter === "" ? t.none : t.noneOfFilter} />
              ) : (
                <ul class="items" aria-label={translations(operationsTexts).alarms}>
                  {shown.map((alarm) => (
                    <li key={alarm.name}>
                      <AlarmItem alarm={alarm} now={now} />
                    </li>
                  ))}
                </ul>
              )}
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}
