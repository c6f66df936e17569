import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import { RetryLater } from "../../shared/work/message-outcome.ts";
import { recommendationIdOf } from "../domain/directory.ts";
import type { Mention } from "../domain/mention.ts";
import { sourceHost } from "../domain/web-url.ts";
import type { DirectoryTable } from "../tables/directory-table.ts";
import type { MailTable } from "../tables/mail-table.ts";
import type { AdminMail } from "./admin-mail.ts";
import { sendClaimed, settle } from "./claimed-mail.ts";
import { newRecommendationMail } from "./mail-text.ts";

/** What the mails about new recommendations of us work with. */
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
  /** A fresh random id. */
  readonly newId: () => string;
}

/** So long after it was verified first a mention counts as new: time for an operator to see to refused mails. */
const NOTIFY_WITHIN_MS = 7 * 24 * 3_600_000;

/** A digest is sent so long after its day: by then every write of a host into it has ended, and the index shows it. */
const DIGEST_AFTER_MS = 5 * 60_000;

/** Seconds to the next attempt when the day's digest is being sent: by then another day has begun. */
const NEXT_DAY_SECONDS = 60;

/**
 * Whether the mail about a mention is still to be sent: it was not claimed, or its claim has not ended.
 *
 * Only for a mention that was first verified lately: an older one is not mailed, even if no mail could be sent then.
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
 * Tells the administrators of a host that recommends us: in one mail to them all, and never in another about the same host,
 * however many of its pages are lists. Of a day's hosts ten get a mail, the others are named in the day's digest.
 *
 * @param site the address of the site that the mention's source is the list of
 * @throws RetryLater for a mail that was refused, and for a claim that may still end
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

/** A host with and without `www` is the same host. */
function mailSubject(site: URL): { readonly host: string } {
  return { host: sourceHost(site.href).replace(/^www\.(?=.)/, "") };
}

async function factsOf({ site: found }: Mention, site: URL, { directory, siteUrl, siteTitle }: MailServices) {
  const recommendingBack = recommendationIdOf(await directory.read(), site.href) !== null;
  const more =
    'The command "npm run -s magpie -- mention ls" lists what mentions you, "npm run -s magpie -- mention block <host>" blocks a host.';
  return {
    title: found?.title ?? site.hostname,
    excerpt: found?.excerpt ?? null,
    url: site.href,
    recommendingBack,
    siteTitle,
    adminHint: recommendingBack
      ? `What you recommend is listed at ${new URL("/", siteUrl).href} and by GET /v1/recommendations of your API. ${more}`
      : `To recommend it back, send its title and address to POST /v1/recommendations of your API. ${more}`,
  };
}
