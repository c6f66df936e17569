import * as z from "zod/mini";
import { pageAnswer, pageQuery } from "../shared/http/pagination.ts";
import { trueOrFalse } from "../shared/http/query-values.ts";
import type { Routes } from "../shared/http/route.ts";
import { DELIVERY_STATUSES } from "./domain/delivery.ts";
import { FEED_PATH } from "./domain/documents/atom-feed.ts";
import { BLOGROLL_PATH } from "./domain/documents/blogroll.ts";
import { MENTION_KINDS, MENTION_STATUSES } from "./domain/mention.ts";
import { WELL_KNOWN_PATH } from "./domain/web-url.ts";
import { blockedHostBody, blockedHostSchema } from "./http/bodies/blocked-host-answer.ts";
import { deliverySchema, listedDeliverySchema } from "./http/bodies/delivery-answer.ts";
import { incomingSchema } from "./http/bodies/incoming-answer.ts";
import { mentionSchema } from "./http/bodies/mention-answer.ts";
import { checkedSiteSchema, recommendationSchema } from "./http/bodies/recommendation-answer.ts";
import { checkBody, newRecommendationBody, recommendationChangesBody } from "./http/bodies/recommendation-body.ts";
import { settingsSchema } from "./http/bodies/settings-answer.ts";
import { siteInfoSchema } from "./http/bodies/site-info-answer.ts";
import { listQuery } from "./http/query/list-query.ts";
import { numberedPageQuery, paginationSchema } from "./http/query/pagination.ts";

const params = z.object({ id: z.string() });

const one = z.object({ recommendations: z.tuple([recommendationSchema]) });
const meta = z.object({ pagination: paginationSchema });

const sitePage = {
  path: "/",
  access: "public",
  isKeptBySite: true,
  answers: {
    200: {
      description: "The page",
      textType: "text/html",
      headers: { Link: "The address for Webmentions (rel webmention)" },
    },
  },
} as const;

const siteInfo = {
  method: "GET",
  access: "public",
  answers: { 200: { description: "The site", body: siteInfoSchema } },
} as const;

const wellKnownSchema = z.object({
  url: z.string(),
  updated_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
});

/**
 * The files of the site's domain, which are served from its bucket without a function: the OpenAPI document describes them,
 * but they are not routes of the API.
 */
export const recommendationsFiles = {
  wellKnown: {
    method: "GET",
    path: WELL_KNOWN_PATH,
    access: "public",
    summary: "The addresses of the recommendations, as Ghost publishes them; on the site's domain",
    answers: { 200: { description: "All recommendations, oldest first", body: z.array(wellKnownSchema) } },
  },
  feed: {
    method: "GET",
    path: FEED_PATH,
    access: "public",
    summary: "The recommendations as an Atom feed (RFC 4287); on the site's domain",
    answers: { 200: { description: "The newest hundred, newest first", textType: "application/atom+xml" } },
  },
  blogroll: {
    method: "GET",
    path: BLOGROLL_PATH,
    access: "public",
    summary: "The recommendations as an outline (OPML 2.0); on the site's domain",
    answers: { 200: { description: "All recommendations, newest first", textType: "text/x-opml" } },
  },
} as const satisfies Routes;

/**
 * The routes of recommendations and Webmention. Their envelopes are those of Ghost's Admin API; their rejections are ours.
 */
export const recommendationsRoutes = {
  listRecommendations: {
    method: "GET",
    path: "/v1/recommendations",
    access: "public",
    summary: "The recommendations, by page, filter (NQL) and order, with counts if they are requested",
    query: listQuery,
    answers: {
      200: { description: "One page", body: z.object({ recommendations: z.array(recommendationSchema), meta }) },
    },
    refusals: { 400: ["invalid_filter"] },
  },
  listForElement: {
    method: "GET",
    path: "/embed/recommendations",
    access: "public",
    isKeptBySite: true,
    summary: "The recommendations, for the element magpie-recommendations; on the site's domain",
    query: z.pick(listQuery, { limit: true, order: true }),
    answers: {
      200: { description: "The first page", body: z.object({ recommendations: z.array(recommendationSchema), meta }) },
    },
  },
  getRecommendation: {
    method: "GET",
    path: "/v1/recommendations/{id}",
    access: "public",
    summary: "One recommendation",
    params,
    answers: { 200: { description: "The recommendation", body: one } },
    refusals: { 404: ["not_found"] },
  },
  createRecommendation: {
    method: "POST",
    path: "/v1/recommendations",
    mayTakeLong: true,
    access: "admin",
    summary: "Recommend a site and notify it; a rejection duplicate_url has the recommendation_id of the existing one",
    idempotencyKey: "optional",
    body: newRecommendationBody,
    answers: { 201: { description: "Recommended", body: one } },
    refusals: { 400: ["duplicate_url"], 409: ["too_many_recommendations"] },
  },
  checkRecommendation: {
    method: "POST",
    path: "/v1/recommendations/check",
    mayTakeLong: true,
    access: "admin",
    summary: "Look up a site: a recommended site is refreshed; nothing is stored of another site",
    body: checkBody,
    answers: {
      200: { description: "The site", body: z.object({ recommendations: z.tuple([checkedSiteSchema]) }) },
    },
  },
  updateRecommendation: {
    method: "PUT",
    path: "/v1/recommendations/{id}",
    mayTakeLong: true,
    access: "admin",
    summary: "Change the sent fields of a recommendation and notify its site, and the site of the previous address",
    params,
    body: recommendationChangesBody,
    answers: { 200: { description: "The changed recommendation", body: one } },
    refusals: { 400: ["duplicate_url"], 404: ["not_found"], 409: ["too_many_recommendations"] },
  },
  deleteRecommendation: {
    method: "DELETE",
    path: "/v1/recommendations/{id}",
    access: "admin",
    summary: "Delete a recommendation and notify its site",
    params,
    answers: { 204: { description: "Deleted" } },
    refusals: { 404: ["not_found"] },
  },
  trackClicked: {
    method: "POST",
    path: "/v1/recommendations/{id}/clicked",
    access: "public",
    summary: "Count that a reader followed a recommendation; without a token, an address counts ten times a day",
    params,
    idempotencyKey: "optional",
    answers: { 204: { description: "Counted" } },
    refusals: { 404: ["not_found"] },
  },
  trackSubscribed: {
    method: "POST",
    path: "/v1/recommendations/{id}/subscribed",
    access: "public",
    summary:
      "Count that a person subscribed to a recommended site: once for a member, or once for a browser that keeps its Idempotency-Key, at most ten a day for each address",
    params,
    idempotencyKey: "optional",
    answers: { 204: { description: "Counted, now or earlier" } },
    refusals: { 401: ["unauthorized"], 404: ["not_found"] },
  },
  announceRecommendation: {
    method: "POST",
    path: "/v1/recommendations/{id}/announce",
    access: "admin",
    summary: "Notify the recommended site again, whatever the outcome of the latest delivery",
    params,
    answers: { 202: { description: "Announced" } },
    refusals: { 404: ["not_found"], 409: ["too_many_recommendations"] },
  },
  listAllDeliveries: {
    method: "GET",
    path: "/v1/deliveries",
    access: "admin",
    summary: "The deliveries of all recommendations, latest announcement first, by status",
    query: z.object({ ...pageQuery, status: z.optional(z.enum(DELIVERY_STATUSES)) }),
    answers: { 200: pageAnswer("deliveries", listedDeliverySchema) },
  },
  listDeliveries: {
    method: "GET",
    path: "/v1/recommendations/{id}/deliveries",
    access: "admin",
    summary: "The deliveries of a recommendation, even of a deleted one",
    params,
    answers: { 200: { description: "By target", body: z.object({ deliveries: z.array(deliverySchema) }) } },
    refusals: { 404: ["not_found"] },
  },
  listIncomingRecommendations: {
    method: "GET",
    path: "/v1/incoming-recommendations",
    access: "admin",
    summary: "The sites that recommend ours, latest first",
    query: z.object(numberedPageQuery),
    answers: { 200: { description: "One page", body: z.object({ recommendations: z.array(incomingSchema), meta }) } },
  },
  listMentions: {
    method: "GET",
    path: "/v1/mentions",
    access: "admin",
    summary: "The mentions of our pages, newest first, by kind and status, hidden ones or the others",
    query: z.object({
      ...pageQuery,
      kind: z.optional(z.enum(MENTION_KINDS)),
      status: z.optional(z.enum(MENTION_STATUSES)),
      hidden: z.optional(trueOrFalse),
    }),
    answers: { 200: pageAnswer("mentions", mentionSchema) },
  },
  updateMention: {
    method: "PATCH",
    path: "/v1/mentions/{id}",
    access: "admin",
    summary:
      "Hide a mention, or show it again. A hidden mention leaves the incoming recommendations, and stays hidden if it is sent again; one that is shown again is verified",
    params,
    body: z.object({ hidden: z.boolean() }),
    answers: { 200: { description: "The mention", body: mentionSchema } },
    refusals: { 404: ["not_found"] },
  },
  listBlockedHosts: {
    method: "GET",
    path: "/v1/blocked-hosts",
    access: "admin",
    summary: "The hosts whose mentions are dropped, latest first",
    query: z.object(pageQuery),
    answers: { 200: pageAnswer("blocked_hosts", blockedHostSchema) },
  },
  blockHost: {
    method: "POST",
    path: "/v1/blocked-hosts",
    access: "admin",
    summary: "Drop the mentions of a host and its subdomains; verified ones disappear from every list",
    idempotencyKey: "optional",
    body: blockedHostBody,
    answers: { 201: { description: "Blocked, now or earlier", body: blockedHostSchema } },
    refusals: { 409: ["too_many_blocked_hosts"] },
  },
  unblockHost: {
    method: "DELETE",
    path: "/v1/blocked-hosts/{host}",
    access: "admin",
    summary: "Accept a host's mentions again",
    params: z.object({ host: z.string() }),
    answers: { 204: { description: "No longer blocked" } },
    refusals: { 404: ["not_found"] },
  },
  receiveWebmention: {
    method: "POST",
    path: "/webmentions",
    access: "public",
    summary: "Send a Webmention: a page links to one of ours (W3C Webmention)",
    body: z.object({ source: z.string(), target: z.string() }),
    bodyType: "application/x-www-form-urlencoded",
    answers: { 202: { description: "Accepted; it will be verified" } },
    refusals: {
      400: ["invalid_source", "invalid_target", "same_source_and_target", "foreign_target"],
      429: ["rate_limited"],
    },
  },
  getSettings: {
    method: "GET",
    path: "/v1/settings",
    access: "public",
    summary: "Whether there are recommendations, and our site",
    answers: { 200: { description: "The settings", body: settingsSchema } },
  },
  getSitePage: { ...sitePage, method: "GET", summary: "The site's page, which lists the recommendations" },
  headSitePage: { ...sitePage, method: "HEAD", summary: "The headers of the site's page, for senders of Webmentions" },
  getEmbedScript: {
    method: "GET",
    path: "/embed.js",
    access: "public",
    isKeptBySite: true,
    summary: "The script that shows the recommendations on other pages, by the element magpie-recommendations",
    answers: { 200: { description: "The script", textType: "text/javascript" } },
  },
  getSiteInfo: { ...siteInfo, path: "/members/api/site/", summary: "The site's metadata, in the form of a Ghost site" },
  getSiteInfoWithoutSlash: {
    ...siteInfo,
    path: "/members/api/site",
    summary: "The same, without the slash at the end",
  },
} as const satisfies Routes;
