import * as z from "zod/mini";
import type { EnvironmentContract } from "../shared/env.ts";
import { count, json, optionalText, text, waitScale } from "../shared/env.ts";
import { callerUses, keysUse, noticesUse } from "../shared/uses.ts";

/** The uses of every entry that presents this site. */
export const siteUses = {
  /** The site's public address with its scheme. */
  SITE_URL: text,
  /** If empty, the site's host is its title. */
  SITE_TITLE: optionalText,
  SITE_DESCRIPTION: optionalText,
  SITE_ICON: optionalText,
  SITE_LOGO: optionalText,
  SITE_ACCENT_COLOR: optionalText,
} satisfies EnvironmentContract;

/** The uses of every entry that writes the published documents. */
const publishUses = {
  ...siteUses,
  SITE_BUCKET: {
    bucket: "site",
    does: ["GetObject", "PutObject", "ListBucket"],
    objects: [".well-known/recommendations.json", ".well-known/recommendations.opml", "recommendations.atom"],
  },
} satisfies EnvironmentContract;

export const apiUses = {
  ...callerUses,
  RECOMMENDATIONS_TABLE: {
    table: "recommendations",
    does: ["PutItem", "GetItem", "BatchGetItem", "Query", "UpdateItem", "DeleteItem"],
    queries: ["listed"],
  },
  IDEMPOTENCY_KEYS_TABLE: keysUse,
  ...publishUses,
  /** The API's public address with its scheme. */
  API_URL: text,
  WEBMENTION_SEND_QUEUE_URL: { queue: "webmention-send", does: ["sends"] },
  WEBMENTION_RECEIVE_QUEUE_URL: { queue: "webmention-receive", does: ["sends"] },
  RECOMMENDATION_METADATA_QUEUE_URL: { queue: "recommendation-metadata", does: ["sends"] },
  /** The secret that CloudFront adds to the requests that it passes on. */
  VIEWER_SECRET: { secret: "viewer" },
  /** The issuer and audience of members' tokens, as in the gateway's authorizer. */
  ISSUER_URL: text,
  ISSUER_AUDIENCE: json(z.array(text)),
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const sendWorkerUses = {
  RECOMMENDATIONS_TABLE: { table: "recommendations", does: ["GetItem", "UpdateItem"] },
  WEBMENTION_SEND_QUEUE_URL: { queue: "webmention-send", does: ["receives"] },
  MAX_RECEIVE_COUNT: count,
  /** The function's time-out: the longest time that one attempt can take. */
  ATTEMPT_SECONDS: count,
  SITE_URL: text,
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const receiveWorkerUses = {
  RECOMMENDATIONS_TABLE: { table: "recommendations", does: ["GetItem", "BatchGetItem", "UpdateItem", "DeleteItem"] },
  NOTICES_TABLE: noticesUse,
  WEBMENTION_RECEIVE_QUEUE_URL: { queue: "webmention-receive", does: ["receives"] },
  MAX_RECEIVE_COUNT: count,
  SITE_URL: text,
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const metadataWorkerUses = {
  RECOMMENDATIONS_TABLE: { table: "recommendations", does: ["GetItem", "Query", "UpdateItem"] },
  RECOMMENDATION_METADATA_QUEUE_URL: { queue: "recommendation-metadata", does: ["receives"] },
  ...publishUses,
  MAX_RECEIVE_COUNT: count,
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const onScheduleUses = {
  RECOMMENDATIONS_TABLE: {
    table: "recommendations",
    does: ["GetItem", "Query", "UpdateItem", "PutItem", "DeleteItem"],
    queries: ["pending", "listed"],
  },
  RECOMMENDATION_METADATA_QUEUE_URL: { queue: "recommendation-metadata", does: ["sends"] },
  WEBMENTION_RECEIVE_QUEUE_URL: { queue: "webmention-receive", does: ["sends"] },
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const reconcileUses = {
  RECOMMENDATIONS_TABLE: {
    table: "recommendations",
    does: ["GetItem", "Query", "PutItem", "UpdateItem"],
    queries: ["pending"],
  },
  ...publishUses,
  WEBMENTION_SEND_QUEUE_URL: { queue: "webmention-send", does: ["resends"] },
  WEBMENTION_RECEIVE_QUEUE_URL: { queue: "webmention-receive", does: ["resends"] },
} satisfies EnvironmentContract;
