import type { ComponentType } from "preact";
import lazy from "preact-iso/lazy";
import { loadScreenStyles } from "../device/screen-styles.ts";

// The console opens with the bookmarks: they are in the file that is loaded first.
export { BookmarksScreen } from "../bookmarks/bookmarks-screen.tsx";

/** Each other screen is a file of its own, loaded when it is opened with their styles, and kept by the service worker. */
function screen<Properties>(load: () => Promise<ComponentType<Properties>>) {
  return lazy(() =>
    Promise.all([load(), loadScreenStyles()]).then(
      ([component]) => component,
      // Thrown in place of the screen: the router would wait for the file forever.
      (error: unknown) => () => {
        throw error;
      },
    ),
  );
}

export const ReadingScreen = screen(() => import("../reading/reading-screen.tsx").then((m) => m.ReadingScreen));
export const SlidesScreen = screen(() => import("../slides/slides-screen.tsx").then((m) => m.SlidesScreen));
export const DeckScreen = screen(() => import("../slides/deck-screen.tsx").then((m) => m.DeckScreen));
export const BooksScreen = screen(() => import("../books/books-screen.tsx").then((m) => m.BooksScreen));
export const BookScreen = screen(() => import("../books/book-screen.tsx").then((m) => m.BookScreen));
export const PricesScreen = screen(() => import("../prices/prices-screen.tsx").then((m) => m.PricesScreen));
export const PriceScreen = screen(() => import("../prices/price-screen.tsx").then((m) => m.PriceScreen));
export const RecommendationsScreen = screen(() =>
  import("../recommendations/recommendations-screen.tsx").then((m) => m.RecommendationsScreen),
);
export const NoticesScreen = screen(() => import("../notices/notices-screen.tsx").then((m) => m.NoticesScreen));
export const OperationsScreen = screen(() =>
  import("../operations/operations-screen.tsx").then((m) => m.OperationsScreen),
);
export const JobScreen = screen(() => import("../operations/jobs/job-screen.tsx").then((m) => m.JobScreen));
export const TagsScreen = screen(() => import("../tags/tags-screen.tsx").then((m) => m.TagsScreen));
export const SettingsScreen = screen(() => import("../settings/settings-screen.tsx").then((m) => m.SettingsScreen));
export const WaitingScreen = screen(() => import("../waiting/waiting-screen.tsx").then((m) => m.WaitingScreen));
export const ShareScreen = screen(() => import("../share/share-screen.tsx").then((m) => m.ShareScreen));
