import type { Environment } from "../shared/env.ts";
import type { OwnSite } from "./domain/own-site.ts";
import { ownSite } from "./domain/own-site.ts";
import type { siteUses } from "./uses.ts";

export function siteOf(env: Environment<typeof siteUses>): OwnSite {
  return ownSite(env.SITE_URL, {
    title: env.SITE_TITLE,
    description: env.SITE_DESCRIPTION,
    icon: env.SITE_ICON,
    logo: env.SITE_LOGO,
    accentColor: env.SITE_ACCENT_COLOR,
  });
}
