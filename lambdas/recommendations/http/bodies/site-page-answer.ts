import { escaped } from "../../../shared/html/escaped.ts";
import type { Answer } from "../../../shared/http/answer.ts";
import type { OwnSite } from "../../domain/own-site.ts";
import { OWN_LOCALE } from "../../domain/own-site.ts";
import type { Recommendation } from "../../domain/recommendation.ts";

/** Path under which our site takes mentions. */
const WEBMENTIONS = "/webmentions";

/** What a page of ours may load and do: nothing but show its own words in its own style. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE =
  "body{max-width:40rem;margin:2rem auto;padding:0 1rem;font-family:system-ui,sans-serif;line-height:1.5;overflow-wrap:anywhere}li{margin-bottom:1rem}p{margin:0}";

// The words are those of others: their direction may be another.
function paragraph(text: string | null): string {
  return text === null || text === "" ? "" : `\n<p dir="auto">${escaped(text)}</p>`;
}

function listed({ url, title, description }: Recommendation): string {
  return `<li><a href="${escaped(url)}" rel="noopener" dir="auto">${escaped(title)}</a>${paragraph(description)}</li>`;
}

function list(recommendations: readonly Recommendation[]): string {
  if (recommendations.length === 0) return "<p>No site is recommended here yet.</p>";
  return `<h2>Recommended sites</h2>\n<ul>\n${recommendations.map(listed).join("\n")}\n</ul>`;
}

/**
 * The page at our site's root: what we recommend, and where we take mentions, in its head and in a header.
 *
 * @param recommendations in the order in which they are shown
 */
export function sitePageAnswer(
  { url, title, description }: OwnSite,
  recommendations: readonly Recommendation[],
): Answer {
  const html = `<!doctype html>
<html lang="${OWN_LOCALE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>${description === null ? "" : `\n<meta name="description" content="${escaped(description)}">`}
<link rel="webmention" href="${WEBMENTIONS}">
<style>${STYLE}</style>
</head>
<body>
<h1 dir="auto">${escaped(title)}</h1>${paragraph(description)}
${list(recommendations)}
</body>
</html>
`;
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      link: `<${url}${WEBMENTIONS}>; rel="webmention"`,
    },
    text: html,
  };
}
