import type { Context } from "aws-lambda";
import { runBeforeDeadline } from "../shared/deadline.ts";
import { readEnvironment, text } from "../shared/env.ts";
import { lazy } from "../shared/lazy.ts";
import { NoticeWriter } from "../shared/notices/notice-writer.ts";
import { documentClient } from "../shared/table/table.ts";
import { noteAlarm } from "./note-alarm.ts";

export const environment = { NOTICES_TABLE: text };

const notices = lazy(() => new NoticeWriter(documentClient(), readEnvironment(environment).NOTICES_TABLE));

/** The action of an urgent alarm: CloudWatch invokes it when the alarm fires. */
export const handler = (event: unknown, context: Context): Promise<void> =>
  runBeforeDeadline(context, () => noteAlarm(event, notices()));
