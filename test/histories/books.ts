import type { CollectMessage } from "../../lambdas/books/work/request-run.ts";
import { volume, volumesAnswer } from "../books/books-world.ts";
import { BOOKS_QUEUE, BookHistory } from "./book-history.ts";
import { PAGE, titleOf } from "./book-runs.ts";
import type { BookInvoked } from "./book-steps.ts";
import { bookHistories, VOLUMES } from "./book-steps.ts";
import { historyFeature } from "./feature.ts";
import { Site } from "./site.ts";
import { runHistory } from "./world.ts";

/** Google Books with the volumes of each query, at most `PAGE` in an answer. */
function volumesOf(_title: string, { searchParams }: URL) {
  const query = searchParams.get("q") === "whales" ? "whales" : "lighthouses";
  const total = VOLUMES[query];
  const [start, most] = [Number(searchParams.get("startIndex")), Number(searchParams.get("maxResults"))];
  const count = Math.max(0, Math.min(PAGE, most, total - start));
  const items = Array.from({ length: count }, (_, index) => {
    const place = start + index;
    const at = searchParams.get("orderBy") === "newest" ? total - 1 - place : place;
    return volume(`${query}-${at}`, { title: titleOf(query, at) });
  });
  return volumesAnswer(items, total);
}

/** Jobs: created, replaced, run, reset and deleted by administrators, run by the schedule, and collected page by page. */
export const books = historyFeature("books", bookHistories, (steps) =>
  runHistory<CollectMessage, URL, BookInvoked>(
    steps,
    { queue: BOOKS_QUEUE, site: new Site(volumesOf) },
    (world) => new BookHistory(world),
  ),
);
