import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { pageFacts } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { copyPagePictures } from "../../../lambdas/bookmarks/fetch/copy-page-pictures.ts";
import { reconcilableBookmarks, reconcilablePageChecks } from "../../../lambdas/bookmarks/reconcile.ts";
import { deletedContents, failProcessing } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import { DailyUsesTable } from "../../../lambdas/bookmarks/tables/daily-uses-table.ts";
import { SENT_PAGES } from "../../../lambdas/bookmarks/tables/sent-page-store.ts";
import type { ProcessingMessage } from "../../../lambdas/bookmarks/work/processing-message.ts";
import { processingMessage, processingMessageOf } from "../../../lambdas/bookmarks/work/processing-message.ts";
import type { ProcessingServices } from "../../../lambdas/bookmarks/worker.ts";
import { giveUpBookmark, processMessage } from "../../../lambdas/bookmarks/worker.ts";
import { NoticeWriter } from "../../../lambdas/shared/notices/notice-writer.ts";
import { reconcilableFiles } from "../../../lambdas/shared/saved-items/reconcilable-files.ts";
import { sqsWorker } from "../../../lambdas/shared/work/worker.ts";
import { bookmarksApi, bookmarksWorld } from "../../bookmarks/bookmarks-world.ts";
import { ContentBucket } from "../../bookmarks/content-bucket.ts";
import { fetchedPage, inBrief } from "../../bookmarks/processing-world.ts";
import { samplePage } from "../../bookmarks/sample-page.ts";
import { deletion } from "../../changes/deletion.ts";
import type { HttpRequest } from "../../emulators/http-event.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { asTheyAre } from "../../shared/pictures/as-they-are.ts";
import type { PictureBucket } from "../../shared/pictures/picture-bucket.ts";
import { workRequest } from "../../shared/saved-items/work-request.ts";
import type { BrokenCall } from "../fault.ts";
import type { Entry, FaultFeature } from "../feature.ts";
import { givenUp, late, message, request, schedule } from "../feature.ts";
import { brokenFetch } from "../outside.ts";
import { brokenPictures, judgedPictures, PAGE_WITH_PICTURES, pictureSite, withoutBrokenPictures } from "../pictures.ts";
import { reconciler } from "../schedules.ts";
import type { System } from "../system.ts";
import {
  bookmark,
  CHANGE,
  MERGE,
  OPERATOR,
  other,
  PLACE,
  params,
  RETRY,
  SAVE,
  SAVE_OTHER,
  SEND_PAGE,
} from "./bookmark-requests.ts";
import type { BookmarksFaults } from "./bookmark-states.ts";
import { asked, DAY, due, later, missing, read, sent, sentOther, states } from "./bookmark-states.ts";
import { overtakenSave, savedOnceMore } from "./overtaken-save.ts";

const MAX_RECEIVES = 5;
const QUEUE = "bookmark-processing";

function start(system: System): BookmarksFaults {
  const { clock, invocations } = system;
  const queue = system.queue<ProcessingMessage>({
    name: QUEUE,
    maxReceiveCount: MAX_RECEIVES,
    visibilityTimeout: 6 * MINUTE,
  });
  const bucket = new ContentBucket((command, forward) => invocations.aws(`${command} content`, forward));
  const services = { ...bookmarksWorld(invocations, bucket), clock, queue };
  const site = brokenPictures(invocations);
  const world: BookmarksFaults = {
    system,
    tables: ["bookmarks", "notices", "idempotency_keys"],
    requestsOnce: true,
    isWorkItem: (item) => !/^{"user_id":"(?:(?:copied-pictures|model-summaries)#|page-checks")/.test(item),
    send: bookmarksApi(services),
    items: services.items,
    sentPages: bucket.sentPages,
    queue,
    reconcile: reconciler(system, [
      reconcilableBookmarks(services.items, queue, clock),
      reconcilablePageChecks(services.items, queue, clock),
      reconcilableFiles(
        "deleted_contents",
        deletedContents(invocations.client, "bookmarks", { contents: bucket.store, pictures: site.store }),
        clock,
      ),
    ]),
    site: 200,
    settled: withoutBrokenChecks,
    effects: () => filesIn(system, bucket, site),
  };
  queue.worker = sqsWorker({
    environment: {},
    message: processingMessage,
    services: (): ProcessingServices => ({
      ...services,
      notices: new NoticeWriter(invocations.client, "notices"),
      fetch: brokenFetch(invocations, async () =>
        fetchedPage({ status: world.site, body: Buffer.from(PAGE_WITH_PICTURES) }),
      ),
      picturesOf: (bookmark, content) =>
        copyPagePictures(bookmark, content, {
          fetch: brokenFetch(invocations, pictureSite),
          fitPictures: asTheyAre,
          pictures: site.store,
          images: new DailyUsesTable(invocations.client, "bookmarks", "copied-pictures", 5),
          clock,
        }),
      deletePictures: (paths) => site.store.delete(paths),
      summariser: inBrief,
      modelSummaries: new DailyUsesTable(invocations.client, "bookmarks", "model-summaries", 5),
      visibility: queue.visibility,
      random: () => 0,
      pause: async () => undefined,
      maxReceiveCount: MAX_RECEIVES,
      attemptMs: 60_000,
      visibilityMs: 6 * MINUTE,
    }),
    work: processMessage,
    giveUp: giveUpBookmark,
  });
  return world;
}

/** The state without the lease of a run, and without what a check whose request got no answer has not found: the next one does. */
function withoutBrokenChecks(item: string, broken: BrokenCall): string | null {
  const hasNoAnswer = /^(?:GET|HEAD) https:\/\/blog\.example\//.test(broken.what);
  if (/^{"user_id":"page-checks","id":"run"/.test(item)) return null;
  if (hasNoAnswer && item.startsWith('{"user_id":"page-checks"')) return null;
  const found = withoutBrokenPictures(item, broken);
  return hasNoAnswer ? found.replace(/,"(?:missing_at|gone_at|shown_updated_at)":[^,}]*/g, "") : found;
}

/** The texts to which bookmarks point in vain, the pictures that a bookmark or a text names in vain, and those of no bookmark. */
async function filesIn({ invocations: { client } }: System, bucket: ContentBucket, site: PictureBucket) {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: "bookmarks", ConsistentRead: true }));
  const keys = bucket.keys();
  const pointed = Items.flatMap(({ content_key, sent_page_key }) => [content_key ?? "", sent_page_key ?? ""]).filter(
    Boolean,
  );
  const folders = Items.flatMap(({ content_folder, removed_folder }) =>
    [content_folder, removed_folder].filter(Boolean),
  );
  const kept = pointed.filter((key) => keys.includes(key) && !key.startsWith(SENT_PAGES));
  const texts = kept.map((key) => String(bucket.read(key).html));
  return {
    texts: {
      missing: pointed.filter((key) => !keys.includes(key)),
      left: keys.filter((key) => !folders.some((folder) => key.replace(SENT_PAGES, "").startsWith(`${folder}/`))),
    },
    pictures: judgedPictures(site, [...texts, ...Items.map((item) => JSON.stringify(item))], folders),
  };
}

/** The processing of the page is given up, and requested once more. */
async function reprocessed({ items, queue, system }: BookmarksFaults): Promise<void> {
  const failure = { jobType: "extraction", code: "not_found", retryable: true } as const;
  await failProcessing(items, bookmark, failure, { workId: bookmark.workId, now: system.clock.now() });
  await items.requestWork(bookmark, workRequest("processing-3", system.clock.now()));
  await queue.send(processingMessageOf({ ...bookmark, workId: "processing-3" }), "correlation-3");
}

const NEWER = {
  "newer processing that is requested": reprocessed,
  "newer processing that has ended": async (world: BookmarksFaults) => {
    await reprocessed(world);
    await world.queue.deliver();
  },
  "another worker, which ends the same processing": async ({ items, system }: BookmarksFaults) => {
    system.clock.forward(1);
    return (await items.complete(bookmark, NO_FACTS, { workId: bookmark.workId, now: system.clock.now() })) !== null;
  },
  "the bookmark's deletion": ({ items, system }: BookmarksFaults) =>
    items.delete(bookmark, deletion(system.clock.now())),
  "a change of the bookmark": { happens: ({ send }: BookmarksFaults) => send(CHANGE), stays: /"title":"Mine"/g },
};

const NO_FACTS = pageFacts(samplePage({}), { summary: null, tags: [], by: "test" });
const CHANGE_NOTE: HttpRequest = { ...CHANGE, body: { note: "by another" } };

const SAVED = overtakenSave<BookmarksFaults>(
  SAVE,
  { change: CHANGE_NOTE, stays: /"note":"by another"/g },
  ({ items }, deletion) => items.delete(bookmark, deletion),
);

/** Another change, of what is searched as one text with what this one changes. */
const CHANGED: Entry<BookmarksFaults>["overtakenBy"] = {
  "a change of the note": {
    happens: ({ send }) => send(CHANGE_NOTE),
    stays: /(?<="search_own":"[^"]*)by another|"note":"by another"/g,
  },
};

/** A check is overtaken by another one of the page, too. */
const CHECKED: Entry<BookmarksFaults>["overtakenBy"] = {
  ...NEWER,
  "another check of the page": {
    async happens({ items, system }) {
      const read = await items.get(bookmark);
      const nextAt = new Date(system.clock.now().getTime() + 5 * DAY);
      return read !== null && items.checks.end(read, "check", {}, { shownSince: null, nextAt });
    },
    stays: new RegExp(`^.*"id":"${bookmark.id}".*$`, "g"),
  },
};

const overtakable = (entry: Entry<BookmarksFaults>) => ({ ...entry, overtakenBy: NEWER });

/** The entries of bookmarks. */
export const bookmarks: FaultFeature<BookmarksFaults> = {
  name: "bookmarks",
  start,
  entries: [
    { ...request(SAVE, "the page is new"), overtakenBy: SAVED },
    request(SAVE, "the page is saved, and being processed", states.pending),
    request(SAVE, "the page is saved, and processed", states.ready),
    request(SAVE, "the processing has failed", states.failed),
    { ...request(SAVE, "the bookmark was deleted", states.deleted), overtakenBy: SAVED },
    request({ route: "GET /v1/bookmarks" }, "there is a bookmark", states.ready),
    request({ route: "GET /v1/bookmarks/{id}", params }, "there is a bookmark", states.ready),
    request({ route: "GET /v1/bookmarks/{id}/content", params }, "there is a text", states.ready),
    { ...request(CHANGE, "the page is processed", states.ready), overtakenBy: CHANGED },
    request({ route: "DELETE /v1/bookmarks/{id}", params }, "the page is processed", states.ready, [404]),
    request({ route: "POST /v1/bookmarks/{id}/reprocess", params }, "the processing has failed", states.failed, [409]),
    request({ route: "POST /v1/bookmarks/{id}/reprocess", params }, "the page is being processed", states.pending),
    request(PLACE, "there is no place", states.ready),
    request(PLACE, "an earlier place is there", read(-1)),
    request(PLACE, "a later place is there", read(1)),
    request(SEND_PAGE, "the page is processed", states.ready),
    request(SEND_PAGE, "the page is being processed", sent("pending")),
    request(SEND_PAGE, "the processing has failed", states.failed),
    request(SEND_PAGE, "another page waits", states["with a page that waits"]),
    // A merge that nobody repeats may leave both bookmarks, of which one has what both had.
    {
      ...request(MERGE, "both bookmarks are there", states["beside another"]),
      caller: "operator",
      overtakenBy: {
        "a change of the one that goes": {
          happens: async ({ send }) => (await send({ ...CHANGE_NOTE, params: { id: other.id } })).status === 200,
          stays: /by another/g,
        },
      },
    },
    request(MERGE, "they were merged", states.merged),
    request(SAVE_OTHER, "the bookmark was merged into another one", states.merged),
    request(SAVE_OTHER, "it was merged into one that was deleted", states["merged, and deleted"]),
    request({ route: "GET /v1/page-checks" }, "nothing was chosen"),
    request({ route: "PUT /v1/page-checks", body: { pace: "never" } }, "nothing was chosen"),
    request({ route: "GET /v1/failed-jobs", ...OPERATOR }, "the processing has failed", states.failed),
    request(RETRY, "the processing has failed", states.failed, [404, 409]),
    overtakable(message(QUEUE, "the site answers", sent("pending"))),
    late(message(QUEUE, "the page is processed", sent("ready"))),
    late(message(QUEUE, "the processing has failed, and the message comes once more", sent("failed", 200, 1))),
    message(QUEUE, "the page is read again", async (world) => {
      await states["read again"](world);
      await world.queue.send(processingMessageOf({ ...bookmark, workId: "processing-2" }), "correlation-1");
    }),
    {
      ...message(QUEUE, "the user has sent the page", async (world) => {
        await states["with a page that waits"](world);
        await world.queue.send(processingMessageOf({ ...bookmark, workId: "processing-2" }), "correlation-1");
      }),
      overtakenBy: {
        "another page that is sent": (world) => world.send(SEND_PAGE),
        "the bookmark's deletion": NEWER["the bookmark's deletion"],
      },
    },
    message(QUEUE, "the site redirects to the page of an older bookmark", sentOther("beside another")),
    message(QUEUE, "the site redirects to the page of a younger bookmark", sentOther("before another")),
    overtakable(message(QUEUE, "the page does not exist", sent("pending", 404))),
    // Only its first receive may process it again (docs/decisions/0003-attempts-and-receives.md).
    overtakable(message(QUEUE, "the processing has failed, and the message is redriven", sent("failed"), true)),
    overtakable(message(QUEUE, "the site is down", sent("pending", 503))),
    givenUp(overtakable(message(QUEUE, "the site is down at the last attempt", sent("pending", 503, 3)))),
    { ...message(QUEUE, "a page is checked, and there", asked(due(200))), overtakenBy: CHECKED },
    { ...message(QUEUE, "a page is checked, and missing", asked(due(404))), overtakenBy: CHECKED },
    { ...message(QUEUE, "a page is checked, and missing for a week", asked(missing)), overtakenBy: CHECKED },
    message(QUEUE, "the month in which a page was found to be gone is over", async (world) => {
      await asked(missing)(world);
      await world.queue.deliver();
      await asked(async ({ system }) => system.clock.forward(31 * DAY))(world);
    }),
    schedule("reconcile", "a page is to be checked", ({ reconcile }) => reconcile(), due(200)),
    overtakable(schedule("reconcile", "a bookmark is overdue", ({ reconcile }) => reconcile(), later("pending"))),
    {
      ...schedule(
        "reconcile",
        "a bookmark was deleted a week ago",
        ({ reconcile }) => reconcile(),
        states["deleted for a week"],
      ),
      overtakenBy: {
        "a save of the deleted one": {
          happens: ({ send }) => send(savedOnceMore(SAVE)),
          stays: /^.*"status":"pending".*$/g,
        },
      },
    },
    overtakable(
      schedule(
        "reconcile",
        "a bookmark is overdue for the last time",
        ({ reconcile }) => reconcile(),
        later("pending for long"),
      ),
    ),
  ],
};
