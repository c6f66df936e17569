import { useId } from "preact/hooks";
import type { Alarm } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { SafeLink } from "../../parts/safe-link.tsx";
import type { Tone } from "../../parts/status-chip.tsx";
import { StatusChip } from "../../parts/status-chip.tsx";
import { alarmTexts } from "./alarm-texts.ts";
import { sinceWords } from "./since-words.ts";

const TONES: Readonly<Record<Alarm["state"], Tone>> = { alarm: "bad", ok: "good", insufficient_data: "plain" };

/** An alarm: its state, what users notice, and the section of the runbook that says what to do. */
export function AlarmItem({ alarm, now }: { readonly alarm: Alarm; readonly now: Date }) {
  const t = translations(alarmTexts);
  const heading = useId();
  return (
    <article aria-labelledby={heading}>
      <h3 id={heading} lang="en">
        {alarm.name}
      </h3>
      <p class="facts">
        <StatusChip text={t.states[alarm.state]} tone={TONES[alarm.state]} />
        <span>{sinceWords(alarm, now)}</span>
      </p>
      <p lang="en">{alarm.impact}</p>
      {alarm.state === "alarm" && (
        <p lang="en" class="quiet">
          {alarm.reason}
        </p>
      )}
      <p class="quiet">
        {t.runbook} <SafeLink url={alarm.runbook}>{alarm.runbook}</SafeLink>
      </p>
    </article>
  );
}
