import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import { backOffSeconds } from "../../shared/work/back-off.ts";
import { RetryLater } from "../../shared/work/message-outcome.ts";
import { WEBMENTION_BACK_OFF } from "../domain/mention.ts";
import type { MailSubject, MailTable } from "../tables/mail-table.ts";
import type { AdminMail } from "./admin-mail.ts";
import type { MailText } from "./mail-text.ts";

/** What a claimed mail is sent with. */
export interface ClaimedMailServices {
  readonly mails: MailTable;
  readonly adminMail: AdminMail;
  readonly clock: Clock;
  readonly random: () => number;
  /** A fresh random id. */
  readonly newId: () => string;
}

/** A claim older than this, without an end, is that of a worker that died. No invocation lives so long. */
const CLAIM_MS = 10 * 60_000;

/**
 * Sends a mail that is claimed in the table first, and so never twice. Who finds the claim of another, whose end nobody
 * knows, sends nothing: a mail too few can be seen to, one too many can't.
 *
 * @param about what a log line says of the mail
 * @throws RetryLater for a mail that was refused, and for a claim that may still end
 */
export async function sendClaimed(
  subject: MailSubject,
  text: MailText,
  about: Readonly<Record<string, unknown>>,
  services: ClaimedMailServices,
  receiveCount: number,
): Promise<void> {
  const { mails, adminMail, clock, random, newId } = services;
  const claim = newId();
  if (!(await mails.claim(subject, claim, clock.now()))) return settle(subject, about, services);
  const end = await adminMail.send(text);
  if (end.kind === "refused") {
    await mails.giveBack(subject, claim);
    throw new RetryLater(end.code, backOffSeconds(WEBMENTION_BACK_OFF, receiveCount, null, random()), {
      cause: end.cause,
    });
  }
  if (end.kind === "unknown") log.error(end.code, { ...about, ...errorFields(end.cause) });
  await mails.end(subject, claim, end.kind);
  if (end.kind === "sent") log.info("mail_sent", about);
}

/**
 * Sees to the claim of somebody else: waits until it is old, then gives it an end. An alarm counts the log line.
 *
 * @throws RetryLater for a claim that may still end
 */
export async function settle(
  subject: MailSubject,
  about: Readonly<Record<string, unknown>>,
  { mails, clock }: Pick<ClaimedMailServices, "mails" | "clock">,
): Promise<void> {
  const mail = await mails.get(subject);
  if (mail?.status !== "claimed" || mail.claim === null || mail.claimedAt === null) return;
  const left = Date.parse(mail.claimedAt) + clock.wait(CLAIM_MS) - clock.now().getTime();
  if (left > 0) throw new RetryLater("mail_claimed", secondsOf(left, clock));
  if (await mails.end(subject, mail.claim, "unknown")) log.error("mail_end_unknown", about);
}

/** A wait as it is handed to AWS, whose delays are scaled by whoever scales ours. */
function secondsOf(milliseconds: number, clock: Clock): number {
  const scale = clock.wait(1);
  return Math.ceil(milliseconds / (scale > 0 ? scale : 1) / 1_000);
}
