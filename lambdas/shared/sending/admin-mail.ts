import type { SESv2Client } from "@aws-sdk/client-sesv2";
import { boundedCalls, CALL_LIMITS } from "../aws-client.ts";
import { lazy } from "../lazy.ts";
import type { SendingOutcome } from "./send-once.ts";

export interface MailText {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface AdminMail {
  /** Sends one mail to all administrators, without a retry. Never throws. */
  send(mail: MailText): Promise<SendingOutcome>;
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
function outcomeOf(error: unknown): SendingOutcome {
  const status = statusOf(error);
  const isRefused = status >= 400 && status < 500 && status !== REQUEST_TIMEOUT;
  if (!isRefused) return { kind: "unknown", code: "mail_outcome_unknown", cause: error };
  return { kind: "refused", code: status === 429 ? "mail_throttled" : "mail_refused", cause: error };
}

function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !("$metadata" in error)) return 0;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode ?? 0;
}
