import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { reconcilableBookmarks } from "../../lambdas/bookmarks/reconcile.ts";
import { deletedContents } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { SENT_PAGES } from "../../lambdas/bookmarks/tables/sent-page-store.ts";
import type { ProcessingMessage } from "../../lambdas/bookmarks/work/processing-message.ts";
import { processingMessage } from "../../lambdas/bookmarks/work/processing-message.ts";
import type { ProcessingServices } from "../../lambdas/bookmarks/worker.ts";
import { giveUpBookmark, processMessage } from "../../lambdas/bookmarks/worker.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { bookmarksApi, bookmarksWorld, pageUrl } from "../bookmarks/bookmarks-world.ts";
import { ContentBucket } from "../bookmarks/content-bucket.ts";
import { inBrief } from "../bookmarks/processing-world.ts";
import type { HttpAnswer } from "../emulators/http-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { PictureBucket } from "../shared/pictures/picture-bucket.ts";
import { historyFeature } from "./feature.ts";
import { apiOfItems } from "./item-api.ts";
import type { SavedItemFeature, SavedItemSystem } from "./saved-item-history.ts";
import { runSavedItemHistory } from "./saved-item-history.ts";
import type { ShownItem } from "./saved-item-model.ts";
import { savedItemHistories, USERS } from "./saved-item-steps.ts";
import type { HistoryWorld } from "./world.ts";

const MAX_RECEIVE_COUNT = 5;
const VISIBILITY_MS = 6 * MINUTE;

const text = (title: string) => `It says in ${title} something that is worth a whole sentence.`;

/** The text of a page that was sent. */
const SHOWN = new RegExp(`^<p>${text("shown \\d+")}</p>$`);

/** The states of a bookmark as the model has them. */
const STATUSES = {
  saving: "pending",
  processing: "pending",
  retrying: "pending",
  done: "ready",
  failed: "failed",
} as const;

function system({ actors, clock, queue, site }: HistoryWorld<ProcessingMessage>): SavedItemSystem {
  const { client } = actors;
  const bucket = new ContentBucket((_command, forward) => actors.call(forward));
  const services = { ...bookmarksWorld(actors, bucket), clock, queue };
  const send = bookmarksApi(services);
  const asAdmin = { user: "operator", groups: ["admin"] };
  const items = apiOfItems(send, {
    path: "/v1/bookmarks",
    list: "bookmarks",
    again: "reprocess",
    idOf: derivedId,
    text: "note",
    item: ({ url, status }) => ({ subject: url, status: STATUSES[status as keyof typeof STATUSES] }),
  });

  const failedJobs = () => send({ route: "GET /v1/failed-jobs", ...asAdmin, query: { limit: "100" } });

  async function retry(bookmarkId: string): Promise<HttpAnswer> {
    const listed = await failedJobs();
    if (listed.status !== 200) return listed;
    const job = listed.body.failed_jobs.find(({ bookmark_id }: { bookmark_id: string }) => bookmark_id === bookmarkId);
    if (job === undefined) return { status: 404, headers: {}, body: undefined };
    return send({ route: "POST /v1/failed-jobs/{id}/retry", params: { id: job.id }, ...asAdmin });
  }

  let shown = 0;
  function sendPage(user: string, id: string): Promise<HttpAnswer> {
    shown += 1;
    const body = `<!doctype html><title>shown ${shown}</title><p>${text(`shown ${shown}`)}</p>`;
    const headers = { "content-type": "text/html" };
    return send({ route: "PUT /v1/bookmarks/{id}/page", user, params: { id }, body, headers });
  }

  /** Each bookmark that is done has the text of the reading that gave it its title. */
  async function judgeTexts(user: string, list: readonly ShownItem[]): Promise<void> {
    for (const { subject, status, title } of list) {
      if (status !== "ready") continue;
      const route = "GET /v1/bookmarks/{id}/content";
      const { body } = await send({ route, user, params: { id: derivedId(user, subject) } });
      const isShown = body.read_from === "browser" && SHOWN.test(body.html);
      // A fetch may give its title beside the text of a page that was sent, which stays.
      if (!isShown && (body.read_from === "browser" || body.html !== `<p>${text(String(title))}</p>`))
        throw new Error(`The bookmark of ${title} has ${JSON.stringify(body)}.`);
    }
  }

  /** Days later there are the texts of bookmarks, and no others. */
  async function judgeDeletedTexts(): Promise<void> {
    const places = { contents: bucket.store, pictures: new PictureBucket().store };
    const files = deletedContents(client, "bookmarks", places);
    const later = new Date(clock.now().getTime() + 8 * 24 * 60 * MINUTE);
    for (const key of await files.overdue(later, 100)) await files.remove(key);
    const { Items = [] } = await client.send(new ScanCommand({ TableName: "bookmarks", ConsistentRead: true }));
    const folders = Items.filter(({ url }) => url !== undefined).map(({ content_folder }) => `${content_folder}/`);
    const left = bucket
      .keys()
      .filter((key) => !folders.some((folder) => key.replace(SENT_PAGES, "").startsWith(folder)));
    if (left.length > 0) throw new Error(`There are texts of no bookmark: ${left}.`);
  }

  return {
    ...items,
    request(user, act) {
      if (act.do === "retry") return retry(derivedId(user, act.subject));
      return act.do === "page" ? sendPage(user, derivedId(user, act.subject)) : items.request(user, act);
    },
    worker: sqsWorker({
      environment: {},
      message: processingMessage,
      services: (): ProcessingServices => ({
        ...services,
        notices: { put: async () => true },
        picturesOf: async (_bookmark, { html }) => ({ paths: {}, html, added: [] }),
        deletePictures: async () => undefined,
        summariser: inBrief,
        modelSummaries: null,
        random: () => 0,
        pause: async () => undefined,
        attemptMs: 60_000,
        visibilityMs: VISIBILITY_MS,
        maxReceiveCount: MAX_RECEIVE_COUNT,
        visibility: queue.visibility,
        fetch: () => actors.outside(async () => site.answer()),
      }),
      work: processMessage,
      giveUp: giveUpBookmark,
    }),
    reconcilable: reconcilableBookmarks(services.items, queue, clock),
    async judge(lists) {
      const failed = lists.flat().filter(({ status }) => status === "failed").length;
      const { body } = await failedJobs();
      const jobs = body.failed_jobs.length;
      if (jobs !== failed) throw new Error(`${failed} bookmarks have failed, and there are ${jobs} failed jobs.`);
      for (const [at, list] of lists.entries()) await judgeTexts(String(USERS[at]), list);
      await judgeDeletedTexts();
    },
  };
}

const feature: SavedItemFeature<ProcessingMessage> = {
  rules: { savingRevives: false },
  queue: { maxReceiveCount: MAX_RECEIVE_COUNT, visibilityTimeout: VISIBILITY_MS },
  site: (title) => ({
    mediaType: "text/html",
    charset: "utf-8",
    body: Buffer.from(`<!doctype html><title>${title}</title><p>${text(title)}</p>`),
  }),
  system,
};

/** Bookmarks: saved under keys, changed, read, deleted, merged, processed again, and their failed jobs retried, by two users. */
export const bookmarks = historyFeature(
  "bookmarks",
  savedItemHistories({
    subjects: [pageUrl("one"), pageUrl("two"), pageUrl("three")],
    isKeyRequired: true,
    others: ["delete", "again", "page", "retry", "read"],
    merges: 2,
    places: 3,
  }),
  (steps) => runSavedItemHistory(feature, steps),
);
