import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { json, optionalText, text, waitScale } from "../shared/env.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { secretsClient, secretText } from "../shared/secret.ts";
import { adminMail } from "../shared/sending/admin-mail.ts";
import { documentClient } from "../shared/table/table.ts";
import { scheduledHandler } from "../shared/work/scheduled-handler.ts";
import { NoticeTable } from "./notice-table.ts";
import type { SendServices } from "./send-due.ts";
import { sendDue } from "./send-due.ts";

export const environment = {
  NOTICES_TABLE: text,
  /** An address that SES has verified; empty: no mail is sent. */
  MAIL_FROM: optionalText,
  MAIL_ADMINISTRATORS: json(z.array(z.string())),
  /** Name of the secret with the webhook's address and key; empty: there is no webhook. */
  NOTIFY_WEBHOOK_SECRET: optionalText,
  SITE_URL: text,
  WAIT_SCALE: waitScale,
};

function services(env: Environment<typeof environment>): SendServices {
  return {
    notices: new NoticeTable(documentClient(), env.NOTICES_TABLE),
    adminMail: adminMail({ from: env.MAIL_FROM, administrators: env.MAIL_ADMINISTRATORS }),
    webhook: env.NOTIFY_WEBHOOK_SECRET === "" ? null : secretText(secretsClient(), env.NOTIFY_WEBHOOK_SECRET),
    fetch: outboundFetch,
    siteUrl: env.SITE_URL,
    clock: systemClock(env.WAIT_SCALE),
    random: Math.random,
    newId: randomUUID,
  };
}

export const handler = scheduledHandler({ environment, services, run: sendDue });
