import type { Alarm } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { SafeLink } from "../../parts/safe-link.tsx";
import { adviceFor } from "./alarm-advice-texts.ts";
import { alarmTexts } from "./alarm-texts.ts";

/** The advice for an alarm. A stage may be newer than this page: then it says itself what users notice. */
export function adviceOf({ name, impact }: Alarm): string {
  return adviceFor(name) ?? impact;
}

/** What has happened and what to do first, or what that would be. */
export function AlarmAdvice({ alarm }: { readonly alarm: Alarm }) {
  const advice = adviceOf(alarm);
  return (
    <p lang={adviceFor(alarm.name) === undefined ? "en" : undefined}>
      {alarm.state === "alarm" ? advice : translations(alarmTexts).whenFiring(advice)}
    </p>
  );
}

/** The link to the section of the runbook that has all steps. */
export function RunbookLink({ alarm, describedBy }: { readonly alarm: Alarm; readonly describedBy: string }) {
  return (
    <SafeLink url={alarm.runbook} describedBy={describedBy}>
      {translations(alarmTexts).runbook}
    </SafeLink>
  );
}
