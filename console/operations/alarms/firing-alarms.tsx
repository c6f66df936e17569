import { useId } from "preact/hooks";
import type { Alarm } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { QueryView } from "../../parts/queries/query-view.tsx";
import type { Query } from "../../parts/queries/use-query.ts";
import { StatusChip } from "../../parts/status-chip.tsx";
import { useNow } from "../../parts/use-now.ts";
import { TABS } from "../addresses.ts";
import { operationsTexts } from "../operations-texts.ts";
import { Section } from "../section.tsx";
import { AlarmAdvice, RunbookLink } from "./alarm-advice.tsx";
import { alarmTexts } from "./alarm-texts.ts";
import { sinceWords } from "./since-words.ts";

/** The firing alarms; nothing when none does. */
export function FiringAlarms({ alarms }: { readonly alarms: Query<readonly Alarm[]> }) {
  const t = translations(alarmTexts);
  const now = useNow();
  const isFiring = ({ state }: Alarm) => state === "alarm";
  if (alarms.error === null && alarms.value !== null && !alarms.value.some(isFiring)) return null;
  return (
    <Section title={t.firingTitle} actions={<a href={TABS.alarms}>{translations(operationsTexts).all.alarms}</a>}>
      <QueryView answer={alarms}>
        {(all) => (
          <ul class="items" aria-label={t.firingTitle}>
            {all.filter(isFiring).map((alarm) => (
              <li key={alarm.name}>
                <FiringAlarm alarm={alarm} now={now} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function FiringAlarm({ alarm, now }: { readonly alarm: Alarm; readonly now: Date }) {
  const name = useId();
  return (
    <div class="stack firing">
      <p class="facts">
        <StatusChip text={translations(alarmTexts).filters.alarm} tone="bad" />
        <strong id={name} lang="en">
          {alarm.name}
        </strong>
        <span>{sinceWords(alarm, now)}</span>
      </p>
      <AlarmAdvice alarm={alarm} />
      <p class="actions">
        <RunbookLink alarm={alarm} describedBy={name} />
      </p>
    </div>
  );
}
