import { escapeHtml } from "./mercari-pages.ts";
import type { SimulatedSite, SiteAnswer, SiteRequest } from "./simulated-site.ts";
import { htmlAnswer, jsonAnswer, startSimulatedSite } from "./simulated-site.ts";

/** A site's metadata, on its page and for other sites. */
export type SiteFacts = {
  readonly title: string;
  readonly description: string;
  /** Paths or addresses; null if it has none. */
  readonly image: string | null;
  readonly icon: string | null;
  readonly allowsSignup: boolean;
};

export type WebmentionOptions = {
  /** Default `garden.example`. */
  readonly host?: string;
  readonly facts?: Partial<SiteFacts>;
};

/** The methods by which the site's own page offers its endpoint. */
export type Offer = "header" | "link" | "anchor" | "nowhere";

export type PostedMention = {
  /** With the query. */
  readonly endpoint: string;
  readonly source: string | null;
  readonly target: string | null;
  /** Every field of the form. */
  readonly fields: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly at: number;
};

/**
 * A site of the network: it recommends, is recommended, and accepts mentions. It fails by `fault`, for example `{kind:
 * "status", status: 503}` three times on `/webmentions/receive`.
 */
export type WebmentionSite = SimulatedSite & {
  readonly egressMap: Readonly<Record<string, string>>;
  /** The site's address, with a slash at the end. */
  readonly url: string;
  /** The address of its list of recommendations: the source of its mentions. */
  readonly source: string;
  /** The endpoint of its page. */
  readonly endpoint: string;
  /** Adds a site to the list. */
  recommend(url: string, createdAt?: string): void;
  /** Removes it. */
  withdraw(url: string): void;
  /** From now on the list has this response; null: the list itself. */
  list(answer: SiteAnswer | null): void;
  offer(offer: Offer): void;
  describe(facts: Partial<SiteFacts>): void;
  /** The response of `members/api/site`; null: 404, like a site that is no Ghost. */
  members(answer: SiteAnswer | "ghost" | null): void;
  /** Sets a page at a path of the host; null removes it. */
  page(path: string, answer: SiteAnswer | null): void;
  /** The mentions posted to any endpoint, oldest first. */
  posted(): PostedMention[];
};

const listPath = "/.well-known/recommendations.json";
const endpointPath = "/webmentions/receive";
const notFound = htmlAnswer(404, "<!doctype html><title>Not found</title><h1>Not found</h1>");
const usualFacts: SiteFacts = {
  title: "The garden",
  description: "Notes from a small garden.",
  image: "/pictures/garden.jpg",
  icon: "/icon.png",
  allowsSignup: true,
};

type Recommended = { readonly url: string; readonly created_at: string; readonly updated_at: string };

function posted({ method, path, query, body, headers, at }: SiteRequest): PostedMention[] {
  if (method !== "POST") return [];
  const form = new URLSearchParams(body);
  return [
    {
      endpoint: query.size > 0 ? `${path}?${query}` : path,
      source: form.get("source"),
      target: form.get("target"),
      fields: Object.fromEntries(form),
      contentType: headers["content-type"] ?? "",
      at,
    },
  ];
}

/** 202 for a form with two different web addresses, else 400 (W3C Webmention, 3.2.1). */
function taken({ body, headers }: SiteRequest): SiteAnswer {
  const form = new URLSearchParams(body);
  const [source, target] = ["source", "target"].map((name) => URL.parse(form.get(name) ?? "")?.href);
  const isForm = (headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  const isFine = isForm && source !== undefined && target !== undefined && source !== target;
  return { status: isFine ? 202 : 400, headers: { "content-type": "text/plain" }, body: isFine ? "" : "not a mention" };
}

/**
 * Starts a site on a free port of 127.0.0.1; it has no recommendations yet, and its page offers its endpoint in its head.
 */
export async function startWebmentionSite(options: WebmentionOptions = {}): Promise<WebmentionSite> {
  const { host = "garden.example" } = options;
  const origin = `https://${host}`;
  const pages = new Map<string, SiteAnswer>();
  const recommended = new Map<string, Recommended>();
  let facts: SiteFacts = { ...usualFacts, ...options.facts };
  let offer: Offer = "link";
  let listed: SiteAnswer | null = null;
  let members: SiteAnswer | "ghost" | null = "ghost";

  function homePage(): SiteAnswer {
    const { title, description, image, icon } = facts;
    const meta = (property: string, content: string | null) =>
      content === null ? "" : `<meta property="${property}" content="${escapeHtml(content)}">`;
    const html = `<!doctype html>
<html lang="en">
<head>
  <title>${escapeHtml(title)}</title>
  ${meta("og:title", title)}${meta("og:description", description)}${meta("og:image", image)}
  ${icon === null ? "" : `<link rel="icon" href="${escapeHtml(icon)}">`}
  ${offer === "link" ? `<link rel="webmention" href="${endpointPath}">` : ""}
</head>
<body><h1>${escapeHtml(title)}</h1>${offer === "anchor" ? `<a rel="webmention" href="${endpointPath}">Mention us</a>` : ""}</body>
</html>`;
    const answer = htmlAnswer(200, html);
    if (offer !== "header") return answer;
    return { ...answer, headers: { ...answer.headers, link: `<${endpointPath}>; rel="webmention"` } };
  }

  function membersAnswer(): SiteAnswer {
    if (members !== "ghost") return members ?? notFound;
    const { title, description, image, icon, allowsSignup } = facts;
    const whole = (reference: string | null) => reference && new URL(reference, origin).href;
    const site = {
      title,
      description,
      logo: null,
      icon: whole(icon),
      cover_image: whole(image),
      accent_color: "#2f7d32",
      locale: "en",
      url: `${origin}/`,
      version: "6.0",
      allow_external_signup: allowsSignup,
    };
    return jsonAnswer(200, { site });
  }

  function answer(request: SiteRequest): SiteAnswer {
    const { method, path } = request;
    const own = pages.get(path);
    if (own !== undefined) return own;
    if (method === "POST") return path.replace(/\/$/, "") === endpointPath ? taken(request) : notFound;
    if (path === listPath) return listed ?? jsonAnswer(200, [...recommended.values()]);
    if (path.replace(/\/$/, "") === "/members/api/site") return membersAnswer();
    return path === "/" ? homePage() : notFound;
  }

  const site = await startSimulatedSite(answer);
  return {
    ...site,
    egressMap: { [host]: site.origin },
    url: `${origin}/`,
    source: `${origin}${listPath}`,
    endpoint: `${origin}${endpointPath}`,
    recommend(url, createdAt = "2026-01-02T03:04:05.000Z") {
      recommended.set(url, { url, created_at: createdAt, updated_at: createdAt });
    },
    withdraw(url) {
      recommended.delete(url);
    },
    list(answer) {
      listed = answer;
    },
    offer(next) {
      offer = next;
    },
    describe(changes) {
      facts = { ...facts, ...changes };
    },
    members(answer) {
      members = answer;
    },
    page(path, answer) {
      if (answer === null) pages.delete(path);
      else pages.set(path, answer);
    },
    posted: () => site.requests().flatMap(posted),
  };
}
