import * as z from "zod/mini";
import { count, json, optionalText, text, waitScale } from "../shared/env.ts";
import { bucket, queue, secret, table } from "../shared/resource-use.ts";
import { callerUses, consumerUses, keysUse, noticesUse } from "../shared/uses.ts";

/** Of every entry that shows our site. */
export const siteUses = {
  /** The site's public address with its scheme. */
  SITE_URL: text,
  /** If empty, the site's host is its title. */
  SITE_TITLE: optionalText,
  SITE_DESCRIPTION: optionalText,
  SITE_ICON: optionalText,
  SITE_LOGO: optionalText,
  SITE_ACCENT_COLOR: optionalText,
};

/** Of every entry that writes the published documents. */
const publishUses = {
  ...siteUses,
  SITE_BUCKET: bucket(
    "site",
    ["GetObject", "PutObject", "ListBucket"],
    [".well-known/recommendations.json", ".well-known/recommendations.opml", "recommendations.atom"],
  ),
};

export const apiUses = {
  ...callerUses,
  RECOMMENDATIONS_TABLE: table(
    "recommendations",
    ["PutItem", "GetItem", "BatchGetItem", "Query", "UpdateItem", "DeleteItem"],
    ["listed"],
  ),
  IDEMPOTENCY_KEYS_TABLE: keysUse,
  ...publishUses,
  /** The API's public address with its scheme. */
  API_URL: text,
  WEBMENTION_SEND_QUEUE_URL: queue("webmention-send", "sends"),
  WEBMENTION_RECEIVE_QUEUE_URL: queue("webmention-receive", "sends"),
  RECOMMENDATION_METADATA_QUEUE_URL: queue("recommendation-metadata", "sends"),
  /** The secret that CloudFront adds to the requests that it passes on. */
  VIEWER_SECRET: secret("viewer"),
  /** The issuer and audience of members' tokens, as in the gateway's authorizer. */
  ISSUER_URL: text,
  ISSUER_AUDIENCE: json(z.array(text)),
  WAIT_SCALE: waitScale,
};

export const sendWorkerUses = {
  RECOMMENDATIONS_TABLE: table("recommendations", ["GetItem", "UpdateItem"]),
  WEBMENTION_SEND_QUEUE_URL: queue("webmention-send", "receives"),
  ...consumerUses,
  /** The function's time-out: the longest time that one attempt can take. */
  ATTEMPT_SECONDS: count,
  SITE_URL: text,
  WAIT_SCALE: waitScale,
};

export const receiveWorkerUses = {
  RECOMMENDATIONS_TABLE: table("recommendations", ["GetItem", "BatchGetItem", "UpdateItem", "DeleteItem"]),
  NOTICES_TABLE: noticesUse,
  WEBMENTION_RECEIVE_QUEUE_URL: queue("webmention-receive", "receives"),
  ...consumerUses,
  SITE_URL: text,
  WAIT_SCALE: waitScale,
};

export const metadataWorkerUses = {
  RECOMMENDATIONS_TABLE: table("recommendations", ["GetItem", "Query", "UpdateItem"]),
  RECOMMENDATION_METADATA_QUEUE_URL: queue("recommendation-metadata", "receives"),
  ...publishUses,
  ...consumerUses,
  WAIT_SCALE: waitScale,
};

export const onScheduleUses = {
  RECOMMENDATIONS_TABLE: table(
    "recommendations",
    ["GetItem", "Query", "UpdateItem", "PutItem", "DeleteItem"],
    ["pending", "listed"],
  ),
  RECOMMENDATION_METADATA_QUEUE_URL: queue("recommendation-metadata", "sends"),
  WEBMENTION_RECEIVE_QUEUE_URL: queue("webmention-receive", "sends"),
  WAIT_SCALE: waitScale,
};

/** The changes that are not published or announced, the deliveries, and the mentions. */
export const reconcileUses = {
  RECOMMENDATIONS_TABLE: table("recommendations", ["GetItem", "Query", "PutItem", "UpdateItem"], ["pending"]),
  ...publishUses,
  WEBMENTION_SEND_QUEUE_URL: queue("webmention-send", "resends"),
  WEBMENTION_RECEIVE_QUEUE_URL: queue("webmention-receive", "resends"),
};
