import { isTracking } from "../../shared/page-identity.ts";

/**
 * Parameters that a site adds to its outgoing links, to name itself or the place of the link. Elsewhere some of them are
 * part of an address (`ref` names a branch on GitHub), so that they are not removed from addresses in general; this site's
 * own pages use none of them.
 */
const SOURCE_PARAMETERS = new Set(
  [
    // Ghost, Plausible, Product Hunt, X: the linking site, and Ghost's post and member of a newsletter.
    "ref ref_src ref_url referrer referer attribution_id attribution_type attribution_url",
    "source src via from campaign campaign_id cmpid cid icid ncid trk trkcampaign trackingid spm wt_mc wt_zmc",
    // Mailings: Beehiiv, Substack, Kit, MailerLite, Klaviyo, ActiveCampaign, Drip, Brevo, Matomo's older names, Openstat.
    "_bhlid isfreemail triedredirect publication_id post_id ck_subscriber_id sh_kit ml_subscriber ml_subscriber_hash",
    "_ke _kx vgo_ee sib_id et_rid emci emdi ceid _openstat piwik_campaign piwik_kwd",
    // Social networks and shared links.
    "fb_action_ids fb_action_types fb_source fb_ref share shareid share_id feature si xmt smid smtyp at_medium at_campaign",
    "gad_source gad_campaignid s_cid _branch_match_id rss rb_clickid",
  ].flatMap((names) => names.split(" ")),
);
const SOURCE_PREFIXES = ["matomo_", "hsa_", "at_custom", "stm_", "itm_", "int_", "ga_", "bsft_"];

function isSource(parameter: string): boolean {
  const name = (parameter.split("=", 1)[0] ?? "").toLowerCase();
  return SOURCE_PARAMETERS.has(name) || SOURCE_PREFIXES.some((prefix) => name.startsWith(prefix));
}

/**
 * An address as the URL standard serializes it, without the parameters that tell where its reader came from. All other
 * parts, including the order of the parameters and the fragment, are unchanged. Null for a text that is no address.
 *
 * @param base the address against which the text is resolved
 */
export function untrackedAddress(text: string, base?: string): string | null {
  const url = URL.parse(text, base);
  if (url === null || url.search === "") return url?.href ?? null;
  const parameters = url.search.slice(1).split("&");
  const kept = parameters.filter((parameter) => !isTracking(parameter) && !isSource(parameter));
  if (kept.length < parameters.length) url.search = kept.length === 0 ? "" : `?${kept.join("&")}`;
  return url.href;
}
