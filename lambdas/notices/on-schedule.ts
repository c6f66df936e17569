import { randomUUID } from "node:crypto";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { secretsClient, secretText } from "../shared/secret.ts";
import { adminMail } from "../shared/sending/admin-mail.ts";
import { documentClient } from "../shared/table/table.ts";
import { scheduledHandler } from "../shared/work/scheduled-handler.ts";
import { NoticeTable } from "./notice-table.ts";
import type { SendServices } from "./send-due.ts";
import { sendDue } from "./send-due.ts";
import { onScheduleUses } from "./uses.ts";

function services(env: Environment<typeof onScheduleUses>): SendServices {
  return {
    notices: new NoticeTable(documentClient(), env.NOTICES_TABLE),
    adminMail: adminMail({ from: env.MAIL_FROM, administrators: env.MAIL_ADMINISTRATORS }),
    webhook: env.NOTIFY_WEBHOOK_SECRET === "" ? null : secretText(secretsClient(), env.NOTIFY_WEBHOOK_SECRET),
    fetch: outboundFetch,
    siteUrl: env.SITE_URL,
    language: env.STAGE_LANGUAGE,
    clock: systemClock(env.WAIT_SCALE),
    random: Math.random,
    newId: randomUUID,
  };
}

export const handler = scheduledHandler({ environment: onScheduleUses, services, run: sendDue });
