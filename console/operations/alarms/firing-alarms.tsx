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
import { AlarmAdvice, adviceOf, RunbookLink } from "./alarm-advice.tsx";
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
            {[...Map.groupBy(all.filter(isFiring), adviceOf).values()].map((alike) => (
              <li key={alike[0]?.name}>
                <AlikeAlarms alarms={alike} now={now} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

/** Firing alarms for which the same is to be done, such as those of several queues, with what that is. */
function AlikeAlarms({ alarms, now }: { readonly alarms: readonly Alarm[]; readonly now: Date }) {
  const id = useId();
  const [first] = alarms;
  if (first === undefined) return null;
  return (
    <div class="stack firing">
      {alarms.map((alarm) => (
        <p key={alarm.name} class="facts">
          <StatusChip text={translations(alarmTexts).filters.alarm} tone="bad" />
          <strong id={`${id}-${alarm.name}`} lang="en">
            {alarm.name}
          </strong>
          <span>{sinceWords(alarm, now)}</span>
        </p>
      ))}
      <AlarmAdvice alarm={first} />
      <p class="actions">
        {/* They have a section of the runbook together. */}
        <RunbookLink alarm={first} describedBy={alarms.map(({ name }) => `${id}-${name}`).join(" ")} />
      </p>
    </div>
  );
}
