import { log } from "../shared/log.ts";
import type { Language } from "../shared/notices/languages.ts";
import type { Notice } from "../shared/notices/notice.ts";
import { addressOf } from "../shared/notices/notice.ts";
import type { ChannelName } from "../shared/notices/notice-kind.ts";
import type { OutboundFetch } from "../shared/outbound/outbound-fetch.ts";
import type { Secret } from "../shared/secret.ts";
import type { AdminMail } from "../shared/sending/admin-mail.ts";
import type { SendingOutcome } from "../shared/sending/send-once.ts";
import { noticeMail } from "./notice-mail.ts";
import { postNotice } from "./post-notice.ts";
import { readWebhookSecret } from "./webhook-secret.ts";

export interface Channel {
  readonly name: ChannelName;
  /** Sends a notice in one try. */
  send(notice: Notice): Promise<SendingOutcome>;
}

/** What the channels need; null for a channel that the settings do not name. */
export interface ChannelServices {
  readonly adminMail: AdminMail | null;
  readonly webhook: Secret | null;
  readonly fetch: OutboundFetch;
  /** The site's address, without a slash at the end: the console is below it. */
  readonly siteUrl: string;
  /** That of the stage's settings, in which notices are sent. */
  readonly language: Language;
}

/** The channels that the settings configure. A webhook without its secret is left out. */
export async function configuredChannels(services: ChannelServices): Promise<readonly Channel[]> {
  const { adminMail, webhook, fetch, siteUrl, language } = services;
  const channels: Channel[] = [];
  if (adminMail !== null)
    channels.push({ name: "mail", send: (notice) => adminMail.send(noticeMail(notice, siteUrl, language)) });
  const text = (await webhook?.read()) ?? null;
  if (webhook === null) return channels;
  if (text === null) {
    log.warn("webhook_not_configured");
    return channels;
  }
  const secret = readWebhookSecret(text);
  channels.push({
    name: "webhook",
    async send(notice) {
      const outcome: SendingOutcome =
        secret === null
          ? { kind: "refused", code: "webhook_secret_invalid", cause: undefined }
          : await postNotice({ ...notice, url: addressOf(notice, siteUrl) }, secret, fetch);
      // It may have been replaced meanwhile.
      if (outcome.kind === "refused") webhook.forget();
      return outcome;
    },
  });
  return channels;
}
