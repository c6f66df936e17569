import { log } from "../../shared/log.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import { DAY_MS } from "../domain/mention.ts";
import type { OverdueDigest } from "../tables/mail-table.ts";
import type { MailDigestMessage } from "../work/webmention-receive-message.ts";
import { sendClaimed } from "./claimed-mail.ts";
import { digestMail } from "./mail-text.ts";
import type { MailServices } from "./notify-administrators.ts";

/** Hosts that a digest names; of more it says that there are more. */
const MAX_HOSTS = 100;

/** So long after its day a digest is still sent: what is older is no news. */
const NOTIFY_WITHIN_MS = 8 * DAY_MS;

/**
 * Mails a day's digest: the hosts that recommend us for which none of the day's mails was left. It is claimed before it is
 * sent, as is every mail. A message that came late or twice does nothing.
 *
 * @throws RetryLater for a mail that was refused, and for a claim that may still end
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

/** Leaves a digest that could not be mailed for the next day, as long as it is news. */
export async function postponeDigest(
  { day }: Pick<OverdueDigest, "day">,
  { mails, clock }: Pick<MailServices, "mails" | "clock">,
): Promise<void> {
  const now = clock.now().getTime();
  if (now - Date.parse(day) > NOTIFY_WITHIN_MS) await mails.dropDigest(day);
  else await mails.postponeDigest(day, new Date(now + clock.wait(DAY_MS)), 0);
}
