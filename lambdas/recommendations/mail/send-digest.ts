import { log } from "../../shared/log.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import { DAY_MS } from "../domain/mention.ts";
import type { OverdueDigest } from "../tables/mail-table.ts";
import type { MailDigestMessage } from "../work/webmention-receive-message.ts";
import { sendClaimed } from "./claimed-mail.ts";
import { digestMail } from "./mail-text.ts";
import type { MailServices } from "./notify-administrators.ts";

/** How many hosts a digest names; if there are more, the digest says so. */
const MAX_HOSTS = 100;

/** How long after its day a digest is still sent. */
const NOTIFY_WITHIN_MS = 8 * DAY_MS;

/**
 * Mails a day's digest: the hosts that recommend us and got no mail of their own. Like every mail, the digest is claimed
 * before it is sent. A late or duplicate message does nothing.
 *
 * @throws RetryLater for a mail that was refused, and for a claim that is still active
 */
export async function sendDigest(
  { digestOf: day }: MailDigestMessage,
  services: MailServices,
  received: ReceivedMessage,
): Promise<void> {
  const { mails, adminMail, siteTitle } = services;
  const about = { day, correlation_id: received.correlationId };
  const mail = await mails.get({ day });
  if (mail === null || (mail.status !== "waiting" && mail.status !== "claimed")) {
    log.info("digest_not_needed", about);
    return;
  }
  const { hosts, hasMore } = await mails.digestHosts(day, MAX_HOSTS);
  if (adminMail === null || hosts.length === 0) {
    log.info(adminMail === null ? "mail_not_configured" : "digest_not_needed", about);
    await mails.dropDigest(day);
    return;
  }
  const text = digestMail({ day, hosts, hasMore, siteTitle });
  await sendClaimed({ day }, text, about, { ...services, adminMail }, received.receiveCount);
}

/** Postpones a digest that could not be mailed to the next day, within the time limit. */
export async function postponeDigest(
  { day }: Pick<OverdueDigest, "day">,
  { mails, clock }: Pick<MailServices, "mails" | "clock">,
): Promise<void> {
  const now = clock.now().getTime();
  if (now - Date.parse(day) > NOTIFY_WITHIN_MS) await mails.dropDigest(day);
  else await mails.postponeDigest(day, new Date(now + clock.wait(DAY_MS)), 0);
}
