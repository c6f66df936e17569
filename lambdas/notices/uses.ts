import * as z from "zod/mini";
import type { EnvironmentContract } from "../shared/env.ts";
import { json, optionalText, text, waitScale } from "../shared/env.ts";
import { LANGUAGES } from "../shared/notices/languages.ts";
import { callerUses } from "../shared/uses.ts";

const stageLanguage = z.enum(LANGUAGES);

export const apiUses = {
  ...callerUses,
  NOTICES_TABLE: { table: "notices", does: [], queries: ["by_created_at"] },
  SITE_URL: text,
  STAGE_LANGUAGE: stageLanguage,
} satisfies EnvironmentContract;

export const onScheduleUses = {
  NOTICES_TABLE: { table: "notices", does: ["GetItem", "UpdateItem"], queries: ["pending", "by_created_at"] },
  /** An address that SES has verified; empty: no mail is sent. */
  MAIL_FROM: optionalText,
  MAIL_ADMINISTRATORS: json(z.array(z.string())),
  /** The webhook's address and key; empty: there is no webhook. */
  NOTIFY_WEBHOOK_SECRET: { secret: "notify-webhook", isOptional: true },
  SITE_URL: text,
  STAGE_LANGUAGE: stageLanguage,
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const onAlarmUses = {
  NOTICES_TABLE: { table: "notices", does: ["GetItem", "PutItem"] },
} satisfies EnvironmentContract;
