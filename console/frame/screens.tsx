import lazy from "preact-iso/lazy";

// The console opens with the bookmarks: they are in the file that is loaded first.
export { BookmarksScreen } from "../bookmarks/bookmarks-screen.tsx";

// Each other screen is a file of its own, loaded when it is opened, and kept by the service worker.
export const BookmarkScreen = lazy(() => import("../bookmarks/bookmark-screen.tsx").then((m) => m.BookmarkScreen));
export const ReadingScreen = lazy(() => import("../reading/reading-screen.tsx").then((m) => m.ReadingScreen));
export const SlidesScreen = lazy(() => import("../slides/slides-screen.tsx").then((m) => m.SlidesScreen));
export const DeckScreen = lazy(() => import("../slides/deck-screen.tsx").then((m) => m.DeckScreen));
export const BooksScreen = lazy(() => import("../books/books-screen.tsx").then((m) => m.BooksScreen));
export const PricesScreen = lazy(() => import("../prices/prices-screen.tsx").then((m) => m.PricesScreen));
export const PriceScreen = lazy(() => import("../prices/price-screen.tsx").then((m) => m.PriceScreen));
export const RecommendationsScreen = lazy(() =>
  import("../recommendations/recommendations-screen.tsx").then((m) => m.RecommendationsScreen),
);
export const OperationsScreen = lazy(() =>
  import("../operations/operations-screen.tsx").then((m) => m.OperationsScreen),
);
export const JobScreen = lazy(() => import("../operations/jobs/job-screen.tsx").then((m) => m.JobScreen));
export const SettingsScreen = lazy(() => import("../settings/settings-screen.tsx").then((m) => m.SettingsScreen));
export const WaitingScreen = lazy(() => import("../waiting/waiting-screen.tsx").then((m) => m.WaitingScreen));
export const ShareScreen = lazy(() => import("../share/share-screen.tsx").then((m) => m.ShareScreen));
