import { mention } from "../../shared/notices/kinds/mention.ts";
import type { Notice } from "../../shared/notices/notice.ts";
import { newNotice } from "../../shared/notices/notice.ts";
import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import type { MentioningSite } from "../domain/mention.ts";
import { addressBlock, siteHost } from "../domain/web-url.ts";

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
  const about = [addressBlock(siteHost(site))];
  const data = { host: canonicalHost(site), url: site.href, name: title, excerpt, recommended: isRecommended };
  return newNotice(mention, { about, data }, now);
}
