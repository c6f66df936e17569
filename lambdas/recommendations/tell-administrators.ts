import { backOffSeconds } from "../shared/back-off.ts";
import type { Clock } from "../shared/clock.ts";
import { errorFields, log } from "../shared/log.ts";
import { RetryLater } from "../shared/message-outcome.ts";
import type { AdminMail } from "./admin-mail.ts";
import { recommendationIdOf } from "./directory.ts";
import type { DirectoryTable } from "./directory-table.ts";
import type { MailTable } from "./mail-table.ts";
import { newRecommendationMail } from "./mail-text.ts";
import type { Mention } from "./mention.ts";
import { WEBMENTION_BACK_OFF } from "./webmention-back-off.ts";

/** What the mails about new recommendations of us work with. */
export interface MailServices {
  readonly directory: Pick<DirectoryTable, "read">;
  readonly mails: MailTable;
  /** Null: nobody is mailed. */
  readonly adminMail: AdminMail | null;
  /** Our site's address and name. */
  readonly siteUrl: string;
  readonly siteTitle: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** A fresh random id. */
  readonly newId: () => string;
}

/** A claim older than this, without an end, is that of a worker that died. No invocation lives so long. */
const CLAIM_MS = 10 * 60_000;

/** So long after it was verified first a mention counts as new: time for an operator to see to refused mails. */
const NEWS_MS = 7 * 24 * 3_600_000;

/**
 * Whether something is left to do about the mail on a mention: none was claimed, or a claim has not ended.
 *
 * Only of one that was verified lately. What was verified long ago is no news, even if nobody could be mailed then.
 */
export async function isMailLeft(
  { verifiedAt }: Mention,
  site: URL,
  { mails, clock }: Pick<MailServices, "mails" | "clock">,
): Promise<boolean> {
  if (verifiedAt === null || clock.now().getTime() - Date.parse(verifiedAt) > NEWS_MS) return false;
  const mail = await mails.get(site.href);
  return mail === null || mail.status === "claimed";
}

/**
 * Tells the administrators of a site that recommends us: in one mail to them all, and never in another about the same
 * site, however its list is addressed. It is claimed in the table before it is sent. Who finds the claim of another,
 * whose end nobody knows, sends nothing: a mail too few can be seen to, one too many can't.
 *
 * @param site the address of the site that the mention's source is the list of
 * @throws RetryLater for a mail that was refused, and for a claim that may still end
 */
export async function tellAdministrators(
  mention: Mention,
  site: URL,
  services: MailServices,
  receiveCount: number,
): Promise<void> {
  const { mails, adminMail, clock, newId } = services;
  const about = { mention_id: mention.id };
  if (adminMail === null) {
    log.info("mail_not_configured", about);
    return;
  }
  const text = newRecommendationMail(await factsOf(mention, site, services));
  const claim = newId();
  if (!(await mails.claim(site.href, claim, clock.now()))) return settle(mention, site, services);
  const end = await adminMail.send(text);
  if (end.kind === "refused") {
    await mails.giveBack(site.href, claim);
    const delay = backOffSeconds(WEBMENTION_BACK_OFF, receiveCount, null, services.random());
    throw new RetryLater(end.code, delay, { cause: end.cause });
  }
  if (end.kind === "unknown") log.error(end.code, { ...about, ...errorFields(end.cause) });
  await mails.end(site.href, claim, end.kind);
  if (end.kind === "sent") log.info("mail_sent", about);
}

/** Sees to the claim of somebody else: waits until it is old, then gives it an end. An alarm counts the log line. */
async function settle({ id }: Mention, site: URL, { mails, clock }: MailServices): Promise<void> {
  const mail = await mails.get(site.href);
  if (mail?.status !== "claimed") return;
  const left = Date.parse(mail.claimedAt) + clock.wait(CLAIM_MS) - clock.now().getTime();
  if (left > 0) throw new RetryLater("mail_claimed", secondsOf(left, clock));
  if (await mails.end(site.href, mail.claim, "unknown")) log.error("mail_end_unknown", { mention_id: id });
}

/** A wait as it is handed to AWS, whose delays are scaled by whoever scales ours. */
function secondsOf(milliseconds: number, clock: Clock): number {
  const scale = clock.wait(1);
  return Math.ceil(milliseconds / (scale > 0 ? scale : 1) / 1_000);
}

async function factsOf({ site: found }: Mention, site: URL, { directory, siteUrl, siteTitle }: MailServices) {
  const recommendingBack = recommendationIdOf(await directory.read(), site.href) !== null;
  return {
    title: found?.title ?? site.hostname,
    excerpt: found?.excerpt ?? null,
    url: site.href,
    recommendingBack,
    siteTitle,
    adminHint: recommendingBack
      ? `What you recommend is listed at ${new URL("/", siteUrl).href}`
      : "To recommend it back, send its title and address to POST /v1/recommendations of your API.",
  };
}
