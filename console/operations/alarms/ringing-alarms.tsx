import type { Alarm } from "../../../client/index.ts";
import { said } from "../../language/language.ts";
import { useNow } from "../../parts/use-now.ts";
import { Section } from "../section.tsx";
import { AlarmItem } from "./alarm-item.tsx";
import { alarmTexts } from "./alarm-texts.ts";

/** The alarms that ring; nothing when none does. */
export function RingingAlarms({ alarms }: { readonly alarms: readonly Alarm[] }) {
  const t = said(alarmTexts);
  const now = useNow();
  const ringing = alarms.filter(({ state }) => state === "alarm");
  if (ringing.length === 0) return null;
  return (
    <Section title={t.ringingTitle}>
      <ul class="items" aria-label={t.ringingTitle}>
        {ringing.map((alarm) => (
          <li key={alarm.name}>
            <AlarmItem alarm={alarm} now={now} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
