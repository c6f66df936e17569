import type { Bookmark } from "../../client/index.ts";
import type { KeptTextsChoice } from "../device/preferences.ts";
import type { TextRecord } from "./text-storage.ts";

/** The work by which this device gets the texts that a person wants to have here. */
export interface TextPlan {
  /** Bookmarks whose texts are not here, or were read again since, in the order in which they are fetched. */
  readonly missing: readonly Bookmark[];
  /** Ids of bookmarks whose texts need not be here any more. */
  readonly unwanted: readonly string[];
  /** Ids of bookmarks that are gone. */
  readonly gone: readonly string[];
}

const NEWEST: Readonly<Record<KeptTextsChoice, number>> = {
  off: 0,
  "50": 50,
  "200": 200,
  all: Number.POSITIVE_INFINITY,
};

/**
 * Compares the bookmarks with the texts that are here: wanted are those of the newest bookmarks, and those that a person has
 * opened; with `off`, none.
 *
 * @param bookmarks newest first
 * @param isWhole whether these are all bookmarks: until then, none is taken for gone
 */
export function wantedTexts(
  bookmarks: readonly Bookmark[],
  records: readonly TextRecord[],
  choice: KeptTextsChoice,
  isWhole: boolean,
): TextPlan {
  const here = new Map(records.map((record) => [record.id, record]));
  const known = new Map(bookmarks.map((bookmark) => [bookmark.id, bookmark]));
  const newest = bookmarks.slice(0, NEWEST[choice]);
  const ids = new Set(newest.map(({ id }) => id));
  const opened = choice === "off" ? [] : records.flatMap(({ id, isOpened }) => (isOpened ? [known.get(id) ?? []] : []));
  const wanted = [...newest, ...opened.flat().filter(({ id }) => !ids.has(id))].filter(
    ({ read_at: readAt }) => readAt !== null,
  );
  const wantedIds = new Set(wanted.map(({ id }) => id));
  return {
    missing: wanted.filter(({ id, read_at: readAt }) => here.get(id)?.readAt !== readAt),
    unwanted: records.flatMap(({ id, readAt }) => (readAt !== null && known.has(id) && !wantedIds.has(id) ? [id] : [])),
    gone: isWhole ? records.flatMap(({ id }) => (known.has(id) ? [] : [id])) : [],
  };
}
