import { randomUUID } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import { operations } from "../../lambdas/recommendations/api.ts";
import type { recommendationSchema } from "../../lambdas/recommendations/http/bodies/recommendation-answer.ts";
import type { RecommendationsServices } from "../../lambdas/recommendations/http/services.ts";
import { recommendationsRoutes } from "../../lambdas/recommendations/routes.ts";
import { BlockedHostTable } from "../../lambdas/recommendations/tables/blocked-host-table.ts";
import { MentionCountTable } from "../../lambdas/recommendations/tables/mention-count-table.ts";
import { MentionTable } from "../../lambdas/recommendations/tables/mention-table.ts";
import { RateTable } from "../../lambdas/recommendations/tables/rate-table.ts";
import { ReaderCountTable } from "../../lambdas/recommendations/tables/reader-count-table.ts";
import type { RecommendationMetadataMessage } from "../../lambdas/recommendations/work/request-refresh.ts";
import type { WebmentionReceiveMessage } from "../../lambdas/recommendations/work/webmention-receive-message.ts";
import { IdempotencyTable } from "../../lambdas/shared/idempotency/idempotency-table.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { featureApi } from "../emulators/feature-api.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import type { TestQueue } from "../emulators/test-queue.ts";
import { testQueue } from "../emulators/test-queue.ts";
import type { ChangesWorld } from "./changes-world.ts";
import { changesWorld, changeTables, TABLE } from "./changes-world.ts";
import type { SiteAnswers } from "./readers/site-fetch.ts";
import { siteFetch } from "./readers/site-fetch.ts";
import { sampleOwnSite } from "./sample-own-site.ts";

/** The header that CloudFront adds to each request that it passes on. */
export const VIEWER_SECRET = "viewer-secret";

export type WireRecommendation = z.output<typeof recommendationSchema>;

/** The services of the operations on recommendations, with emulated tables and a bucket in memory. */
export interface RecommendationsWorld extends RecommendationsServices, ChangesWorld {
  readonly clock: ChangesWorld["clock"];
  readonly webmentionSendQueue: ChangesWorld["webmentionSendQueue"];
  readonly webmentionReceiveQueue: TestQueue<WebmentionReceiveMessage>;
  readonly metadataQueue: TestQueue<RecommendationMetadataMessage>;
  /** The metadata of sites, to which a test adds its own. */
  readonly sites: Record<string, SiteAnswers[string]>;
}

export function recommendationsWorld({ client }: Pick<TestDynamo, "client">): RecommendationsWorld {
  const sites: Record<string, SiteAnswers[string]> = {};
  return {
    ...changesWorld({ client }),
    ...recommendationsTables(client),
    webmentionReceiveQueue: testQueue<WebmentionReceiveMessage>(),
    metadataQueue: testQueue<RecommendationMetadataMessage>(),
    site: sampleOwnSite,
    apiUrl: "https://api.alice.example",
    embedScript: async () => "script()",
    // In these tests a token is its bearer's name.
    memberTokens: { verifyMember: async (authorization) => /^Bearer (\w+)$/.exec(authorization ?? "")?.[1] ?? null },
    viewerSecret: { read: async () => VIEWER_SECRET },
    sites,
    fetch: siteFetch(() => sites),
    now: () => 0,
    newId: randomUUID,
  };
}

/** The tables, read and written by one client. @param oneAttempt the client that repeats no call */
export function recommendationsTables(client: DynamoDBDocumentClient, oneAttempt = client) {
  return {
    ...changeTables(client),
    mentions: new MentionTable(client, TABLE),
    mentionCounts: new MentionCountTable(client, TABLE),
    blockedHosts: new BlockedHostTable(client, TABLE),
    rates: new RateTable(client, TABLE),
    readerCounts: new ReaderCountTable(client, oneAttempt, TABLE),
    idempotencyKeys: new IdempotencyTable(client, "idempotency_keys"),
  };
}

/** Sends a request to the feature's function, built like the deployed entry; anonymous unless a user is given. */
export function recommendationsApi(services: RecommendationsServices): (request: HttpRequest) => Promise<HttpAnswer> {
  return featureApi(recommendationsRoutes, operations, services, { user: null });
}

/** The requests of administrators and of anyone. Each returns its answer. */
export function publisher(services: RecommendationsServices) {
  const anybody = recommendationsApi(services);
  const send = (request: HttpRequest) => anybody({ user: "olga", groups: ["admin"], ...request });
  const one = (fields: object) => ({ recommendations: [fields] });
  return {
    send,
    anybody,
    /** Recommends `https://<name>.example/`, or the given fields. */
    add: (name: string, fields: object = {}, headers: Record<string, string> = {}) =>
      send({
        route: "POST /v1/recommendations",
        body: one({ title: name, url: `https://${name}.example/`, ...fields }),
        headers,
      }),
    /** The same, and asserts success. */
    async added(name: string, fields: object = {}): Promise<WireRecommendation> {
      const { status, body } = await this.add(name, fields);
      if (status !== 201) throw new Error(`${name} was answered ${status}: ${JSON.stringify(body)}`);
      return body.recommendations[0];
    },
    put: (id: string, fields: object) =>
      send({ route: "PUT /v1/recommendations/{id}", params: { id }, body: one(fields) }),
    remove: (id: string) => send({ route: "DELETE /v1/recommendations/{id}", params: { id } }),
    check: (url: unknown) => send({ route: "POST /v1/recommendations/check", body: one({ url }) }),
    get: (id: string) => anybody({ route: "GET /v1/recommendations/{id}", params: { id } }),
    list: (query: Record<string, string> = {}) => anybody({ route: "GET /v1/recommendations", query }),
    deliveries: (id: string) => send({ route: "GET /v1/recommendations/{id}/deliveries", params: { id } }),
    announce: (id: string) => send({ route: "POST /v1/recommendations/{id}/announce", params: { id } }),
    allDeliveries: (query: Record<string, string> = {}) => send({ route: "GET /v1/deliveries", query }),
    incoming: (query: Record<string, string> = {}) => send({ route: "GET /v1/incoming-recommendations", query }),
    mentions: (query: Record<string, string> = {}) => send({ route: "GET /v1/mentions", query }),
    hide: (id: string, hidden: unknown) => send({ route: "PATCH /v1/mentions/{id}", params: { id }, body: { hidden } }),
    blockedHosts: (query: Record<string, string> = {}) => send({ route: "GET /v1/blocked-hosts", query }),
    block: (host: unknown, headers: Record<string, string> = {}) =>
      send({ route: "POST /v1/blocked-hosts", body: { host }, headers }),
    unblock: (host: string) => send({ route: "DELETE /v1/blocked-hosts/{host}", params: { host } }),
    click: (id: string, more: Partial<HttpRequest> = {}) =>
      anybody({ route: "POST /v1/recommendations/{id}/clicked", params: { id }, ...more }),
    subscribe: (id: string, more: Partial<HttpRequest> = {}) =>
      anybody({ route: "POST /v1/recommendations/{id}/subscribed", params: { id }, ...more }),
    /** Sends these fields as a form. */
    mention: (fields: Record<string, string> | string, more: Partial<HttpRequest> = {}) =>
      anybody({
        route: "POST /webmentions",
        body: new URLSearchParams(fields).toString(),
        // In the form in which the gateway passes on a body that is neither text nor JSON.
        base64: true,
        ...more,
        headers: { "content-type": "application/x-www-form-urlencoded", ...more.headers },
      }),
  };
}
