import { randomUUID } from "node:crypto";
import type { ResourcePolicies } from "../access/resource-policies.ts";
import type { MailStore } from "../emulators/mail-store.ts";
import { ACCOUNT, nameOfArn, REGION } from "../template/identities.ts";
import type { Template } from "../template/template.ts";

/** A publication to a topic. */
export interface Publication {
  readonly topic: string;
  /** The service that publishes, e.g. `cloudwatch.amazonaws.com`. */
  readonly service: string;
  /** ARN of the alarm or the rule that causes the publication. */
  readonly sourceArn: string;
  readonly subject: string;
  readonly message: string;
}

/** The services of the topics. */
export interface TopicsOptions {
  readonly template: Template;
  readonly policies: ResourcePolicies;
  readonly mails: Pick<MailStore, "add">;
  /** Receives errors, a line at a time. */
  readonly say: (line: string) => void;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
}

/** SNS: topics of the template with their mail subscriptions, every one of which counts as confirmed. */
export class Topics {
  readonly #options: TopicsOptions;
  readonly #addresses = new Map<string, string[]>();

  /** @throws Error on a subscription other than mail */
  constructor(options: TopicsOptions) {
    this.#options = options;
    for (const { ref } of options.template.ofType("AWS::SNS::Topic")) this.#addresses.set(ref, []);
    for (const { logicalId, properties } of options.template.ofType("AWS::SNS::Subscription")) {
      if (properties.Protocol !== "email")
        throw new Error(`Subscription ${logicalId}: the local runner knows mail only.`);
      this.#addresses.get(String(properties.TopicArn))?.push(String(properties.Endpoint));
    }
  }

  /**
   * Mails a publication to the topic's subscribers, if the topic's policy lets the service publish; otherwise logs the
   * refusal.
   */
  publish({ topic, service, sourceArn, subject, message }: Publication): void {
    const { policies, mails, say, now } = this.#options;
    const addresses = this.#addresses.get(topic);
    if (addresses === undefined) {
      say(`[sns] ${topic} does not exist; ${sourceArn} can't publish to it.`);
      return;
    }
    const refusal = policies.serviceRefusal({
      service,
      action: "sns:Publish",
      resource: topic,
      context: { "aws:SourceArn": sourceArn, "aws:SourceAccount": ACCOUNT },
    });
    if (refusal !== null) {
      say(`[sns] ${sourceArn}: ${refusal}`);
      return;
    }
    for (const address of addresses) {
      mails.add({
        messageId: randomUUID(),
        from: `${nameOfArn(topic)} <no-reply@sns.${REGION}.amazonaws.com>`,
        destination: { to: [address], cc: [], bcc: [] },
        subject,
        body: { text: message },
        at: Math.floor(now() / 1_000),
      });
    }
  }
}
