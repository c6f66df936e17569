import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import type { AdminMail } from "../../shared/sending/admin-mail.ts";
import { RetryLater } from "../../shared/work/message-outcome.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import { recommendationIdOf } from "../domain/directory.ts";
import type { Mention } from "../domain/mention.ts";
import { DAY_MS } from "../domain/mention.ts";
import { addressBlock, siteHost } from "../domain/web-url.ts";
import type { DirectoryTable } from "../tables/directory-table.ts";
import type { MailTable, OverdueDigest } from "../tables/mail-table.ts";
import type { MailDigestMessage } from "../work/webmention-receive-message.ts";
import { sendClaimed, settle } from "./claimed-mail.ts";
import { digestMail, newRecommendationMail } from "./mail-text.ts";

/** The services that the mails about new recommendations need. */
export interface MailServices {
  readonly directory: Pick<DirectoryTable, "read">;
  readonly mails: MailTable;
  /** Null: no mail is sent. */
  readonly adminMail: AdminMail | null;
  /** Our site's address and name. */
  readonly siteUrl: string;
  readonly siteTitle: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Returns a new random id. */
  readonly newId: () => string;
}

/** How long after its first verification a mention counts as new: an operator has this time to deal with refused mails. */
const NOTIFY_WITHIN_MS = 7 * 24 * 3_600_000;

/** How long after its day a digest is sent: by then every write of a host to the digest has ended and the index shows it. */
const DIGEST_AFTER_MS = 5 * 60_000;

/** The delay of the next attempt in seconds when the day's digest is being sent: the next day has begun by then. */
const NEXT_DAY_SECONDS = 60;

/**
 * Whether the mail about a mention is still pending: it was not claimed, or its claim has not ended.
 *
 * Only a mention that was first verified recently counts: an older one gets no mail, even if none could be sent at the time.
 */
export async function isMailPending(
  { verifiedAt }: Mention,
  site: URL,
  { mails, clock }: Pick<MailServices, "mails" | "clock">,
): Promise<boolean> {
  if (verifiedAt === null || clock.now().getTime() - Date.parse(verifiedAt) > NOTIFY_WITHIN_MS) return false;
  const mail = await mails.get(mailSubject(site));
  return mail === null || mail.status === "waiting" || mail.status === "claimed";
}

/**
 * Notifies the administrators of a host that recommends us: in one mail to all of them, and never again about the same host,
 * even if several of its pages are lists. Ten hosts a day get a mail of their own; the others are named in the day's digest.
 *
 * @param site the address of the site whose list is the mention's source
 * @throws RetryLater for a mail that was refused, and for a claim that is still active
 */
export async function notifyAdministrators(
  mention: Mention,
  site: URL,
  services: MailServices,
  receiveCount: number,
): Promise<void> {
  const { mails, adminMail, clock } = services;
  const about = { mention_id: mention.id };
  if (adminMail === null) {
    log.info("mail_not_configured", about);
    return;
  }
  const subject = mailSubject(site);
  if (await mails.takeTurn(subject.host, clock.now())) {
    const text = newRecommendationMail(await factsOf(mention, site, services));
    await sendClaimed(subject, text, about, { ...services, adminMail }, receiveCount);
    return;
  }
  if (await mails.addToDigest(subject.host, clock.now(), clock.wait(DIGEST_AFTER_MS))) {
    log.info("mail_deferred_to_digest", about);
    return;
  }
  await settle(subject, about, services);
  if (await isMailPending(mention, site, services)) throw new RetryLater("digest_begun", NEXT_DAY_SECONDS);
}

function mailSubject(site: URL): { readonly host: string } {
  return { host: addressBlock(siteHost(site)) };
}

async function factsOf({ site: found }: Mention, site: URL, { directory, siteUrl, siteTitle }: MailServices) {
  const recommendingBack = recommendationIdOf(await directory.read(), site.href) !== null;
  const more =
    'The command "npm run -s magpie -- mention ls" lists what mentions you, "npm run -s magpie -- mention block <host>" blocks a host.';
  return {
    title: found?.title ?? canonicalHost(site),
    excerpt: found?.excerpt ?? null,
    url: site.href,
    recommendingBack,
    siteTitle,
    consoleUrl: incomingScreen(siteUrl),
    adminHint: recommendingBack
      ? `What you recommend is listed at ${new URL("/", siteUrl).href} and by GET /v1/recommendations of your API. ${more}`
      : `To recommend it back, open the address below, or send its title and address to POST /v1/recommendations of your API. ${more}`,
  };
}

/** Where an administrator recommends back or blocks, in the console. */
function incomingScreen(siteUrl: string): string {
  return new URL("/app/recommendations/incoming", siteUrl).href;
}

/** How many hosts a digest names; if there are more, the digest says so. */
const MAX_HOSTS = 100;

/** How long after its day a digest is still sent. */
const NOTIFY_DIGEST_WITHIN_MS = 8 * DAY_MS;

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
  const { mails, adminMail, siteTitle, siteUrl } = services;
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
  const text = digestMail({ day, hosts, hasMore, siteTitle, consoleUrl: incomingScreen(siteUrl) });
  await sendClaimed({ day }, text, about, { ...services, adminMail }, received.receiveCount);
}

/** Postpones a digest that could not be mailed to the next day, within the time limit. */
export async function postponeDigest(
  { day }: Pick<OverdueDigest, "day">,
  { mails, clock }: Pick<MailServices, "mails" | "clock">,
): Promise<void> {
  const now = clock.now().getTime();
  if (now - Date.parse(day) > NOTIFY_DIGEST_WITHIN_MS) await mails.dropDigest(day);
  else await mails.postponeDigest(day, new Date(now + clock.wait(DAY_MS)), 0);
}
