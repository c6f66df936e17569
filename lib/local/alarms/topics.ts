import { randomUUID } from "node:crypto";
import type { ResourcePolicies } from "../access/resource-policies.ts";
import type { MailStore } from "../emulators/mail-store.ts";
import { ACCOUNT, nameOfArn, REGION } from "../template/identities.ts";
import type { Template } from "../template/template.ts";

export interface Publication {
  readonly topic: string;
  /** The service that publishes, e.g. `cloudwatch.amazonaws.com`. */
  readonly service: string;
  /** ARN of the alarm that causes the publication. */
  readonly sourceArn: string;
  readonly subject: string;
  /** Fields of the message's JSON. */
  readonly fields: Readonly<Record<string, string>>;
  /** The text that subscribers by mail get instead of the JSON. */
  readonly mail: string;
}

interface Subscription {
  readonly address: string;
  /** The values of the message's fields that the subscription accepts. */
  readonly filter: Readonly<Record<string, readonly string[]>>;
}

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
  readonly #subscriptions = new Map<string, Subscription[]>();

  /** @throws Error on a subscription other than mail, and on a filter other than values of the message's fields */
  constructor(options: TopicsOptions) {
    this.#options = options;
    for (const { ref } of options.template.ofType("AWS::SNS::Topic")) this.#subscriptions.set(ref, []);
    for (const { logicalId, properties } of options.template.ofType("AWS::SNS::Subscription")) {
      if (properties.Protocol !== "email")
        throw new Error(`Subscription ${logicalId}: the local runner knows mail only.`);
      const subscription = { address: String(properties.Endpoint), filter: readFilter(logicalId, properties) };
      this.#subscriptions.get(String(properties.TopicArn))?.push(subscription);
    }
  }

  /**
   * Mails a publication to the topic's subscribers whose filter accepts it, if the topic's policy lets the service publish;
   * otherwise logs the refusal.
   */
  publish({ topic, service, sourceArn, subject, fields, mail }: Publication): void {
    const { policies, mails, say, now } = this.#options;
    const subscriptions = this.#subscriptions.get(topic);
    if (subscriptions === undefined) {
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
    for (const { address, filter } of subscriptions) {
      if (!Object.entries(filter).every(([field, values]) => values.includes(fields[field] ?? ""))) continue;
      mails.add({
        messageId: randomUUID(),
        from: `${nameOfArn(topic)} <no-reply@sns.${REGION}.amazonaws.com>`,
        destination: { to: [address], cc: [], bcc: [] },
        subject,
        body: { text: mail },
        at: Math.floor(now() / 1_000),
      });
    }
  }
}

/** The filter policy of a subscription (SNS guide, "Amazon SNS subscription filter policies"). */
function readFilter(subscription: string, properties: Readonly<Record<string, unknown>>): Subscription["filter"] {
  const { FilterPolicy: policy = {}, FilterPolicyScope: scope } = properties;
  const isKnown = Object.values(policy as object).every(
    (values) => Array.isArray(values) && values.every((value) => typeof value === "string"),
  );
  if (!isKnown || (properties.FilterPolicy !== undefined && scope !== "MessageBody"))
    throw new Error(
      `Subscription ${subscription}: the local runner knows filters by values of the message's body only.`,
    );
  return policy as Subscription["filter"];
}
