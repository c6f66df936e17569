import * as z from "zod/mini";
import { derivedId } from "../../../shared/derived-id.ts";
import type { Answer } from "../../../shared/http/answer.ts";
import type { OwnSite } from "../../domain/own-site.ts";
import { OWN_LOCALE } from "../../domain/own-site.ts";

/** Our site on the wire, in the form in which Ghost sites answer `/members/api/site/`. */
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

/** Version of what we answer, not of Ghost, which we are not. */
const VERSION = "1.0";

/**
 * What other sites are told when they ask whether their readers can subscribe here with one click.
 *
 * They can't. Who reads `true` has the reader's browser post to `/members/api/send-magic-link/`, and there is nobody here
 * to mail a link, so that a promise would end every subscription in an error. The flag must be there all the same: only
 * with it do Ghost sites take title and description from here, instead of reading the page. Whoever adds a sign-up makes
 * it true.
 */
export function siteInfoAnswer({ title, description, url }: OwnSite): Answer {
  const body: z.output<typeof siteInfoSchema> = {
    site: {
      title,
      description,
      logo: null,
      icon: null,
      cover_image: null,
      accent_color: null,
      locale: OWN_LOCALE,
      url: `${url}/`,
      version: VERSION,
      allow_external_signup: false,
      site_uuid: derivedId("site", url),
    },
  };
  return { status: 200, body, headers: { "access-control-allow-origin": "*" } };
}
