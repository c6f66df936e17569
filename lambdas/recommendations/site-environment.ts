import type { Environment } from "../shared/env.ts";
import { optionalText, text } from "../shared/env.ts";
import type { OwnSite } from "./domain/own-site.ts";
import { ownSite } from "./domain/own-site.ts";

/** The variables of every entry that shows our site. */
export const siteEnvironment = {
  /** The site's public address with its scheme. */
  SITE_URL: text,
  /** If empty, the site's host is its title. */
  SITE_TITLE: optionalText,
  SITE_DESCRIPTION: optionalText,
  SITE_ICON: optionalText,
  SITE_LOGO: optionalText,
  SITE_ACCENT_COLOR: optionalText,
};

export function siteOf(env: Environment<typeof siteEnvironment>): OwnSite {
  return ownSite(env.SITE_URL, {
    title: env.SITE_TITLE,
    description: env.SITE_DESCRIPTION,
    icon: env.SITE_ICON,
    logo: env.SITE_LOGO,
    accentColor: env.SITE_ACCENT_COLOR,
  });
}
