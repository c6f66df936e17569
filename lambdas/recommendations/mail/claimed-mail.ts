import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { AdminMail, MailText } from "../../shared/sending/admin-mail.ts";
import type { Claims, EndingServices, Try } from "../../shared/sending/send-once.ts";
import { sendOnce, settle as settleClaim } from "../../shared/sending/send-once.ts";
import { backOffSeconds } from "../../shared/work/back-off.ts";
import { RetryLater } from "../../shared/work/message-outcome.ts";
import { WEBMENTION_BACK_OFF } from "../domain/mention.ts";
import type { MailSubject, MailTable } from "../tables/mail-table.ts";

/** What a claimed mail is sent with. */
export interface ClaimedMailServices {
  readonly mails: MailTable;
  readonly adminMail: AdminMail;
  readonly clock: Clock;
  readonly random: () => number;
  /** A fresh random id. */
  readonly newId: () => string;
}

/**
 * Sends a mail that is claimed in the table first, and so never twice.
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
  const { mails, adminMail, random, clock } = services;
  const came = await sendOnce(claimsOn(subject, mails), () => adminMail.send(text), {
    ...services,
    logUnknown: logUnknown(about),
  });
  if (came.kind === "refused") {
    throw new RetryLater(came.code, backOffSeconds(WEBMENTION_BACK_OFF, receiveCount, null, random()), {
      cause: came.cause,
    });
  }
  waitForClaim(came, clock);
  if (came.kind === "sent") log.info("mail_sent", about);
}

/**
 * Handles the claim of another worker: waits until it is old, then ends it as `unknown`.
 *
 * @throws RetryLater for a claim that may still end
 */
export async function settle(
  subject: MailSubject,
  about: Readonly<Record<string, unknown>>,
  { mails, clock }: Pick<ClaimedMailServices, "mails" | "clock">,
): Promise<void> {
  waitForClaim(await settleClaim(claimsOn(subject, mails), { clock, logUnknown: logUnknown(about) }), clock);
}

function claimsOn(subject: MailSubject, mails: MailTable): Claims {
  return {
    claim: (claim, now) => mails.claim(subject, claim, now),
    get: () => mails.get(subject),
    end: (claim, status) => mails.end(subject, claim, status),
    giveBack: (claim) => mails.giveBack(subject, claim),
  };
}

/** @throws RetryLater for a claim that may still end */
function waitForClaim(came: Try, clock: Clock): void {
  if (came.kind === "claimed") throw new RetryLater("mail_claimed", secondsOf(came.leftMs, clock));
}

/** Logs an unknown outcome, which an alarm counts. */
function logUnknown(about: Readonly<Record<string, unknown>>): EndingServices["logUnknown"] {
  return ({ cause }) =>
    log.error("mail_outcome_unknown", { ...about, ...(cause === undefined ? {} : errorFields(cause)) });
}

/** A wait in unscaled seconds: where our waits are scaled, the delays handed to AWS are scaled, too. */
function secondsOf(milliseconds: number, clock: Clock): number {
  const scale = clock.wait(1);
  return Math.ceil(milliseconds / (scale > 0 ? scale : 1) / 1_000);
}
