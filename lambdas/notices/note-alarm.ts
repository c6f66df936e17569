import * as z from "zod/mini";
import { log } from "../shared/log.ts";
import { alarm } from "../shared/notices/kinds/alarm.ts";
import { newNotice } from "../shared/notices/notice.ts";
import type { NoticeWriter } from "../shared/notices/notice-writer.ts";

/**
 * The event with which CloudWatch invokes the function of an alarm's action (CloudWatch guide, "Alarm actions", event
 * of a metric alarm).
 */
const alarmEvent = z.object({
  alarmData: z.object({
    alarmName: z.string(),
    state: z.object({ reason: z.string(), timestamp: z.string() }),
    configuration: z.object({ description: z.string() }),
  }),
});

/** What the stack writes into an alarm's description: impact, then the link to its section of the runbook. */
const DESCRIPTION = /^(?<impact>.*) Runbook: (?<runbook>\S+)$/s;

/**
 * Makes the notice of an alarm that has fired. Lambda invokes it again after a failure: the same change of state is the same
 * notice, and the next one is another.
 *
 * @throws ZodError on an event of another form
 */
export async function noteAlarm(event: unknown, notices: Pick<NoticeWriter, "put">): Promise<void> {
  const { alarmName, state, configuration } = z.parse(alarmEvent, event).alarmData;
  const { impact = configuration.description, runbook = null } =
    DESCRIPTION.exec(configuration.description)?.groups ?? {};
  const notice = newNotice(
    alarm,
    { about: [alarmName, state.timestamp], data: { alarm: alarmName, impact, reason: state.reason, runbook } },
    new Date(state.timestamp),
  );
  const isNew = await notices.put(notice);
  if (isNew) log.info("alarm_noted", { alarm: alarmName, notice: notice.id });
}
