import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import { mentionId } from "../../../lambdas/recommendations/domain/mention.ts";
import type { deliverySchema } from "../../../lambdas/recommendations/http/bodies/delivery-answer.ts";
import type { incomingSchema } from "../../../lambdas/recommendations/http/bodies/incoming-answer.ts";
import type {
  checkedSiteSchema,
  recommendationSchema,
} from "../../../lambdas/recommendations/http/bodies/recommendation-answer.ts";
import { MentionTable } from "../../../lambdas/recommendations/tables/mention-table.ts";
import type { EgressMap } from "../../../lib/local/egress/egress-map.ts";
import type { Mail } from "../../../lib/local/emulators/mail-store.ts";
import type { Outputs } from "../../../lib/local/outputs.ts";
import type { RunnerOptions } from "../../../lib/local/runner.ts";
import { ApiClient } from "../api-client.ts";
import { clientOptions } from "../client-options.ts";
import type { LoggedRunner } from "../runner-of-tests.ts";
import { startTestRunner } from "../runner-of-tests.ts";
import { send } from "../send.ts";
import { temporaryFolder } from "../temporary-folders.ts";
import { until } from "../until.ts";

const A_YEAR_MS = 365 * 24 * 3_600_000;
const WELL_KNOWN = "/.well-known/recommendations.json";

/** In the API's format. */
export type RecommendationAnswer = z.output<typeof recommendationSchema>;
type CheckedSite = z.output<typeof checkedSiteSchema>;
type Delivery = z.output<typeof deliverySchema>;
type Incoming = z.output<typeof incomingSchema>;

/** One entry of the published list. */
export interface PublishedEntry {
  readonly url: string;
  readonly updated_at: string;
  readonly created_at: string;
}

/** A recommendation as it is sent. */
export type SentRecommendation = Partial<Omit<RecommendationAnswer, "id" | "count">>;

/** An address that exists before its server does. */
export interface Door {
  readonly origin: string;
  /** From now on requests go to this origin. */
  leadTo(origin: string): void;
  close(): Promise<void>;
}

/** Opens a proxy on a free port of 127.0.0.1. Two systems need one: each gets the other's address when it starts. */
export async function openDoor(): Promise<Door> {
  const open = new Set<Socket>();
  let port = 0;
  const server = createServer((visitor) => {
    const host = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [visitor, host],
      [host, visitor],
    ] as const) {
      open.add(socket);
      // When one side disconnects, the other one is disconnected, too.
      socket.once("error", () => other.destroy()).once("close", () => open.delete(socket));
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(origin) {
      port = Number(new URL(origin).port);
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** The whole system in this process, with its own site and the test's simulated sites. */
export class RecommendationsSystem {
  readonly outputs: Outputs;
  readonly admin: ApiClient;
  readonly member: ApiClient;
  /** The log lines of its functions. */
  readonly log: readonly string[];
  readonly #close: () => Promise<void>;

  private constructor({ outputs, log, stop }: LoggedRunner, removeFolder: () => void) {
    this.outputs = outputs;
    this.admin = new ApiClient(outputs.api_url, outputs.tokens.admin);
    this.member = new ApiClient(outputs.api_url, outputs.tokens.member);
    this.log = log;
    this.#close = async () => {
      await stop();
      removeFolder();
    };
  }

  /** @param siteUrl such as `https://alice.example` */
  static async start(
    siteUrl: string,
    egressMap: EgressMap,
    options: Partial<RunnerOptions> = {},
  ): Promise<RecommendationsSystem> {
    const folder = temporaryFolder();
    const runner = await startTestRunner({ dataFolder: folder.path, siteUrl, egressMap, ...options });
    return new RecommendationsSystem(runner, folder.remove);
  }

  /** Ends it, and removes its data. */
  close(): Promise<void> {
    return this.#close();
  }

  /** The site's address as other sites recommend it. */
  get url(): string {
    return `${this.outputs.site_url}/`;
  }

  /** The address of its list of recommendations. */
  get list(): string {
    return `${this.outputs.site_url}${WELL_KNOWN}`;
  }

  add(content: SentRecommendation): Promise<RecommendationAnswer> {
    return this.#one("POST", "/v1/recommendations", content);
  }

  change(id: string, content: SentRecommendation): Promise<RecommendationAnswer> {
    return this.#one("PUT", `/v1/recommendations/${id}`, content);
  }

  check(url: string): Promise<CheckedSite> {
    return this.#one("POST", "/v1/recommendations/check", { url });
  }

  /** @param include the requested counts */
  async recommendation(id: string, include = ""): Promise<RecommendationAnswer | undefined> {
    const path = `/v1/recommendations?limit=100&include=${include}`;
    const { recommendations } = await this.admin.done<{ recommendations: RecommendationAnswer[] }>("GET", path);
    return recommendations.find((recommendation) => recommendation.id === id);
  }

  async deliveries(id: string): Promise<readonly Delivery[]> {
    const path = `/v1/recommendations/${id}/deliveries`;
    return (await this.admin.done<{ deliveries: Delivery[] }>("GET", path)).deliveries;
  }

  async incoming(): Promise<readonly Incoming[]> {
    const path = "/v1/incoming-recommendations";
    return (await this.admin.done<{ recommendations: Incoming[] }>("GET", path)).recommendations;
  }

  /** The mails to the administrators; those of alarms go to another address. */
  async mails(): Promise<readonly Mail[]> {
    const { emails } = await this.admin.done<{ emails: readonly Mail[] }>("GET", "/_local/mail/store");
    return emails.filter(({ destination }) => destination.to.includes("admin@magpie.example"));
  }

  /** Makes the next verification of a mention of our own site due. */
  async dayPassed(source: string): Promise<void> {
    const { client, name } = this.#table();
    const mentions = new MentionTable(client, name);
    const id = mentionId(source, this.url);
    await until(
      `${source} is to be looked at again`,
      () => mentions.due(new Date(Date.now() + A_YEAR_MS), 100),
      (due) => due.some((mention) => mention.id === id),
    );
    const seen = await mentions.get(id);
    if (seen !== null) await mentions.save({ ...seen, nextCheckAt: new Date().toISOString() });
    client.destroy();
  }

  /** The published list, as soon as there is one. @throws Error when it is not JSON */
  async published(): Promise<readonly PublishedEntry[]> {
    const { api_url, site_url } = this.outputs;
    const { host } = new URL(site_url);
    const { body } = await until(
      `${this.list} is there`,
      () => send(Number(new URL(api_url).port), "GET", WELL_KNOWN, "", { host }),
      ({ status }) => status === 200,
    );
    return JSON.parse(body.toString()) as readonly PublishedEntry[];
  }

  /** The deliveries of a recommendation as soon as a site was notified this many times. Reading the log costs nothing. */
  async delivered(id: string, times = 1): Promise<readonly Delivery[]> {
    await this.#logs("delivery_ended", id, times);
    return this.deliveries(id);
  }

  /** Waits until a mention has been verified this many times; by then its notice is made, if there is one. */
  async looked(times: number, text = ""): Promise<void> {
    await this.#logs("mention_checked", text, times);
  }

  /** Waits until the metadata of a recommended site were looked up. */
  async refreshed(id: string): Promise<void> {
    await this.#logs("recommendation_refreshed", id, 1);
  }

  /** The mails as soon as there is one. */
  async mailed(): Promise<readonly Mail[]> {
    await this.admin.call("POST", "/_local/schedules/notices-sending/run");
    await this.#logs("notice_sent", '"kind":"mention"', 1);
    return this.mails();
  }

  #table(): { readonly client: DynamoDBDocumentClient; readonly name: string } {
    const { tables, dynamodb_endpoint } = this.outputs;
    const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(this.outputs, dynamodb_endpoint)));
    return { client, name: String(tables.recommendations) };
  }

  async #logs(message: string, text: string, times: number): Promise<void> {
    await until(
      `${this.url} logs ${message} ${times} times`,
      () => this.log.filter((line) => line.includes(`"${message}"`) && line.includes(text)).length,
      (count) => count >= times,
    );
  }

  async #one<T>(method: string, path: string, content: SentRecommendation): Promise<T> {
    const body = { recommendations: [content] };
    return (await this.admin.done<{ recommendations: [T] }>(method, path, body)).recommendations[0];
  }
}

/** The log lines of calls that a function's role refused. */
export const denied = ({ log }: RecommendationsSystem): string[] => log.filter((line) => /AccessDenied/.test(line));
