import type { IncomingRecommendation, ListedDelivery, Mention, Recommendation } from "../../../client/index.ts";
import { RecommendationsScreen } from "../../../console/recommendations/recommendations-screen.tsx";
import { AnsweringApi } from "./answering-api.ts";
import { openPage } from "./page.ts";

/** A recommended site. */
export function recommendation(fields: Partial<Recommendation> & { readonly id: string }): Recommendation {
  return {
    title: `Site ${fields.id}`,
    url: `https://${fields.id}.example/`,
    description: null,
    excerpt: null,
    favicon: null,
    featured_image: null,
    one_click_subscribe: false,
    created_at: "2026-03-01T11:30:00.000Z",
    updated_at: null,
    ...fields,
  } as Recommendation;
}

/** A site that recommends the owner's. */
export function incoming(fields: Partial<IncomingRecommendation> & { readonly id: string }): IncomingRecommendation {
  return {
    title: `Site ${fields.id}`,
    url: `https://${fields.id}.example/`,
    excerpt: null,
    favicon: null,
    featured_image: null,
    recommending_back: false,
    ...fields,
  } as IncomingRecommendation;
}

export function mention(fields: Partial<Mention> & { readonly id: string }): Mention {
  return {
    source: `https://${fields.id}.example/post`,
    target: "https://owner.example/page",
    kind: "page",
    status: "verified",
    hidden: false,
    title: `Post ${fields.id}`,
    first_seen_at: "2026-03-01T11:30:00.000Z",
    last_verified_at: null,
    ...fields,
  } as Mention;
}

export function delivery(fields: Partial<ListedDelivery> = {}): ListedDelivery {
  return {
    recommendation_id: "r1",
    target: "https://r1.example/",
    status: "sent",
    attempts: 2,
    last_status_code: 202,
    last_attempt_at: "2026-03-01T11:30:00.000Z",
    ...fields,
  } as ListedDelivery;
}

/** A list with numbered pages. */
export function numbered<Item>(...pages: readonly (readonly Item[])[]) {
  return (_: unknown, query: URLSearchParams) => {
    const page = Number(query.get("page") ?? 1);
    const pagination = { next: page < pages.length ? page + 1 : null, total: pages.flat().length };
    return { recommendations: pages[page - 1] ?? [], meta: { pagination } };
  };
}

/** Opens a view of the recommendations, by its address. */
export async function openRecommendations(api: AnsweringApi, path = "", isAdmin = true): Promise<void> {
  await (await openPage([], api, isAdmin)).open(RecommendationsScreen, `recommendations${path}`);
}

/** The API without recommendations. */
export const recommendationsApi = (...sites: readonly Recommendation[]) =>
  new AnsweringApi().answer("GET /v1/recommendations", numbered(sites));
