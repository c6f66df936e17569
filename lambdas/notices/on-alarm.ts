import type { Context } from "aws-lambda";
import { runBeforeDeadline } from "../shared/deadline.ts";
import { readEnvironment } from "../shared/env.ts";
import { lazy } from "../shared/lazy.ts";
import { NoticeWriter } from "../shared/notices/notice-writer.ts";
import { documentClient } from "../shared/table/table.ts";
import { noteAlarm } from "./note-alarm.ts";
import { onAlarmUses } from "./uses.ts";

const notices = lazy(() => new NoticeWriter(documentClient(), readEnvironment(onAlarmUses).NOTICES_TABLE));

/** The action of an urgent alarm: CloudWatch invokes it when the alarm fires. */
export const handler = (event: unknown, context: Context): Promise<void> =>
  runBeforeDeadline(context, () => noteAlarm(event, notices()));
