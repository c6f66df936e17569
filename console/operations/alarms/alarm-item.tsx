import { useId } from "preact/hooks";
import type { Alarm } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import type { Tone } from "../../parts/status-chip.tsx";
import { StatusChip } from "../../parts/status-chip.tsx";
import { AlarmAdvice, RunbookLink } from "./alarm-advice.tsx";
import { alarmTexts } from "./alarm-texts.ts";
import { sinceWords } from "./since-words.ts";

const TONES: Readonly<Record<Alarm["state"], Tone>> = { alarm: "bad", ok: "good", insufficient_data: "plain" };

/** An alarm: its state, what has happened, what to do, and CloudWatch's own words for why it fires. */
export function AlarmItem({ alarm, now }: { readonly alarm: Alarm; readonly now: Date }) {
  const t = translations(alarmTexts);
  const heading = useId();
  return (
    <article aria-labelledby={heading}>
      <h3 id={heading} lang="en">
        {alarm.name}
      </h3>
      <p class="facts">
        <StatusChip text={t.filters[alarm.state]} tone={TONES[alarm.state]} />
        <span>{sinceWords(alarm, now)}</span>
      </p>
      <AlarmAdvice alarm={alarm} />
      <p class="actions">
        <RunbookLink alarm={alarm} describedBy={heading} />
      </p>
      {alarm.state === "alarm" && (
        <details>
          <summary>{t.reason}</summary>
          <p lang="en" class="quiet">
            {alarm.reason}
          </p>
        </details>
      )}
    </article>
  );
}
