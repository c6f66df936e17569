import { createHmac } from "node:crypto";
import type { Notice } from "../shared/notices/notice.ts";
import { OutboundError } from "../shared/outbound/outbound-error.ts";
import type { OutboundFetch } from "../shared/outbound/outbound-fetch.ts";
import type { SendingOutcome } from "../shared/sending/send-once.ts";
import { chatAddress, chatText } from "./chat-text.ts";
import type { WebhookSecret } from "./webhook-secret.ts";

/** Milliseconds for the whole request. */
const TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT = 408;

/** Failures before anything was sent. */
const NOT_SENT: ReadonlySet<string> = new Set([
  "invalid_url",
  "unsupported_scheme",
  "blocked_address",
  "name_not_resolved",
]);
const NOT_CONNECTED: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]);

/** A notice with the address that it leads to. */
type AddressedNotice = Notice & { readonly url: string };

/**
 * Posts a notice to the webhook, in one try. Redirects are not followed: the signed body is for the address that the secret
 * names. Only a 4xx or 3xx answer, or a connection that was never made, is proof that the notice was not accepted. Never
 * throws for the network or an answer.
 */
export async function postNotice(
  notice: AddressedNotice,
  { url, key }: WebhookSecret,
  fetch: OutboundFetch,
): Promise<SendingOutcome> {
  const body = webhookBody(notice);
  try {
    const { status } = await fetch({
      url,
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "x-magpie-signature": signature(body, key) },
      body,
      followRedirect: () => false,
      // The status alone decides.
      skipBody: () => true,
      maxBytes: 0,
      timeoutMs: TIMEOUT_MS,
    });
    if (status < 300) return { kind: "sent" };
    const isRefused = status < 500 && status !== REQUEST_TIMEOUT;
    return { kind: isRefused ? "refused" : "unknown", code: `webhook_status_${status}`, cause: undefined };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const code = systemCode(error);
    return { kind: wasNotSent(error, code) ? "refused" : "unknown", code: `webhook_${error.kind}`, cause: code };
  }
}

/** The body of the request: JSON whose texts a chat room may show as they are. */
export function webhookBody({ id, kind, title, body, url, createdAt }: AddressedNotice): string {
  return JSON.stringify({
    id,
    kind,
    title: chatText(title),
    body: chatText(body),
    url: chatAddress(url),
    created_at: createdAt,
  });
}

/** The value of `X-Magpie-Signature`: `sha256=` and the HMAC-SHA256 of the body's bytes in hexadecimal. */
function signature(body: string, key: string): string {
  return `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
}

function wasNotSent({ kind }: OutboundError, code: string | undefined): boolean {
  return NOT_SENT.has(kind) || NOT_CONNECTED.has(code);
}

/**
 * The error code of the operating system or of Node, e.g. `ECONNRESET`; undefined without one. Only this is logged: the
 * messages of outbound errors contain the address's path, which is a secret of most chat rooms' webhooks.
 */
function systemCode({ cause }: OutboundError): string | undefined {
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
}
