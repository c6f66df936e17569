import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import type { AdminMail } from "../../lambdas/shared/sending/admin-mail.ts";
import type { SendingOutcome } from "../../lambdas/shared/sending/send-once.ts";
import type { SocketFailure } from "../emulators/socket-errors.ts";
import { socketError } from "../emulators/socket-errors.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import type { Invocations } from "./invocations.ts";

/** The error of an outbound fetch. */
export function failed(kind: "network" | "timeout", failure: SocketFailure = "refused"): () => never {
  return () => {
    throw new OutboundError(kind, "the site", kind === "network" ? { cause: socketError(failure) } : {});
  };
}

/** An outbound fetch whose requests are calls of an invocation. @param busyStatus what a site answers that throttles */
export function brokenFetch(invocations: Invocations, fetch: OutboundFetch, busyStatus = 429): OutboundFetch {
  return (wanted) => {
    const busy = { ...response({ status: busyStatus, retryAfterSeconds: 30 }), url: new URL(wanted.url) };
    return invocations.outside(`${wanted.method ?? "GET"} ${wanted.url}`, () => fetch(wanted), {
      refused: failed("network"),
      lost: failed("network", "hungUp"),
      timed_out: failed("timeout"),
      throttled: () => busy,
    });
  };
}

/** SES, whose mails are calls of an invocation. */
export function brokenMail(invocations: Invocations, mail: AdminMail): AdminMail {
  const refused = (code: string) => (): SendingOutcome => ({ kind: "refused", code, cause: undefined });
  const unknown = (): SendingOutcome => ({ kind: "unknown", code: "mail_outcome_unknown", cause: undefined });
  return {
    send: (text) =>
      invocations.outside(`SendEmail ${text.subject}`, () => mail.send(text), {
        refused: refused("mail_refused"),
        lost: unknown,
        timed_out: unknown,
        throttled: refused("mail_throttled"),
      }),
  };
}
