import type { Notice } from "../../shared/notices/notice.ts";
import { newNotice } from "../../shared/notices/notice.ts";
import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import { beginning, singleLine } from "../../shared/plain-text.ts";
import type { MentioningSite } from "../domain/mention.ts";
import { addressBlock, siteHost } from "../domain/web-url.ts";

/** In code points: leaves room for the host. */
const MAX_NAME = 100;

/**
 * The notice of a site that has begun to recommend ours: one for each host, however many of its pages are lists. The site's
 * own texts are untrusted.
 *
 * @param site the site's address
 * @param isRecommended whether we recommend it
 */
export function mentionNotice(
  site: URL,
  { title, excerpt }: MentioningSite,
  isRecommended: boolean,
  now: Date,
): Notice {
  const host = canonicalHost(site);
  const name = beginning(singleLine(title ?? ""), MAX_NAME) || host;
  return newNotice(
    {
      kind: "mention",
      about: [addressBlock(siteHost(site))],
      title: `👍 New recommendation: ${name === host ? host : `${name} (${host})`}`,
      lines: [excerpt ?? "", isRecommended ? "You recommend it, too." : "You do not recommend it yet."],
      url: site.href,
      screen: "/app/recommendations/incoming",
    },
    now,
  );
}
