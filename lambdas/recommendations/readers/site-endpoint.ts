import * as z from "zod/mini";
import type { SiteMetadata } from "../domain/recommendation.ts";
import type { FetchedSite } from "./site-fields.ts";
import { isSuccess, siteExcerpt, siteImage, siteTitle } from "./site-fields.ts";

// A value that is not a string counts as missing: the rest of the answer is still used.
const words = z.catch(z.string(), "");

/** The answer of a Ghost site. Old versions, and other software, leave out whether the site allows self-signup. */
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

/** The address of the endpoint of a site with one-click sign-up. @param site ends with a slash */
export function siteEndpoint(site: URL): URL {
  return new URL("members/api/site", site);
}

/** Reads the response of {@link siteEndpoint}; null for anything but Ghost's format. Never throws. */
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
    // The decoder removes a byte order mark, which JSON does not allow.
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    // The error is not lost: the schema rejects null.
    return null;
  }
}
