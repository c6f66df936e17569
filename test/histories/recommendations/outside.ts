import type { OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { sampleOwnSite } from "../../recommendations/sample-own-site.ts";
import type { Change, Source } from "./steps.ts";
import { ENDPOINTS, LINKS, SITES, SOURCES } from "./steps.ts";

/** The address of ours that the sources mention. */
export const OUR_PAGE = `${sampleOwnSite.url}/`;
/** The source of the mentions that we send. */
export const OUR_LIST = `${sampleOwnSite.url}/.well-known/recommendations.json`;

/** The path of every site's endpoint. */
const RECEIVE = "/receive";

/** The other sites, as they answer while they are well. */
export class Outside {
  readonly #endpoints = new Map<string, (typeof ENDPOINTS)[number]>(SITES.map((site) => [site, ENDPOINTS[0]]));
  readonly #links = new Map<string, (typeof LINKS)[number]>(SOURCES.map((source) => [source, LINKS[0]]));

  change(change: Change): void {
    if ("endpoint" in change) this.#endpoints.set(change.of, change.endpoint);
    else this.#links.set(change.of, change.link);
  }

  /** Endpoints that failed accept from now on. */
  heal(): void {
    for (const [site, endpoint] of this.#endpoints) if (endpoint === "failing") this.#endpoints.set(site, "accepting");
  }

  isLinking(source: Source): boolean {
    return this.#links.get(source) === "linking";
  }

  /** @param edition the description of every site at this time */
  answer(edition: string, { url }: OutboundRequest): Partial<OutboundResponse> {
    const { href, pathname } = new URL(url);
    const link = this.#links.get(href);
    if (link !== undefined) return sourceAnswer(href, link);
    const site = new URL("/", href).href;
    const endpoint = this.#endpoints.get(site) ?? "missing";
    if (pathname === RECEIVE) return { status: endpoint === "failing" ? 503 : endpoint === "refusing" ? 400 : 202 };
    if (pathname !== "/") return { status: 404 };
    const offer = endpoint === "missing" ? "" : `<link rel="webmention" href="${RECEIVE}">`;
    return page(`<title>A site</title><meta name="description" content="${edition}">${offer}`);
  }
}

function sourceAnswer(source: string, link: (typeof LINKS)[number]): Partial<OutboundResponse> {
  if (link === "gone") return { status: 410 };
  const target = link === "linking" ? OUR_PAGE : "https://else.example/";
  if (source.endsWith(".json"))
    return { mediaType: "application/json", body: Buffer.from(JSON.stringify([{ url: target }])) };
  return page(`<title>A page</title><p>See <a href="${target}">them</a>.`);
}

function page(html: string): Partial<OutboundResponse> {
  return { mediaType: "text/html", charset: "utf-8", body: Buffer.from(`<!doctype html>${html}`) };
}
