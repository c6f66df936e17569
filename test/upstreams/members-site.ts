import type { SimulatedSite, SiteAnswer, SiteRequest } from "../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../lib/local/sites/simulated-site.ts";

/** The token that the site issues, and requires for a link. */
const INTEGRITY_TOKEN = "2026-11-20.3f9c";

/** Ghost's CORS headers, for a page of any origin. */
const ANY_ORIGIN = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET,HEAD,PUT,PATCH,POST,DELETE",
};

/** The fields of a requested subscription that tests read. */
export interface MagicLink {
  readonly email: string;
  readonly emailType: string;
  readonly autoRedirect: boolean;
  readonly urlHistory: readonly { readonly referrerSource: string; readonly referrerMedium: string }[];
}

/**
 * Sites with one-click sign-up like Ghost: one below each path, and a page at every other path. `/members/api/…` reads JSON
 * only, from pages of any origin. `/closed/` and the paths below refuse every subscription.
 */
export type MembersSite = SimulatedSite & {
  /** The links that were requested at a path such as `/notes`, oldest first. */
  magicLinks(below: string): MagicLink[];
};

export async function startMembersSite(): Promise<MembersSite> {
  const site = await startSimulatedSite((request) => answerTo(request));
  return {
    ...site,
    magicLinks: (below) =>
      site
        .requests(
          ({ method, path, headers }) =>
            method === "POST" && path === `${below}/members/api/send-magic-link/` && isJson(headers["content-type"]),
        )
        .map(({ body }) => JSON.parse(body)),
  };
}

const isJson = (type: string | undefined) => type?.split(";")[0] === "application/json";

function answerTo(request: SiteRequest): SiteAnswer {
  const [, below = "", endpoint] = /^(.*)\/members\/api\/([\w-]+)\/$/.exec(request.path) ?? [];
  if (endpoint === undefined) return htmlAnswer(200, `<!doctype html><title>${request.path}</title>`);
  if (request.method === "OPTIONS") {
    const headers = String(request.headers["access-control-request-headers"] ?? "");
    return { status: 204, headers: { ...ANY_ORIGIN, "access-control-allow-headers": headers }, body: "" };
  }
  if (below === "/closed") return text(404, "Not found");
  if (endpoint === "integrity-token" && request.method === "GET") return text(200, INTEGRITY_TOKEN);
  if (endpoint === "send-magic-link" && request.method === "POST") return requested(request);
  return text(404, "Not found");
}

function requested({ headers, body }: SiteRequest): SiteAnswer {
  if (!isJson(headers["content-type"])) return text(400, "Email is required.");
  const { email, integrityToken } = JSON.parse(body);
  return email && integrityToken === INTEGRITY_TOKEN ? text(201, "Created.") : text(400, "Bad request.");
}

function text(status: number, body: string): SiteAnswer {
  return { status, headers: { ...ANY_ORIGIN, "content-type": "text/plain; charset=utf-8" }, body };
}
