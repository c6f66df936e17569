import type { Counts } from "../../../../lambdas/recommendations/domain/recommendation.ts";
import type { DirectoryTable } from "../../../../lambdas/recommendations/tables/directory-table.ts";
import type { ReaderCountTable } from "../../../../lambdas/recommendations/tables/reader-count-table.ts";
import type { BrokenCall } from "../../fault.ts";

/** The parts of the world that are compared. */
interface Reached {
  readonly services: { readonly readerCounts: ReaderCountTable; readonly directory: DirectoryTable };
  readonly told: readonly string[];
  readonly mayTellAgain: boolean;
  readonly mayBeLost: Counts | null;
}

/**
 * The item without what a repetition may change; null for an item that others make up for.
 *
 * - What readers did is compared by the counts: a person may be known and not counted.
 * - A rate counts requests, also repeated ones.
 * - An announcement of a repeated request has an id of its own.
 * - A duplicate message verifies a mention again, whose next check is then later.
 */
export function withoutRepetitions(item: string, broken: BrokenCall, mayBeHalfEdited: boolean): string | null {
  if (/^{"pk":"(?:reader-counts|subscribers|rates)"/.test(item)) return null;
  // A directory without an entry, and none at all, are the same list.
  if (/^{"pk":"directory".*"entries":{},.*"announcements":{}/.test(item) && broken.ending === "abandoned") return null;
  // An item that no list contains: the request was not sent again after it was written.
  if (/^{"pk":"recommendations".*"source":null/.test(item) && broken.ending === "abandoned") return null;
  let bare = item
    .replace(/"announcement":"[^"]+"/, '"announcement":"(id)"')
    .replace(/"announced_version":\d+/, '"announced_version":"(count)"')
    .replace(/"check_days":\d+/, '"check_days":"(count)"')
    .replace(/"request_id":"[^"]+"/, '"request_id":"(id)"');
  if (mayBeHalfEdited && broken.ending === "abandoned") bare = bare.replace(/"title":"[^"]*"/, '"title":"(title)"');
  // What the table or a site refused has used up an attempt.
  return broken.isRepeated && !/"status":"(?:failed|new)"/.test(bare) ? bare : withoutAttempt(bare);
}

/** Without what tells of the attempts: their number and the last failure. */
function withoutAttempt(item: string): string | null {
  return (
    item
      .replace(/"(attempts|failures|last_status_code)":(?:\d+|null)/g, '"$1":"(count)"')
      .replace(/"(code|last_attempt_at)":(?:"[^"]*"|null)/g, '"$1":"(last)"')
      // What a page says of its site is read again by the next verification.
      .replace(/(?<=^{"pk":"mentions".*)"site":{[^}]*}/, '"site":"(site)"')
      // A notice has what the site's page said when it was made.
      .replace(/(?<=^{.*"kind":"mention".*)"(title|body|name|excerpt)":(?:"[^"]*"|null)/g, '"$1":"(site)"')
  );
}

/** What reached sites and readers. */
export async function effectsOf(world: Reached, broken: BrokenCall | null) {
  const { services, told, mayTellAgain, mayBeLost } = world;
  const times = Object.entries(Object.groupBy(told, (form) => form)).map(([form, same = []]) => [form, same.length]);
  const counts = [...(await services.readerCounts.all()).values()];
  const { version, published } = await services.directory.read();
  return {
    told: mayTellAgain ? [...new Set(told)].sort() : times.sort(),
    isPolite: times.every(([, often]) => Number(often) <= 2),
    counts: broken !== null && counts.length === 0 && mayBeLost !== null ? [mayBeLost] : counts,
    isPublished: version === published,
  };
}
