import { apiBreaks } from "./comparison/api.ts";
import { resourceBreaks } from "./comparison/resources.ts";
import { routeBreaks } from "./comparison/routes.ts";
import { itemBreaks, messageBreaks } from "./comparison/stored.ts";
import type { Release } from "./release.ts";

/** What would break for an owner who upgrades from a release to another, or goes back; each line says what to do. */
export function breaks(old: Release, now: Release): readonly string[] {
  return [
    ...resourceBreaks(old.resources, now.resources),
    ...routeBreaks(old.routes, now.routes),
    ...messageBreaks(old.messages, now.messages),
    ...itemBreaks(old.items, now.items),
    ...apiBreaks(old.openapi, now.openapi),
  ];
}
