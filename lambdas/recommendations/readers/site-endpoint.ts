import * as z from "zod/mini";
import type { SiteMetadata } from "../domain/recommendation.ts";
import type { FetchedSite } from "./site-fields.ts";
import { isSuccess, siteExcerpt, siteImage, siteTitle } from "./site-fields.ts";

// What is no text is as good as left out: the site still answers for its sign-up.
const words = z.catch(z.string(), "");

/** What a Ghost site says of itself. Old versions, and other software, leave out whether strangers may sign up. */
const siteAnswer = z.object({
  site: z.object({
    allow_external_signup: z.boolean(),
    title: words,
    description: words,
    cover_image: words,
    icon: words,
    logo: words,
  }),
});

/** The address under which a site that takes one-click subscribers answers for itself. @param site ends with a slash */
export function siteEndpoint(site: URL): URL {
  return new URL("members/api/site", site);
}

/** Reads the answer of {@link siteEndpoint}; null for anything but what Ghost answers there. Never throws. */
export function readSiteEndpoint(response: FetchedSite): SiteMetadata | null {
  const parsed = siteAnswer.safeParse(isSuccess(response) ? json(response.body) : null);
  if (!parsed.success) return null;
  const { url } = response;
  const { site } = parsed.data;
  return {
    title: siteTitle(site.title),
    excerpt: siteExcerpt(site.description),
    featuredImage: siteImage(site.cover_image, url),
    favicon: siteImage(site.icon, url) ?? siteImage(site.logo, url),
    oneClickSubscribe: site.allow_external_signup,
  };
}

function json(body: Uint8Array): unknown {
  try {
    // The decoder drops a byte order mark, which JSON has no place for.
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    // Not an error that goes nowhere: null has not the form of an answer.
    return null;
  }
}
