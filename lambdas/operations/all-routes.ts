import { bookmarksRoutes } from "../bookmarks/routes.ts";
import { booksRoutes } from "../books/routes.ts";
import { mercariRoutes } from "../mercari/routes.ts";
import { recommendationsFiles, recommendationsRoutes } from "../recommendations/routes.ts";
import type { Route } from "../shared/http/route.ts";
import { slidesRoutes } from "../slides/routes.ts";
import { operationsRoutes } from "./routes.ts";

/** Every route of the system. A new feature adds its own here. */
export const allRoutes: readonly Route[] = [
  ...Object.values(operationsRoutes),
  ...Object.values(slidesRoutes),
  ...Object.values(bookmarksRoutes),
  ...Object.values(booksRoutes),
  ...Object.values(mercariRoutes),
  ...Object.values(recommendationsRoutes),
];

/** What the OpenAPI document describes: every route, and the files that the site's domain serves. */
export const describedRoutes: readonly Route[] = [...allRoutes, ...Object.values(recommendationsFiles)];
