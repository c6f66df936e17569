import type { Alarm } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { StatusChip } from "../../parts/status-chip.tsx";
import { useNow } from "../../parts/use-now.ts";
import { TABS } from "../addresses.ts";
import { operationsTexts } from "../operations-texts.ts";
import { Section } from "../section.tsx";
import { alarmTexts } from "./alarm-texts.ts";
import { sinceWords } from "./since-words.ts";

/** The firing alarms, one in a line; nothing when none does. */
export function FiringAlarms({ alarms }: { readonly alarms: readonly Alarm[] }) {
  const t = translations(alarmTexts);
  const now = useNow();
  const firing = alarms.filter(({ state }) => state === "alarm");
  if (firing.length === 0) return null;
  return (
    <Section title={t.firingTitle} actions={<a href={TABS.alarms}>{translations(operationsTexts).all.alarms}</a>}>
      <ul class="items" aria-label={t.firingTitle}>
        {firing.map((alarm) => (
          <li key={alarm.name} class="firing">
            <StatusChip text={t.states.alarm} tone="bad" />
            <span lang="en">
              <strong>{alarm.name}</strong>: {alarm.impact}
            </span>
            <span class="quiet">{sinceWords(alarm, now)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
