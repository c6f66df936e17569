import { isFailedJobId } from "../../lambdas/bookmarks/domain/bookmark.ts";
import { parsePageUrl } from "../../lambdas/bookmarks/domain/page-url.ts";
import { querySetHash, searchText } from "../../lambdas/books/domain/query-set.ts";
import { newJobBody } from "../../lambdas/books/http/job-body.ts";
import { decodeChangeCursor, encodeChangeCursor } from "../../lambdas/changes/change-cursor.ts";
import { DeliveredStates } from "../../lambdas/changes/delivered-states.ts";
import { changesRoutes } from "../../lambdas/changes/routes.ts";
import { newProductBody } from "../../lambdas/mercari/http/product-body.ts";
import { trendRange } from "../../lambdas/mercari/http/trend-range.ts";
import { unknownRoute } from "../../lambdas/operations/unknown-route.ts";
import { blockableHost } from "../../lambdas/recommendations/domain/blocked-host.ts";
import { xmlText } from "../../lambdas/recommendations/domain/documents/xml-text.ts";
import { mentionSource } from "../../lambdas/recommendations/domain/mention-source.ts";
import { isOwnTarget } from "../../lambdas/recommendations/domain/own-site.ts";
import type { Recommendation } from "../../lambdas/recommendations/domain/recommendation.ts";
import {
  addressBlock,
  duplicateKey,
  publicWebUrl,
  webUrl,
  wellKnownSite,
} from "../../lambdas/recommendations/domain/web-url.ts";
import { newRecommendationBody } from "../../lambdas/recommendations/http/bodies/recommendation-body.ts";
import { memberTokens } from "../../lambdas/recommendations/http/member-tokens.ts";
import { readFilter } from "../../lambdas/recommendations/http/query/filter.ts";
import { listPage } from "../../lambdas/recommendations/http/query/list-page.ts";
import { listQuery } from "../../lambdas/recommendations/http/query/list-query.ts";
import { readViewerAddress } from "../../lambdas/recommendations/http/read-viewer-address.ts";
import { recommendationsRoutes } from "../../lambdas/recommendations/routes.ts";
import { isDerivedId } from "../../lambdas/shared/derived-id.ts";
import { escaped } from "../../lambdas/shared/html/escaped.ts";
import { callerOf } from "../../lambdas/shared/http/caller.ts";
import { contentHash, idempotencyKey } from "../../lambdas/shared/http/idempotency-key.ts";
import { byCreatedAt, decodeCursor } from "../../lambdas/shared/http/pagination.ts";
import { Rejected } from "../../lambdas/shared/http/rejected.ts";
import { bodyBytes, parseBody } from "../../lambdas/shared/http/request-body.ts";
import { validate } from "../../lambdas/shared/http/validate.ts";
import { parseMediaType } from "../../lambdas/shared/outbound/media-type.ts";
import { isPublicAddress, isRefusedHostname } from "../../lambdas/shared/outbound/public-address.ts";
import { headerReference } from "../../lambdas/shared/outbound/redirect-target.ts";
import { parseRetryAfter } from "../../lambdas/shared/outbound/retry-after.ts";
import { sourceStack } from "../../lambdas/shared/source-stack.ts";
import { parseDeckUrl } from "../../lambdas/slides/deck-url.ts";
import { strangersData } from "../../lib/cli/mcp/strangers-data.ts";
import { textPages } from "../../lib/cli/mcp/text-pages.ts";
import { receivedAddress } from "../../lib/cli/session/receive-code.ts";
import { answer } from "./answer.ts";
import type { Reader } from "./reader.ts";
import { LIMITS } from "./reader.ts";

const PUBLIC = ["lambdas/recommendations/api.ts"];
const EVERY_API = [
  ...PUBLIC,
  "lambdas/bookmarks/api.ts",
  "lambdas/slides/api.ts",
  "lambdas/books/api.ts",
  "lambdas/changes/api.ts",
  "lambdas/mercari/api.ts",
  "lambdas/operations/api.ts",
  "lambdas/users/api.ts",
];
const FORM = "application/x-www-form-urlencoded";

/** As many recommendations as allowed, with long texts. */
const RECOMMENDATIONS: readonly Recommendation[] = Array.from({ length: 1_000 }, (_, index) => ({
  id: String(index),
  title: `${index} `.repeat(100),
  url: "https://a.example/",
  description: "d".repeat(200),
  excerpt: "e".repeat(2_000),
  featuredImage: null,
  favicon: null,
  oneClickSubscribe: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: null,
  site: { excerpt: null, featuredImage: null, favicon: null, oneClickSubscribe: false, source: null },
}));

/** The functions that search. */
const sent = (type: string, body: string) => ({ headers: { "content-type": type }, body, isBase64Encoded: false });
const noSecret = { read: async () => null, forget: () => undefined };
const noKeys = memberTokens({ url: "https://issuer.example", audience: ["a"] }, () =>
  Promise.reject(new Error("no keys")),
);

/** The readers of requests, and of the headers of responses. */
export const REQUEST_READERS: readonly Reader[] = [
  {
    name: "a form",
    functions: PUBLIC,
    covers: ["lambdas/shared/http/request-body.ts"],
    limit: LIMITS.body,
    tokens: ["a=1&", "&", "=", "%", "%41", "+", "a", "\0", "#&", "#=#&", "source=&"],
    frames: [
      ["", ""],
      ["source=", "&target=b"],
    ],
    read: (text) =>
      answer(() => {
        const event = sent(FORM, text);
        return validate(recommendationsRoutes.receiveWebmention.body, parseBody(event, bodyBytes(event), FORM), "");
      }),
  },
  {
    name: "a body of JSON",
    functions: EVERY_API,
    covers: [
      "lambdas/shared/http/request-body.ts",
      "lambdas/shared/http/idempotency-key.ts",
      "lambdas/books/domain/job.ts",
      "lambdas/books/http/job-body.ts",
      "lambdas/books/domain/query-set.ts",
      "lambdas/recommendations/domain/web-url.ts",
    ],
    limit: LIMITS.body,
    tokens: ["[", "{", '{"a":', ",", '"a"', "1", "1,", '"",', "}", "]", " ", "\\ud800", '"#":1,'],
    frames: [
      ["", ""],
      ['{"recommendations":[{"title":"', '","url":"https://a.example"}]}'],
      ['{"recommendations":[{"title":"a","url":"https://a.example/', '"}]}'],
      ['{"name":"a","queries":["a",', '"a"]}'],
      ['{"name":"', '"}'],
    ],
    read: (text) => {
      const event = sent("application/json", text);
      return [newRecommendationBody, newJobBody, newProductBody].map((schema) =>
        answer(() => contentHash(validate(schema, parseBody(event, bodyBytes(event)), ""))),
      );
    },
  },
  {
    name: "a job's queries",
    functions: ["lambdas/books/api.ts"],
    covers: ["lambdas/books/domain/query-set.ts"],
    limit: LIMITS.body,
    tokens: [" ", '"', "(", "-", "OR ", "intitle:", "a", "a ", "\u00a0"],
    frames: [["", ""]],
    read: (text) => [searchText([text, text]), querySetHash([text])],
  },
  {
    name: "the order and counts of a list",
    functions: PUBLIC,
    covers: ["lambdas/recommendations/http/query/order.ts"],
    limit: LIMITS.requestHeaders,
    tokens: ["a,", ",", " ", "title asc,", "title,", "count.clicks,", "title asc asc,", "a"],
    frames: [["", ""]],
    cases: [["", "a b c,"]],
    read: (text) =>
      answer(() => {
        const query = validate(listQuery, { order: text, include: text }, "query") as Parameters<typeof listPage>[2];
        return listPage(RECOMMENDATIONS, new Map(), query, () => true);
      }),
  },
  {
    name: "a filter",
    functions: PUBLIC,
    covers: [
      "lambdas/recommendations/http/query/filter.ts",
      "lambdas/recommendations/http/query/date-value.ts",
      "lambdas/recommendations/http/query/pattern.ts",
    ],
    limit: LIMITS.filter,
    tokens: [
      ..."(|)|title:'a'+|title:'a',|title:~'a'+|title:[a,|a,|'|\\'|+|,|-|now-1d|title:|created_at:>now-1d+| ".split(
        "|",
      ),
      "excerpt:~'e'+",
      ..."e|1|\\^|null\\^|__proto__:null,".split("|"),
    ],
    frames: [
      ["", ""],
      ["title:'", "'"],
      ["title:[", "a]"],
      ["excerpt:~'", "'"],
      ["excerpt:~$'", "b'"],
    ],
    read: (text) => answer(() => RECOMMENDATIONS.filter(readFilter(text, new Date(0)))),
  },
  {
    name: "cursors, keys, ids and dates",
    functions: EVERY_API,
    covers: [
      "lambdas/shared/http/pagination.ts",
      "lambdas/shared/http/query-values.ts",
      "lambdas/shared/http/idempotency-key.ts",
      "lambdas/shared/derived-id.ts",
      "lambdas/bookmarks/domain/bookmark.ts",
      "lambdas/mercari/http/trend-range.ts",
    ],
    limit: LIMITS.requestHeaders,
    tokens: ["a", "_", "=", "%", "-", "é", '"', " ", "0123abcd-", "1", "0", "T", ":", "."],
    frames: [
      ["", ""],
      ['"', '"'],
      ["2026-01-01T", "Z"],
    ],
    read: (text) => [
      answer(() => decodeCursor(text, ["a"], byCreatedAt)),
      answer(() => idempotencyKey(text, "required")),
      answer(() => validate(trendRange.from, text, "query")),
      answer(() => validate(listQuery, { page: text, limit: text }, "query")),
      isDerivedId(text),
      isFailedJobId(text),
    ],
  },
  {
    name: "a cursor of the changes",
    functions: ["lambdas/changes/api.ts"],
    covers: ["lambdas/changes/change-cursor.ts"],
    limit: LIMITS.requestHeaders,
    tokens: ["a", "abcdefghijk", "_", "-", "=", "1", '"', "é", ":", "T"],
    frames: [
      ["", ""],
      ["2026-01-01T", "Z"],
    ],
    read: (text) => {
      const at = { now: new Date(0), overlapMs: 0 };
      const known = { before: text, met: text };
      const positions = { bookmark: { changedAt: text, id: text }, stock: null };
      const pass = { begunAt: 0, from: null, positions };
      return [
        answer(() => validate(changesRoutes.listChanges.query, { limit: text, cursor: text }, "query")),
        answer(() => decodeChangeCursor("a", text, at)),
        // Anybody can make a cursor for themselves.
        answer(() => decodeChangeCursor("a", encodeChangeCursor("a", { madeAt: 0, pass, isOver: false, known }), at)),
        DeliveredStates.decode(known).inPass,
      ];
    },
  },
  {
    name: "a path, an address and a token of a request",
    functions: [...PUBLIC, "lambdas/operations/api.ts"],
    covers: [
      "lambdas/operations/unknown-route.ts",
      "lambdas/recommendations/http/read-viewer-address.ts",
      "lambdas/recommendations/domain/blocked-host.ts",
      "lambdas/recommendations/http/member-tokens.ts",
      "lambdas/recommendations/domain/web-url.ts",
      "lambdas/shared/http/bearer-token.ts",
      "lambdas/shared/http/caller.ts",
      "lambdas/shared/source-stack.ts",
    ],
    limit: LIMITS.requestHeaders,
    tokens: ["/", ":", "1", "[", "]", "a", ".", " ", "::", "%", "admin ", "file://", ".mjs:1"],
    frames: [
      ["", ""],
      ["Bearer ", "!"],
      ["[", "]"],
      ["https://", "/"],
    ],
    read: async (text) => {
      const claims = { sub: "a", "cognito:groups": text };
      const requestContext = { authorizer: { jwt: { claims } } };
      for (const headers of [{}, { authorization: text }]) {
        try {
          callerOf({ headers, requestContext } as unknown as Parameters<typeof callerOf>[0], "cognito:groups");
        } catch (error) {
          if (!(error instanceof Rejected)) throw error;
        }
      }
      sourceStack(text);
      blockableHost(text);
      const source = webUrl(text);
      if (source !== null) mentionSource(source);
      unknownRoute(text, Object.values(recommendationsRoutes));
      addressBlock(text);
      await noKeys.verifyMember(text.replace(/ /g, "").replace("Bearer", "Basic "));
      return readViewerAddress(
        { headers: { "cloudfront-viewer-address": text }, sourceAddress: "192.0.2.1" },
        noSecret,
      );
    },
  },
  {
    name: "an address in a body",
    functions: EVERY_API,
    covers: [
      "lambdas/shared/page-identity.ts",
      "lambdas/slides/deck-url.ts",
      "lambdas/recommendations/domain/web-url.ts",
      "lambdas/recommendations/domain/own-site.ts",
      "lambdas/shared/html/escaped.ts",
      "lambdas/recommendations/domain/documents/xml-text.ts",
      "lambdas/shared/outbound/canonical-host.ts",
      "lambdas/shared/outbound/outbound-guard.ts",
    ],
    limit: LIMITS.body,
    tokens: [
      ..."/|.|../|%2e|%|@|:|?|&|a|a.|あ|xn--|[|\\|/u/0|/a/b.c|a=b&|utm_a=&".split("|"),
      "#",
      "\t",
      " ",
      "\ud800",
    ],
    frames: [
      ["", ""],
      ["https://a.example/", ""],
      ["https://", "/"],
      ["https://a.example/?", ""],
      ["https://docs.google.com", "/presentation/d/x"],
      ["https://speakerdeck.com/", ""],
      ["https://docswell.com/s/a/ABC123-", ""],
    ],
    read: (text) => {
      const url = publicWebUrl(text);
      if (url !== null) {
        duplicateKey(url);
        wellKnownSite(new URL(url));
      }
      const host = text.slice(0, 2_000);
      return [
        ...[parsePageUrl(text), parseDeckUrl(text), publicWebUrl(text), isOwnTarget(text, "https://our.example")],
        ...[escaped(text), xmlText(text), isRefusedHostname(host), isPublicAddress(host)],
      ];
    },
  },
  {
    name: "the headers of an answer",
    functions: ["lambdas/bookmarks/worker.ts", ...PUBLIC],
    covers: ["media-type", "redirect-target", "retry-after"].map((name) => `lambdas/shared/outbound/${name}.ts`),
    limit: LIMITS.answerHeaders,
    tokens: ["a", "/", ";", "=", '"', "\\", " ", "a/b", "charset=", "1", "Sun, 06 Nov 1994 08:49:37 GMT", ","],
    frames: [
      ["", ""],
      ["a/b;charset=", ""],
      ['a/b;charset="', ""],
    ],
    read: (text) => [parseMediaType(text), parseRetryAfter(text, new Date(0), text), headerReference(text)],
  },
  {
    name: "the address by which a browser comes back to the command line",
    functions: ["bin/cli.ts"],
    covers: ["lib/cli/session/receive-code.ts"],
    limit: LIMITS.requestLine,
    tokens: [..."/|//|\\|.|../|%2e|%|@|:|?|&|=|[|http:|a|signed-in|code=a&|state=a&".split("|"), "#", "\t", " "],
    frames: [
      ["", ""],
      ["/", ""],
      ["/signed-in?", ""],
      ["http://", "/signed-in"],
    ],
    read: (text) => receivedAddress(text, "http://localhost:48163/signed-in", "a"),
  },
  {
    name: "a kept text, in the pages and between the marks that an agent gets",
    functions: ["bin/cli.ts"],
    covers: ["lib/cli/mcp/strangers-data.ts", "lib/cli/mcp/text-pages.ts"],
    limit: LIMITS.page,
    tokens: ["a", " ", "\n", "\n\n", "東", "🐦", "\ud83d", "\u0000", "\u202e", "\u{e0061}", ">>> end of data ", "#"],
    frames: [["", ""]],
    read: (text) => textPages(text).map((page) => strangersData(page)),
  },
];
