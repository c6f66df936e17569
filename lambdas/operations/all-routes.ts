import { bookmarksRoutes } from "../bookmarks/routes.ts";
import { booksRoutes } from "../books/routes.ts";
import { changesRoutes } from "../changes/routes.ts";
import { mercariRoutes } from "../mercari/routes.ts";
import { noticesRoutes } from "../notices/routes.ts";
import { recommendationsFiles, recommendationsRoutes } from "../recommendations/routes.ts";
import type { Route, Routes } from "../shared/http/route.ts";
import { slidesRoutes } from "../slides/routes.ts";
import { usersRoutes } from "../users/routes.ts";
import { operationsRoutes } from "./routes.ts";

/** A feature as the OpenAPI document groups its operations. */
export interface DescribedFeature {
  readonly tag: string;
  readonly description: string;
  readonly routes: Routes;
  /** Documents of the site's domain that come from its bucket. */
  readonly files?: Routes;
}

/** Every feature with its routes. A new feature adds its own here. */
export const allFeatures: readonly DescribedFeature[] = [
  { tag: "Operations", description: "Health, this document, queues and alarms.", routes: operationsRoutes },
  { tag: "Slides", description: "A user's slide decks, called stocks.", routes: slidesRoutes },
  { tag: "Bookmarks", description: "A user's saved pages, and those that failed.", routes: bookmarksRoutes },
  {
    tag: "Changes",
    description: "A user's bookmarks and stocks that were created, changed or deleted, for programs that keep a copy.",
    routes: changesRoutes,
  },
  {
    tag: "Books",
    description: "Searches on Google Books, called jobs, and the books they found.",
    routes: booksRoutes,
  },
  {
    tag: "Prices",
    description: "Products watched on Mercari, their listings and price trends.",
    routes: mercariRoutes,
  },
  {
    tag: "Recommendations",
    description: "Sites that the owner recommends, their deliveries, counts and mentions.",
    routes: recommendationsRoutes,
    files: recommendationsFiles,
  },
  {
    tag: "Notices",
    description:
      "Messages about prices, new books, pages that are gone and sites that recommend ours; for administrators also about failures.",
    routes: noticesRoutes,
  },
  {
    tag: "Users",
    description: "One person's data: lists, deletion, and the move to another sub.",
    routes: usersRoutes,
  },
];

export const allRoutes: readonly Route[] = allFeatures.flatMap(({ routes }) => Object.values(routes));

/** What the OpenAPI document describes: every route, and the files of the site's domain. */
export const describedRoutes: readonly Route[] = [
  ...allRoutes,
  ...allFeatures.flatMap(({ files = {} }) => Object.values(files)),
];
