import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import { gone } from "../../shared/notices/kinds/gone.ts";
import { newNotice } from "../../shared/notices/notice.ts";
import type { NoticeWriter } from "../../shared/notices/notice-writer.ts";
import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { PoliteHosts } from "../../shared/outbound/polite-hosts.ts";
import type { ItemKey } from "../../shared/saved-items/saved-item.ts";
import { attemptEach } from "../../shared/work/attempt-each.ts";
import type { Bookmark } from "../domain/bookmark.ts";
import { IS_THERE } from "../domain/bookmark.ts";
import type { Finding } from "../domain/page-check.ts";
import { absenceAfter, nextCheckMs, PROVED_AFTER_MS } from "../domain/page-check.ts";
import type { BookmarkTable } from "../tables/bookmark-table.ts";
import type { CheckPaceTable } from "../tables/check-pace-table.ts";
import type { PageCheckTable, Progress } from "../tables/page-check-table.ts";
import { MOST_COUNTED, monthOf } from "../tables/page-check-table.ts";
import { checkPage } from "./check-page.ts";

export interface PageCheckServices {
  readonly items: Pick<BookmarkTable, "get" | "checks">;
  readonly checks: PageCheckTable;
  readonly paces: Pick<CheckPaceTable, "get">;
  readonly notices: Pick<NoticeWriter, "put">;
  readonly fetch: OutboundFetch;
  readonly clock: Clock;
  readonly random: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly newId: () => string;
  /** The longest time that a run can take, in milliseconds, never scaled. */
  readonly attemptMs: number;
}

/** The pages of one run, those that are due for the longest time first; the next run takes the rest. */
export const PER_RUN = 100;
export const HOSTS_AT_ONCE = 10;
/** Milliseconds of real time in which a run begins checks; the worker's time-out leaves time for the last ones. */
const BEGIN_MS = 40_000;
/** Milliseconds of real time for one check, the waits for its hosts included. */
const CHECK_MS = 20_000;

/** What a check came to: its finding, or that it was not made. */
type Checked = Finding | "never" | "over";

/**
 * Checks the pages that are due. One run at a time has the lease, and asks each host for one page at a time. A run that stops
 * leaves the rest due; a check that is made twice stores one finding.
 */
export async function checkPages(services: PageCheckServices, correlationId: string): Promise<void> {
  const { items, checks, clock, newId, attemptMs } = services;
  const now = clock.now();
  const holder = newId();
  const progress = await checks.take({ holder, now, until: new Date(now.getTime() + attemptMs) });
  if (progress === null) {
    log.info("page_checks_under_way", { correlation_id: correlationId });
    return;
  }
  const end = now.getTime() + BEGIN_MS;
  // Before the checks: as long as one of them is due, a run that stops is followed by another one.
  await makeNotice(services);
  const groups = byHost(await items.checks.due(now, PER_RUN));
  const hosts = new PoliteHosts(services);
  const counts: Partial<Record<Checked, number>> = {};
  const checkNext = async (key: ItemKey) => {
    if (clock.now().getTime() >= end) return;
    const checked = await check(key, hosts, services);
    counts[checked] = (counts[checked] ?? 0) + 1;
  };
  const logFailure = ({ id }: ItemKey, error: unknown) =>
    log.error("page_check_failed", { bookmark_id: id, correlation_id: correlationId, ...errorFields(error) });
  const checkGroup = (group: readonly ItemKey[]) => attemptEach(group, checkNext, logFailure);
  // Each failure is in the log by then.
  await attemptEach(groups, checkGroup, () => undefined, HOSTS_AT_ONCE);
  await checks.release(holder, await enterEarlier(progress, end, services));
  log.info("pages_checked", { correlation_id: correlationId, ...counts });
}

/**
 * Gives bookmarks of the last release their first check, spread over a month.
 *
 * @param end the time, in milliseconds, after which no further page of the table is begun
 * @returns how far it came; undefined if all have one
 */
async function enterEarlier(
  progress: Progress,
  end: number,
  { checks, clock, random }: PageCheckServices,
): Promise<Progress | undefined> {
  if (progress.done) return undefined;
  const dueAt = () => new Date(clock.now().getTime() + clock.wait(random() * nextCheckMs(IS_THERE, 0.5)));
  let reached = progress;
  while (!reached.done && clock.now().getTime() < end) reached = await checks.enter(reached, dueAt);
  return reached;
}

function byHost<Due extends Pick<Bookmark, "url">>(due: readonly Due[]): Due[][] {
  const hostOf = ({ url }: Due) => {
    const parsed = URL.parse(url);
    return parsed === null ? "" : canonicalHost(parsed);
  };
  return [...Map.groupBy(due, hostOf).values()];
}

async function check(key: ItemKey, hosts: PoliteHosts, services: PageCheckServices): Promise<Checked> {
  const { items, checks, paces, clock, random } = services;
  const bookmark = await items.get(key);
  // The index may be behind the table.
  const isDue = bookmark?.status === "done" && Date.parse(bookmark.reconcileAt ?? "") <= clock.now().getTime();
  if (bookmark === null || !isDue) return "over";
  const isChecked = (await paces.get(bookmark.userId)) !== "never";
  const by = new Date(clock.now().getTime() + CHECK_MS);
  const finding = isChecked ? await checkPage(bookmark, hosts, { by, random: random() }) : "unproved";
  const now = clock.now();
  const absence = absenceAfter(bookmark, finding, { now, provedAfter: clock.wait(PROVED_AFTER_MS) });
  // Before the bookmark says so: a page that is counted in vain is better than one that no notice counts.
  const { goneAt = null } = bookmark;
  if (absence.goneAt !== null && goneAt === null) await checks.countGone(bookmark.id, now);
  const nextAt = new Date(now.getTime() + clock.wait(nextCheckMs(absence, random())));
  const shownSince = absence.goneAt === goneAt ? null : now;
  if (!(await items.checks.end(bookmark, "check", absence, { shownSince, nextAt }))) return "over";
  return isChecked ? finding : "never";
}

/** Makes the notice of the last month, if pages are gone since its checks. It names none: the bookmarks are people's own. */
async function makeNotice({ checks, notices, clock }: PageCheckServices): Promise<void> {
  const now = clock.now();
  const month = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)));
  const count = await checks.countedIn(month);
  if (count === 0) return;
  const data = { month, count, more: count === MOST_COUNTED };
  await notices.put(newNotice(gone, { about: [month], data }, now));
  await checks.setNoticed(month);
}
