import type { SESv2Client } from "@aws-sdk/client-sesv2";
import { boundedCalls, CALL_LIMITS } from "../../shared/aws-client.ts";
import type { Clock } from "../../shared/clock.ts";
import { lazy } from "../../shared/lazy.ts";
import { errorFields, log } from "../../shared/log.ts";
import { backOffSeconds } from "../../shared/work/back-off.ts";
import { RetryLater } from "../../shared/work/message-outcome.ts";
import { WEBMENTION_BACK_OFF } from "../domain/mention.ts";
import type { MailSubject, MailTable } from "../tables/mail-table.ts";
import type { MailText } from "./mail-text.ts";

/** The outcome of a mail that was handed to SES. `refused`: it was certainly not sent. `unknown`: it may have been sent. */
export type MailOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "refused" | "unknown"; readonly code: string; readonly cause: unknown };

/** Mails to the administrators. */
export interface AdminMail {
  /** Sends one mail to all administrators, without a retry. Never throws. */
  send(mail: MailText): Promise<MailOutcome>;
}

/** Sender and recipients, from the stage's settings. */
export interface MailSettings {
  /** An address that is verified in SES; empty: no mail is sent. */
  readonly from: string;
  readonly administrators: readonly string[];
}

/** The only SES client of the container. */
async function sesClient(): Promise<SESv2Client> {
  // Loaded on demand: most verifications send no mail.
  const { SESv2Client: Client } = await import("@aws-sdk/client-sesv2");
  return new Client(boundedCalls(CALL_LIMITS.ses));
}

/**
 * Sends mails to the administrators by SES.
 *
 * @param connect returns the client, whose `maxAttempts` must be 1
 * @param timeoutMs for one mail
 * @returns null when the settings have no sender or no recipients
 */
export function adminMail(
  { from, administrators }: MailSettings,
  connect: () => Promise<Pick<SESv2Client, "send">> = sesClient,
  timeoutMs: number = CALL_LIMITS.ses.attemptMs,
): AdminMail | null {
  if (from === "" || administrators.length === 0) return null;
  const client = lazy(connect);
  return {
    async send({ subject, text, html }) {
      try {
        const { SendEmailCommand } = await import("@aws-sdk/client-sesv2");
        const command = new SendEmailCommand({
          FromEmailAddress: from,
          Destination: { ToAddresses: [...administrators] },
          Content: {
            Simple: {
              Subject: { Data: subject, Charset: "UTF-8" },
              Body: { Text: { Data: text, Charset: "UTF-8" }, Html: { Data: html, Charset: "UTF-8" } },
            },
          },
        });
        await (await client()).send(command, { abortSignal: AbortSignal.timeout(timeoutMs) });
        return { kind: "sent" };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

const REQUEST_TIMEOUT = 408;

/** The outcome of a mail that ended in an error: only a 4xx response proves that nothing was sent. */
function outcomeOf(error: unknown): MailOutcome {
  const status = statusOf(error);
  const isRefused = status >= 400 && status < 500 && status !== REQUEST_TIMEOUT;
  if (!isRefused) return { kind: "unknown", code: "mail_outcome_unknown", cause: error };
  return { kind: "refused", code: status === 429 ? "mail_throttled" : "mail_refused", cause: error };
}

function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !("$metadata" in error)) return 0;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode ?? 0;
}

/** The services that a claimed mail needs. */
export interface ClaimedMailServices {
  readonly mails: MailTable;
  readonly adminMail: AdminMail;
  readonly clock: Clock;
  readonly random: () => number;
  /** Returns a new random id. */
  readonly newId: () => string;
}

/** An unfinished claim that is older than this belongs to a worker that has stopped: no invocation runs as long. */
const CLAIM_MS = 10 * 60_000;

/**
 * Sends a mail after claiming it in the table, so that it is never sent twice. If another worker holds the claim and the
 * outcome is unknown, nothing is sent: an administrator can do without one mail, but a second copy can't be taken back.
 *
 * @param about fields that describe the mail in a log line
 * @throws RetryLater for a mail that was refused, and for a claim that is still active
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
 * Handles the claim of another worker: waits until the claim is old, then ends it as `unknown`. An alarm counts the log
 * line.
 *
 * @throws RetryLater for a claim that is still active
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
  if (await mails.end(subject, mail.claim, "unknown")) log.error("mail_outcome_unknown", about);
}

/** A wait in unscaled seconds: when our waits are scaled, the delays that are handed to AWS are scaled, too. */
function secondsOf(milliseconds: number, clock: Clock): number {
  const scale = clock.wait(1);
  return Math.ceil(milliseconds / (scale > 0 ? scale : 1) / 1_000);
}
