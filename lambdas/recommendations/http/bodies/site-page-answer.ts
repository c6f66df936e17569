import { escaped } from "../../../shared/html/escaped.ts";
import { styleSource } from "../../../shared/html/style-source.ts";
import type { Answer } from "../../../shared/http/answer.ts";
import { KEPT_BRIEFLY } from "../../../shared/http/answer.ts";
import { FEED_PATH } from "../../domain/documents/atom-feed.ts";
import { BLOGROLL_PATH } from "../../domain/documents/blogroll.ts";
import type { OwnSite } from "../../domain/own-site.ts";
import { OWN_LOCALE } from "../../domain/own-site.ts";
import type { Recommendation } from "../../domain/recommendation.ts";
import { SITE_PAGE_STYLE } from "./site-page-style.ts";

/** The path of our Webmention endpoint. */
const WEBMENTIONS = "/webmentions";
/** The path of the script, which counts clicks and sends subscriptions. */
const SCRIPT = "/embed.js";

const STYLE_SOURCE = styleSource(SITE_PAGE_STYLE);

/**
 * The page's content security policy: its own style and script, and nothing inline. Images and subscriptions may concern
 * any site. A list of a thousand sites would exceed the gateway's limit of 10 KB for all headers, so that the policy lists
 * schemes instead.
 */
function contentSecurityPolicy(siteUrl: string, apiUrl: string): string {
  // A page that is served over http, on one machine, shows other pages of the same machine.
  const anySite = siteUrl.startsWith("https:") ? "https:" : "https: http:";
  return [
    "default-src 'none'",
    `script-src ${siteUrl}${SCRIPT}`,
    `style-src ${STYLE_SOURCE}`,
    `img-src ${anySite}`,
    `connect-src ${apiUrl} ${anySite}`,
    `form-action ${anySite}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

// The text comes from another site and may have another writing direction.
function paragraph(text: string | null, attributes = ""): string {
  return text === null || text === "" ? "" : `\n<p${attributes} dir="auto">${escaped(text)}</p>`;
}

/**
 * An image of another site, without a referrer. The text beside it has the same content. The image is hidden from assistive
 * technology, so that readers of metadata such as metascraper, which Ghost uses, do not take it for the page's own.
 */
function image(kind: "icon" | "image", url: string | null): string {
  if (url === null) return "";
  return `<img class="${kind}" src="${escaped(url)}" alt="" aria-hidden="true" loading="lazy" referrerpolicy="no-referrer">`;
}

/**
 * The form that requests a subscription from a site, by the endpoint of Ghost's portal. The script sends it as JSON, like
 * the portal; without the script the browser sends it as a form. Ghost itself reads only JSON: readers without the script
 * can use its own sign-up page.
 */
function subscription({ id, url, title, oneClickSubscribe }: Recommendation): string {
  if (!oneClickSubscribe) return "";
  const { origin, pathname } = new URL(url);
  const endpoint = `${origin}${pathname.replace(/\/+$/, "")}/members/api/send-magic-link/`;
  const signUp = new URL("#/portal/signup", url).href;
  return `
<form method="post" action="${escaped(endpoint)}" data-site="${escaped(url)}" data-id="${escaped(id)}">
<input type="hidden" name="emailType" value="signup">
<label>Your email address<input type="email" name="email" required autocomplete="email"></label>
<button aria-label="Subscribe to ${escaped(title)}">Subscribe</button>
<p role="status"></p>
<noscript><p>If the site refuses this form: <a href="${escaped(signUp)}" rel="noopener">subscribe on the site itself</a>.</p></noscript>
</form>`;
}

function listed(recommendation: Recommendation): string {
  const { id, url, title, description, excerpt, favicon, featuredImage } = recommendation;
  // As in Ghost: the recommended site sees where its readers come from.
  const link = `<a href="${escaped(url)}" rel="noopener" referrerpolicy="no-referrer-when-downgrade" data-recommendation="${escaped(id)}">`;
  return `<li>
<h3>${link}${image("icon", favicon)}<span dir="auto">${escaped(title)}</span></a></h3>${paragraph(description)}${paragraph(excerpt, ' class="excerpt"')}${image("image", featuredImage)}${subscription(recommendation)}
</li>`;
}

function list(recommendations: readonly Recommendation[]): string {
  if (recommendations.length === 0) return "<p>No site is recommended here yet.</p>";
  return `<h2 id="recommended">Recommended sites</h2>
<magpie-recommendations listed>
<ul role="list" aria-labelledby="recommended">
${recommendations.map(listed).join("\n")}
</ul>
</magpie-recommendations>`;
}

/**
 * The metadata that link previews show of the page (Open Graph, with the card of X): the name and image of this site,
 * instead of those of a recommended site.
 */
function ownMetadata({ url, title, description, icon, logo }: OwnSite): string {
  const image = logo ?? icon;
  const named: readonly (readonly [name: string, value: string | null])[] = [
    ["og:type", "website"],
    ["og:url", `${url}/`],
    ["og:site_name", title],
    ["og:title", title],
    ["og:description", description],
    ["og:image", image],
  ];
  const properties = named.flatMap(([name, value]) =>
    value === null ? [] : [`<meta property="${name}" content="${escaped(value)}">`],
  );
  return [
    ...(description === null ? [] : [`<meta name="description" content="${escaped(description)}">`]),
    `<meta name="publisher" content="${escaped(title)}">`,
    '<meta name="twitter:card" content="summary">',
    ...properties,
    `<link rel="canonical" href="${escaped(url)}/">`,
    ...(icon === null ? [] : [`<link rel="icon" href="${escaped(icon)}">`]),
  ].join("\n");
}

/**
 * The page at our site's root: our recommendations, and our Webmention endpoint in its head and in a header. Only counting
 * clicks requires its script.
 *
 * @param apiUrl the API's address, without a slash at the end
 * @param recommendations in display order
 */
export function sitePageAnswer(site: OwnSite, apiUrl: string, recommendations: readonly Recommendation[]): Answer {
  const { url, title, description } = site;
  const html = `<!doctype html>
<html lang="${OWN_LOCALE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
${ownMetadata(site)}
<link rel="webmention" href="${WEBMENTIONS}">
<link rel="alternate" type="application/atom+xml" title="Recommended sites" href="${FEED_PATH}">
<link rel="blogroll" type="text/x-opml" title="Recommended sites" href="${BLOGROLL_PATH}">
<style>${SITE_PAGE_STYLE}</style>
<script defer src="${escaped(url)}${SCRIPT}"></script>
</head>
<body>
<main>
<h1 dir="auto">${escaped(title)}</h1>${paragraph(description)}
${list(recommendations)}
</main>
</body>
</html>
`;
  return {
    status: 200,
    headers: {
      ...KEPT_BRIEFLY,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy(url, apiUrl),
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      // The distribution asks search engines to leave out what does not say so, such as pictures.
      "x-robots-tag": "all",
      link: `<${url}${WEBMENTIONS}>; rel="webmention"`,
    },
    text: html,
  };
}
