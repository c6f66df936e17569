import type { Finding } from "../doctor/check.ts";
import { fail, ok } from "../doctor/check.ts";
import { probe, probeHost } from "../doctor/probe.ts";
import { MENTIONING_HOST } from "./marks.ts";
import type { SmokedSystem } from "./smoked-system.ts";

/** The number of latest mentions that are searched for one that was not dropped. */
const LATEST = 100;

/**
 * Posts a Webmention to the site's domain, from a host that was blocked beforehand: an accepted mention would be kept for a
 * week, and the API can't delete one.
 */
export async function sendMention({ client, siteUrl, siteServer }: SmokedSystem): Promise<Finding> {
  const source = `https://${MENTIONING_HOST}/`;
  await client.mentions.block(MENTIONING_HOST);
  const site = new URL("/", siteUrl).href;
  const form = new URLSearchParams({ source, target: site });
  const { status, text } =
    siteServer === undefined
      ? await probe(new URL("/webmentions", site).href, undefined, form)
      : await probeHost(siteServer, new URL(site).host, "/webmentions", form);
  if (status !== 202) {
    return fail(
      `${site} answers ${status} to a Webmention: ${text.slice(0, 200)}`,
      "docs/runbook.md#site-5xx names the next steps; the doctor's checks site and webmentions say where it ends.",
    );
  }
  await client.mentions.unblock(MENTIONING_HOST);
  const { mentions } = await client.mentions.list({ limit: LATEST });
  if (mentions.some((mention) => mention.source === source)) {
    return fail(
      "The mention of a blocked host was stored.",
      "It expires in a week; look for mention_dropped in the log of the function recommendations-api.",
    );
  }
  return ok(`${site} accepts a Webmention, and what comes from a blocked host is dropped.`);
}
