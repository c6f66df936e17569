import { createHmac } from "node:crypto";
import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { ChannelServices } from "../../../lambdas/notices/channels.ts";
import type { ChannelName } from "../../../lambdas/shared/notices/notice-kind.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type {
  OutboundFetch,
  OutboundRequest,
  OutboundResponse,
} from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { secretText } from "../../../lambdas/shared/secret.ts";
import { adminMail } from "../../../lambdas/shared/sending/admin-mail.ts";
import { awsError, lostAnswer } from "../../emulators/aws-errors.ts";
import { socketError } from "../../emulators/socket-errors.ts";
import { response } from "../../shared/outbound/outbound-response.ts";
import type { HistoryWorld } from "../world.ts";
import type { Listed } from "./announcement-log.ts";
import { SITE_URL } from "./announcement-log.ts";
import type { MAIL_MOODS, StageSettings, WEBHOOK_MOODS } from "./steps.ts";

const WEBHOOKS = {
  first: { url: "https://hooks.example/first", key: "the first key" },
  second: { url: "https://hooks.example/second", key: "the second key" },
};

/** A message as its receiver has seen it. */
export interface Attempt {
  readonly channel: ChannelName;
  readonly title: string;
  readonly text: string;
  /** `unknown`: the receiver did not say that it refuses. */
  readonly end: "accepted" | "refused" | "unknown";
  /** Epoch milliseconds. */
  readonly at: number;
  /** The notice in a request to the webhook; null in a mail. */
  readonly posted: Listed | null;
}

/** The mails, the webhook and the settings of a stage, and what has arrived. */
export class Channels {
  readonly #world: Pick<HistoryWorld<never>, "actors" | "clock">;
  settings: StageSettings = { isMailed: true, isPosted: true, secret: "first" };
  mail: (typeof MAIL_MOODS)[number] = "well";
  webhook: (typeof WEBHOOK_MOODS)[number] = "well";
  readonly attempts: Attempt[] = [];
  /** When a run has found no settings of a channel, epoch milliseconds. */
  readonly unset: { readonly channel: ChannelName; readonly at: number }[] = [];
  /** Requests that the webhook did not expect. */
  readonly strange: string[] = [];
  #secret = this.#newSecret();

  constructor(world: Pick<HistoryWorld<never>, "actors" | "clock">) {
    this.#world = world;
  }

  /** The services of a run, with the settings at its beginning. */
  services(): ChannelServices {
    const { isMailed, isPosted } = this.settings;
    if (!isMailed) this.#noteUnset("mail");
    if (!isPosted) this.#noteUnset("webhook");
    const { actors } = this.#world;
    return {
      adminMail: adminMail(
        { from: isMailed ? "magpie@example.com" : "", administrators: ["olga@example.com"] },
        async () => ({
          send: ({ input }: { readonly input: unknown }) =>
            actors.outside(async () => this.#mailed(input as MailInput)),
        }),
      ),
      webhook: isPosted ? this.#secret : null,
      fetch: this.#fetch,
      siteUrl: SITE_URL,
      language: "en",
    };
  }

  /** A new container has read no secret. */
  replaceContainer(): void {
    this.#secret = this.#newSecret();
  }

  /** From now on nothing fails, and each channel is set. */
  heal(): void {
    const { secret } = this.settings;
    this.settings = { isMailed: true, isPosted: true, secret: secret === "second" ? "second" : "first" };
    this.mail = "well";
    this.webhook = "well";
  }

  #newSecret() {
    const send = () =>
      this.#world.actors.call(async () => {
        const { secret } = this.settings;
        if (secret === "missing") this.#noteUnset("webhook");
        if (secret === "missing" || secret === "unreadable")
          return { SecretString: secret === "missing" ? "" : "no JSON" };
        return { SecretString: JSON.stringify(WEBHOOKS[secret]) };
      });
    return secretText({ send } as unknown as SecretsManagerClient, "the webhook's");
  }

  #noteUnset(channel: ChannelName): void {
    this.unset.push({ channel, at: this.#world.clock.now().getTime() });
  }

  #mailed({ Content: { Simple } }: MailInput): object {
    const arrives = (end: Attempt["end"]) =>
      this.#arrived({ channel: "mail", title: Simple.Subject.Data, text: Simple.Body.Text.Data, end, posted: null });
    switch (this.mail) {
      case "well":
        arrives("accepted");
        return {};
      case "refusing":
      case "throttling":
        arrives("refused");
        throw this.mail === "refusing" ? awsError("MessageRejected", 400) : awsError("TooManyRequestsException", 429);
      case "failing":
      case "lost":
        arrives("unknown");
        throw this.mail === "failing" ? awsError("InternalServiceError", 500) : lostAnswer();
    }
  }

  readonly #fetch: OutboundFetch = async (request) => {
    try {
      return await this.#world.actors.outside(async () => ({ ...this.#posted(request), url: new URL(request.url) }));
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      // A fault of the call is one of the connection.
      const name = error instanceof Error ? error.name : "";
      if (name === "ThrottlingException") return response({ status: 429 });
      throw name === "InternalServerError" ? refusedConnection() : new OutboundError("timeout", "the webhook");
    }
  };

  #posted({ url, method, headers = {}, body = "" }: OutboundRequest): OutboundResponse {
    const posted: Listed = JSON.parse(body);
    const arrives = (end: Attempt["end"]) =>
      this.#arrived({ channel: "webhook", title: posted.title, text: posted.body, end, posted });
    const own = Object.values(WEBHOOKS).find((webhook) => webhook.url === String(url));
    const hmac = createHmac("sha256", own?.key ?? "")
      .update(body)
      .digest("hex");
    if (own === undefined || method !== "POST" || headers["x-magpie-signature"] !== `sha256=${hmac}`)
      this.strange.push(`${method} ${url} ${JSON.stringify(headers)} ${body}`);
    const { secret } = this.settings;
    // An address that was replaced is gone.
    const isCurrent = (secret === "first" || secret === "second") && own === WEBHOOKS[secret];
    const mood = isCurrent ? this.webhook : "gone";
    switch (mood) {
      case "slow":
        this.#world.clock.forward(9_000);
        arrives("accepted");
        return response({ status: 200 });
      case "well":
        arrives("accepted");
        return response({ status: 204 });
      case "gone":
      case "busy":
      case "redirecting":
        arrives("refused");
        return response({ status: { gone: 410, busy: 429, redirecting: 302 }[mood] });
      case "closed":
        arrives("refused");
        throw refusedConnection();
      case "failing":
        arrives("unknown");
        return response({ status: 500 });
      case "lost":
      case "silent":
        arrives("unknown");
        throw new OutboundError("timeout", "the webhook");
    }
  }

  #arrived(attempt: Omit<Attempt, "at">): void {
    this.attempts.push({ ...attempt, at: this.#world.clock.now().getTime() });
  }
}

/** The part of a mail that a history reads. */
interface MailInput {
  readonly Content: {
    readonly Simple: {
      readonly Subject: { readonly Data: string };
      readonly Body: { readonly Text: { readonly Data: string } };
    };
  };
}

function refusedConnection(): OutboundError {
  return new OutboundError("network", "the webhook", { cause: socketError("refused") });
}
