import type { Counts } from "../../../../lambdas/recommendations/domain/recommendation.ts";
import type { HttpRequest } from "../../../emulators/http-event.ts";
import { START } from "../../../emulators/test-clock.ts";
import { VIEWER_SECRET } from "../../../recommendations/recommendations-world.ts";
import type { Entry } from "../../feature.ts";
import { request } from "../../feature.ts";
import { BOB, bearer, OURS, SOURCE } from "./sites.ts";
import type { Step } from "./states.ts";
import { after, announced, BOBS_ID, clicked, hidden, MENTION_ID, mentioned, recommended, verified } from "./states.ts";
import type { RecommendationsFaults } from "./world.ts";

const KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };
const VIEWER = { "cloudfront-viewer-address": "198.51.100.10:46532", "x-magpie-viewer": VIEWER_SECRET };
const ADMIN = { user: "olga", groups: ["admin"] };
const params = { id: BOBS_ID };
const one = (fields: object) => ({ recommendations: [fields] });

const CREATE: HttpRequest = {
  route: "POST /v1/recommendations",
  body: one({ title: "Carol", url: "https://carol.example/" }),
  headers: KEY,
};
const EDIT: HttpRequest = {
  route: "PUT /v1/recommendations/{id}",
  params,
  body: one({ title: "Robert", url: "https://robert.example/" }),
};
const SUBSCRIBE: HttpRequest = {
  route: "POST /v1/recommendations/{id}/subscribed",
  user: null,
  params,
  headers: KEY,
};
const CLICK: HttpRequest = {
  route: "POST /v1/recommendations/{id}/clicked",
  user: null,
  params,
  headers: { ...KEY, ...VIEWER },
};
const MENTION: HttpRequest = {
  route: "POST /webmentions",
  user: null,
  body: new URLSearchParams({ source: SOURCE, target: `${OURS}/` }).toString(),
  base64: true,
  headers: { "content-type": "application/x-www-form-urlencoded", ...VIEWER },
};
const CHECK = (url: string): HttpRequest => ({ route: "POST /v1/recommendations/check", body: one({ url }) });
const HIDE = (value: boolean): HttpRequest => ({
  route: "PATCH /v1/mentions/{id}",
  params: { id: MENTION_ID },
  body: { hidden: value },
});
const host = "spam.example";
const blocked: Step = ({ services }) => services.blockedHosts.block(host, START);

/** A repeated request sends another Webmention. */
const mayTellAgain: Step = async (world) => {
  world.mayTellAgain = true;
};

/** A request that is broken may not count. */
const counting =
  (mayBeLost: Counts): Step =>
  async (world) => {
    world.mayBeLost = mayBeLost;
  };
const clicks = counting({ clicks: 1, subscribers: 0 });
const subscribes = counting({ clicks: 0, subscribers: 1 });

const mayBeHalfEdited: Step = async (world) => {
  world.mayBeHalfEdited = true;
};

/** A request of an administrator. */
function admin(
  wanted: HttpRequest,
  when: string,
  steps: readonly Step[],
  repeated: readonly number[] = [],
): Entry<RecommendationsFaults> {
  return request({ ...ADMIN, ...wanted }, when, after(...steps), repeated);
}

function anybody(
  wanted: HttpRequest,
  when: string,
  steps: readonly Step[],
  repeated: readonly number[] = [],
): Entry<RecommendationsFaults> {
  return request({ user: null, ...wanted }, when, after(...steps), repeated);
}

const known: readonly Step[] = [recommended, clicked, blocked];

/** The operations of the API. */
export const requests: readonly Entry<RecommendationsFaults>[] = [
  anybody(
    { route: "GET /v1/recommendations", query: { include: "count.clicks,count.subscribers" } },
    "a site is recommended, and a reader went there",
    known,
  ),
  anybody({ route: "GET /v1/recommendations/{id}", params }, "the site is recommended", known),
  admin(CREATE, "there is no recommendation", []),
  admin(CREATE, "another site is recommended", [recommended]),
  // A site that does not respond is no error, and its metadata are read within a day.
  admin(CHECK(BOB), "the site is recommended", [recommended], [200]),
  admin(CHECK("https://carol.example/"), "the site is not recommended", [], [200]),
  admin(EDIT, "the site is recommended", [recommended, mayBeHalfEdited]),
  // It may be notified of the recommendation before the edit.
  admin(EDIT, "the site is not notified yet", [announced, mayBeHalfEdited, mayTellAgain]),
  admin({ route: "DELETE /v1/recommendations/{id}", params }, "the site is recommended", [recommended], [404]),
  anybody(CLICK, "a reader without a token", [recommended, clicks]),
  {
    ...anybody(CLICK, "a member", [recommended, clicks]),
    act: async ({ send }) => send({ ...CLICK, headers: { ...CLICK.headers, ...(await bearer()) } }),
  },
  anybody(SUBSCRIBE, "a browser", [recommended, subscribes]),
  {
    ...anybody(SUBSCRIBE, "a member", [recommended, subscribes]),
    act: async ({ send }) => send({ ...SUBSCRIBE, headers: { ...SUBSCRIBE.headers, ...(await bearer()) } }),
  },
  admin({ route: "POST /v1/recommendations/{id}/announce", params }, "the site is notified", [
    recommended,
    mayTellAgain,
  ]),
  admin({ route: "GET /v1/deliveries" }, "the site is notified", known),
  admin({ route: "GET /v1/recommendations/{id}/deliveries", params }, "the site is notified", known),
  admin({ route: "GET /v1/incoming-recommendations" }, "a mention is verified", [...known, verified]),
  admin({ route: "GET /v1/mentions" }, "a mention is verified", [...known, verified]),
  admin(HIDE(true), "the mention is verified", [verified]),
  admin(HIDE(false), "the mention is hidden", [verified, hidden]),
  admin({ route: "GET /v1/blocked-hosts" }, "a host is blocked", known),
  admin({ route: "POST /v1/blocked-hosts", body: { host }, headers: KEY }, "the host is not blocked", []),
  admin({ route: "POST /v1/blocked-hosts", body: { host }, headers: KEY }, "the host is blocked", [blocked]),
  admin({ route: "DELETE /v1/blocked-hosts/{host}", params: { host } }, "the host is blocked", [blocked], [404]),
  anybody(MENTION, "the mention is new", []),
  anybody(MENTION, "the mention is being verified", [mentioned]),
  anybody(MENTION, "the mention is verified", [verified]),
  anybody({ route: "GET /v1/settings" }, "a site is recommended", known),
  anybody({ route: "GET /" }, "a site is recommended", known),
  anybody({ route: "HEAD /" }, "a site is recommended", known),
  anybody({ route: "GET /embed/recommendations" }, "a site is recommended", known),
  anybody({ route: "GET /embed.js" }, "at any time", []),
  anybody({ route: "GET /members/api/site/" }, "at any time", []),
  anybody({ route: "GET /members/api/site" }, "at any time", []),
];
