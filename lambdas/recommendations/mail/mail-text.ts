import { escaped } from "../../shared/html/escaped.ts";
import { beginning, singleLine } from "../../shared/plain-text.ts";
import type { MailText } from "../../shared/sending/admin-mail.ts";
import { linkTo, paragraph } from "../../shared/sending/mail-markup.ts";
import { webUrl } from "../domain/web-url.ts";

/** The fields of a mail about a site that recommends us. Title and excerpt come from that site and are untrusted. */
export interface NewRecommendation {
  readonly title: string;
  readonly excerpt: string | null;
  /** The site's address. */
  readonly url: string;
  /** Whether our site already recommends it. */
  readonly recommendingBack: boolean;
  /** Our site's name. */
  readonly siteTitle: string;
  /** What an administrator can do next. */
  readonly adminHint: string;
  /** The console's screen of incoming recommendations. */
  readonly consoleUrl: string;
}

/** The fields of a digest: hosts that recommend us. The host names are untrusted. */
export interface Digest {
  /** UTC date, e.g. `2026-11-22`. */
  readonly day: string;
  readonly hosts: readonly string[];
  /** Whether there are more hosts than `hosts` contains. */
  readonly hasMore: boolean;
  /** Our site's name. */
  readonly siteTitle: string;
  /** The console's screen of incoming recommendations. */
  readonly consoleUrl: string;
}

/** All limits are in code points. */
const MAX_SUBJECT = 200;
const MAX_NAME = 200;
const MAX_EXCERPT = 500;

const NAMELESS = "(no title)";

/**
 * The mail that notifies administrators of a site that recommends theirs. Text from that site stays on one line, is stripped
 * of characters that reorder or hide the text around them, and is never markup.
 */
export function newRecommendationMail(facts: NewRecommendation): MailText {
  const title = beginning(singleLine(facts.title), MAX_NAME) || NAMELESS;
  const excerpt = beginning(singleLine(facts.excerpt ?? ""), MAX_EXCERPT);
  const siteTitle = beginning(singleLine(facts.siteTitle), MAX_NAME) || NAMELESS;
  const hint = singleLine(facts.adminHint);
  const act = facts.consoleUrl;
  const link = webUrl(facts.url);
  const standing = facts.recommendingBack ? "You recommend it, too." : "You do not recommend it yet.";
  const first = `A site recommends ${siteTitle}:`;
  return {
    subject: beginning(`👍 New recommendation: ${title}`, MAX_SUBJECT),
    text: `${[first, [title, excerpt, link].filter(Boolean).join("\n"), standing, hint, act].filter(Boolean).join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="en"><body>
<p>${escaped(first)}</p>
<p dir="auto"><b>${link === null ? escaped(title) : linkTo(link, title)}</b></p>${paragraph(excerpt)}${paragraph(link)}
<p>${standing}</p>${paragraph(hint)}
<p>${linkTo(act, act)}</p>
</body></html>
`,
  };
}

/** The mail that names all hosts that began to recommend our site on one day and had no mail of their own. */
export function digestMail({ day, hosts, hasMore, siteTitle, consoleUrl }: Digest): MailText {
  const names = hosts.map((host) => beginning(singleLine(host), MAX_NAME));
  const count = hasMore ? `more than ${hosts.length}` : String(hosts.length);
  const our = beginning(singleLine(siteTitle), MAX_NAME) || NAMELESS;
  const first = `On ${day} (UTC) more sites began to recommend ${our} than are mailed one by one. The others:`;
  const rest = hasMore ? "There are more." : "";
  const hint =
    "GET /v1/incoming-recommendations of your API lists what they say of themselves; POST /v1/blocked-hosts blocks one. On the command line: npm run -s magpie -- mention ls, and mention block <host>.";
  return {
    subject: beginning(`👍 New recommendations: ${count}`, MAX_SUBJECT),
    text: `${[first, names.join("\n"), rest, hint, consoleUrl].filter(Boolean).join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="en"><body>
<p>${escaped(first)}</p>
<ul>
${names.map((name) => `<li>${escaped(name)}</li>`).join("\n")}
</ul>${paragraph(rest)}${paragraph(hint)}
<p>${linkTo(consoleUrl, consoleUrl)}</p>
</body></html>
`,
  };
}
