import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import type { SendServices } from "../../lambdas/notices/send-due.ts";
import { price } from "../../lambdas/shared/notices/kinds/price.ts";
import type { Notice } from "../../lambdas/shared/notices/notice.ts";
import { newNotice, noticeId } from "../../lambdas/shared/notices/notice.ts";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundHead, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { secretText } from "../../lambdas/shared/secret.ts";
import type { MailText } from "../../lambdas/shared/sending/admin-mail.ts";
import type { SendingOutcome } from "../../lambdas/shared/sending/send-once.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { testIds } from "../emulators/test-queue.ts";

/** The secret of the webhook, as an operator writes it. */
export const WEBHOOK = { url: "https://hooks.example/in", key: "a key" };

/** Where the webhook redirects to. */
const REDIRECTED = new URL("https://elsewhere.example/");

/** A request to the webhook. */
export interface Posted {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The services of sending in a test, and the mails and requests that were sent. */
export interface NoticesWorld extends SendServices {
  readonly mails: MailText[];
  readonly posts: Posted[];
  /** SES's outcome of the next mails. */
  mailOutcome: SendingOutcome;
  /** The status that the webhook answers, or the error instead. */
  webhookAnswer: number | Error;
  /** The secret's text. */
  secret: string | null;
}

export function noticesWorld(client: DynamoDBDocumentClient, clock: TestClock): NoticesWorld {
  const world: NoticesWorld = {
    notices: new NoticeTable(client, "notices"),
    siteUrl: "https://magpie.example",
    language: "en",
    mails: [],
    posts: [],
    mailOutcome: { kind: "sent" },
    webhookAnswer: 204,
    secret: JSON.stringify(WEBHOOK),
    adminMail: {
      async send(text) {
        world.mails.push(text);
        return world.mailOutcome;
      },
    },
    webhook: secretText({ send: async () => ({ SecretString: world.secret ?? "" }) } as never, "webhook"),
    async fetch({ url, method = "GET", headers = {}, body = "", followRedirect = () => true, skipBody }) {
      world.posts.push({ url: String(url), method, headers, body });
      const status = world.webhookAnswer;
      if (status instanceof Error) throw status;
      const isFollowed = status >= 300 && status < 400 && followRedirect(REDIRECTED, status);
      if (isFollowed) world.posts.push({ url: REDIRECTED.href, method, headers, body });
      // Every answer but a 204 has a body; that of an error is truncated.
      const isRead = status !== 204 && status < 400 && skipBody?.({ status } as OutboundHead) !== true;
      if (isRead) throw new OutboundError("too_large", WEBHOOK.url);
      return { status: isFollowed ? 200 : status } as OutboundResponse;
    },
    clock,
    random: () => 0,
    newId: testIds(),
  };
  return world;
}

/** A notice of an offer, made as text. @param about identifies it among the others */
export function priceNotice(about: string, now: Date, changes: Partial<Notice> = {}): Notice {
  return {
    id: noticeId("price", [about]),
    kind: "price",
    data: null,
    title: `Camera ${about}: ¥900`,
    body: "¥900: a camera",
    url: `https://jp.mercari.com/item/m${about}`,
    screen: "/app/notices",
    createdAt: now.toISOString(),
    ...changes,
  };
}

/** The same notice, made of data. */
export function offerNotice(about: string, now: Date): Notice {
  const offers = [{ price: 900, name: "a camera", url: `https://jp.mercari.com/item/m${about}` }] as const;
  const data = { product: { id: about, name: `Camera ${about}` }, offers, found: "lowest" } as const;
  return newNotice(price, { about: [about], data }, now);
}
