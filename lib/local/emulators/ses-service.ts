import { randomUUID } from "node:crypto";
import { arn } from "../template/identities.ts";
import type { AwsService } from "./aws-endpoint.ts";
import { jsonAnswer, jsonError } from "./aws-endpoint.ts";
import type { MailStore } from "./mail-store.ts";

const SEND_PATH = "/v2/email/outbound-emails";

/** The part of SendEmail's input that is read; a caller may omit any of it. */
interface SendEmail {
  readonly FromEmailAddress?: string;
  readonly Destination?: Readonly<Partial<Record<"ToAddresses" | "CcAddresses" | "BccAddresses", string[]>>>;
  readonly Content?: {
    readonly Simple?: {
      readonly Subject?: { readonly Data?: string };
      readonly Body?: { readonly Text?: { readonly Data?: string }; readonly Html?: { readonly Data?: string } };
    };
  };
}

/**
 * The operation of SES (version 2) that the system calls: SendEmail with simple content. Accepted mails are stored in
 * the mail store and not sent.
 *
 * @param now milliseconds of the epoch
 */
export function sesService(mails: Pick<MailStore, "add">, now: () => number): AwsService {
  return async ({ caller, method, path, body }) => {
    if (method !== "POST" || new URL(path, "http://ses").pathname !== SEND_PATH) {
      return jsonError(404, "UnknownOperationException", "Of SES the local runner emulates SendEmail only.");
    }
    const input = JSON.parse(body.toString() || "{}") as SendEmail;
    const address = bareAddress(input.FromEmailAddress ?? "");
    if (address === undefined) return jsonError(400, "BadRequestException", "Missing or malformed FromEmailAddress.");
    const { ToAddresses: to = [], CcAddresses: cc = [], BccAddresses: bcc = [] } = input.Destination ?? {};
    const context = { "ses:FromAddress": address, "ses:Recipients": [...to, ...cc, ...bcc] };
    // Either identity may be the verified one.
    const [onAddress, onDomain] = [address, address.slice(address.lastIndexOf("@") + 1)].map((identity) =>
      caller.refusal("ses:SendEmail", arn("ses", `identity/${identity}`), context),
    );
    if (onAddress && onDomain) return jsonError(403, "AccessDeniedException", onAddress);

    if (to.length + cc.length + bcc.length === 0) {
      return jsonError(400, "BadRequestException", "There is no destination.");
    }
    if (![...to, ...cc, ...bcc].every((destination) => bareAddress(destination) !== undefined)) {
      return jsonError(400, "BadRequestException", "A destination is not a mail address.");
    }
    const { Subject, Body } = input.Content?.Simple ?? {};
    const [text, html] = [Body?.Text?.Data, Body?.Html?.Data];
    if (Subject?.Data === undefined || (text ?? html) === undefined) {
      return jsonError(400, "BadRequestException", "The local runner takes simple content: a subject and a body.");
    }
    const messageId = randomUUID();
    mails.add({
      messageId,
      from: input.FromEmailAddress ?? "",
      destination: { to, cc, bcc },
      subject: Subject.Data,
      body: { ...(text === undefined ? {} : { text }), ...(html === undefined ? {} : { html }) },
      at: Math.floor(now() / 1_000),
    });
    return jsonAnswer({ MessageId: messageId });
  };
}

/** The address in `Name <address>` or by itself; undefined when there is none. */
function bareAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^.*<(.*)>$/s, "$1");
  return /^[^\s<>@]+@[^\s<>@]+$/.test(bare) ? bare : undefined;
}
