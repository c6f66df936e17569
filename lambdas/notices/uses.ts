import * as z from "zod/mini";
import { json, optionalText, text, waitScale } from "../shared/env.ts";
import { secret, table } from "../shared/resource-use.ts";
import { callerUses } from "../shared/uses.ts";

export const apiUses = {
  ...callerUses,
  NOTICES_TABLE: table("notices", [], ["by_created_at"]),
  SITE_URL: text,
};

export const onScheduleUses = {
  NOTICES_TABLE: table("notices", ["GetItem", "UpdateItem"], ["pending", "by_created_at"]),
  /** An address that SES has verified; empty: no mail is sent. */
  MAIL_FROM: optionalText,
  MAIL_ADMINISTRATORS: json(z.array(z.string())),
  /** The webhook's address and key; empty: there is no webhook. */
  NOTIFY_WEBHOOK_SECRET: secret("notify-webhook", { isOptional: true }),
  SITE_URL: text,
  WAIT_SCALE: waitScale,
};

export const onAlarmUses = { NOTICES_TABLE: table("notices", ["GetItem", "PutItem"]) };
