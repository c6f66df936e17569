import * as z from "zod/mini";
import { derivedId } from "../../../shared/derived-id.ts";
import type { Answer } from "../../../shared/http/answer.ts";
import type { OwnSite } from "../../domain/own-site.ts";
import { OWN_LOCALE } from "../../domain/own-site.ts";

/** Our site in an answer, in the form of Ghost's `/members/api/site/`. */
export const siteInfoSchema = z.object({
  site: z.object({
    title: z.string(),
    description: z.nullable(z.string()),
    logo: z.nullable(z.string()),
    icon: z.nullable(z.string()),
    cover_image: z.nullable(z.string()),
    accent_color: z.nullable(z.string()),
    locale: z.string(),
    url: z.string(),
    version: z.string(),
    allow_external_signup: z.boolean(),
    site_uuid: z.string(),
  }),
});

/** Version of this answer's form; it is not a version of Ghost. */
const VERSION = "1.0";

/**
 * The answer to other sites, which tells whether their readers can subscribe here with one click.
 *
 * They can't: if the flag were `true`, the reader's browser would post to `/members/api/send-magic-link/`, which does not
 * exist here, so that every subscription would end in an error. The flag must exist, since only then Ghost sites read title
 * and description from here, instead of reading the page. It must become `true` when a sign-up is added.
 */
export function siteInfoAnswer({ title, description, url, icon, logo, accentColor }: OwnSite): Answer {
  const body: z.output<typeof siteInfoSchema> = {
    site: {
      title,
      description,
      logo,
      icon,
      cover_image: null,
      accent_color: accentColor,
      locale: OWN_LOCALE,
      url: `${url}/`,
      version: VERSION,
      allow_external_signup: false,
      site_uuid: derivedId("site", url),
    },
  };
  return { status: 200, body, headers: { "access-control-allow-origin": "*" } };
}
