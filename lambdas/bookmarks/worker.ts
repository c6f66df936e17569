import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../shared/clock.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { log } from "../shared/log.ts";
import { NoticeWriter } from "../shared/notices/notice-writer.ts";
import { objectClient } from "../shared/objects/object-client.ts";
import type { OutboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import type { RequestFailure } from "../shared/outbound/request-failure.ts";
import { fitPictures } from "../shared/pictures/fit-pictures.ts";
import { PictureStore } from "../shared/pictures/picture-store.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { givingUp } from "../shared/work/give-up.ts";
import type { Discard } from "../shared/work/message-outcome.ts";
import { outcomeOfFailure, RetryLater } from "../shared/work/message-outcome.ts";
import { RECONCILE_GRACE_MS, reconcileAfterWait } from "../shared/work/reconcile.ts";
import { hasFailed } from "../shared/work/redriven.ts";
import { sampleBatch } from "../shared/work/sample-batch.ts";
import type { ReceivedMessage, WorkerServices } from "../shared/work/worker.ts";
import { sqsWorker, workerServices } from "../shared/work/worker.ts";
import type { Bookmark } from "./domain/bookmark.ts";
import { IS_THERE, pageFacts } from "./domain/bookmark.ts";
import { packedWords } from "./domain/bookmark-search.ts";
import { SENT_PAGE } from "./domain/content.ts";
import { nextCheckMs } from "./domain/page-check.ts";
import type { PageCheckServices } from "./fetch/check-pages.ts";
import { checkPages } from "./fetch/check-pages.ts";
import type { CopiedPictures } from "./fetch/copy-page-pictures.ts";
import { COPIED_PAGES_A_DAY, copyPagePictures } from "./fetch/copy-page-pictures.ts";
import { fetchPage, MAX_PAGE_BYTES } from "./fetch/fetch-page.ts";
import { findDuplicate } from "./fetch/find-duplicate.ts";
import { followPages } from "./fetch/follow-pages.ts";
import type { PageContent, PageOutcome } from "./readers/page-content.ts";
import { readSentPage } from "./readers/read-sent-page.ts";
import { chosenSummariser } from "./summary/chosen-summariser.ts";
import { extractiveSummariser } from "./summary/extractive-summariser.ts";
import { distinctiveWords } from "./summary/salient-words.ts";
import type { Summariser, Summary } from "./summary/summariser.ts";
import { SummaryFailure } from "./summary/summariser.ts";
import type { BookmarkTable } from "./tables/bookmark-table.ts";
import { beginProcessing, bookmarkTable, failProcessing } from "./tables/bookmark-table.ts";
import { CheckPaceTable } from "./tables/check-pace-table.ts";
import { ContentStore } from "./tables/content-store.ts";
import { DailyUsesTable } from "./tables/daily-uses-table.ts";
import { PageCheckTable } from "./tables/page-check-table.ts";
import { SentPageStore } from "./tables/sent-page-store.ts";
import { workerUses } from "./uses.ts";
import { deleteSentPage } from "./work/delete-sent-page.ts";
import { deleteUnkept, keepContent } from "./work/keep-content.ts";
import type { ProcessingMessage } from "./work/processing-message.ts";
import { processingMessage, processingMessageSubject } from "./work/processing-message.ts";

export interface ProcessingServices extends WorkerServices, PageCheckServices {
  readonly items: BookmarkTable;
  readonly contents: ContentStore;
  readonly sentPages: Pick<SentPageStore, "get" | "delete">;
  readonly fetch: OutboundFetch;
  readonly picturesOf: (bookmark: Bookmark, content: PageContent) => Promise<CopiedPictures>;
  readonly deletePictures: PictureStore["delete"];
  readonly summariser: Summariser;
  /** Limits the cost of the summariser; null for a summariser without cost. */
  readonly modelSummaries: DailyUsesTable | null;
  readonly clock: Clock;
  readonly random: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly newId: () => string;
  /** The longest time that one attempt can take, in milliseconds, never scaled. */
  readonly attemptMs: number;
  /** The time after which the message of a worker that stopped is received again, in milliseconds. */
  readonly visibilityMs: number;
}

/** Attempt n is followed by a wait of 2^n minutes; a site may ask for up to an hour. */
export const BACK_OFF = { first: 120, factor: 2, longest: 3_600 };

function services(env: Environment<typeof workerUses>): ProcessingServices {
  const tables = documentClient();
  const clock = systemClock(env.WAIT_SCALE);
  const objects = objectClient();
  const pictures = new PictureStore(objects, env.SITE_BUCKET);
  const images = new DailyUsesTable(tables, env.BOOKMARKS_TABLE, "copied-pictures", COPIED_PAGES_A_DAY);
  const model = env.BEDROCK_MODEL;
  return {
    items: bookmarkTable(tables, env.BOOKMARKS_TABLE),
    checks: new PageCheckTable(tables, env.BOOKMARKS_TABLE),
    paces: new CheckPaceTable(tables, env.BOOKMARKS_TABLE),
    notices: new NoticeWriter(tables, env.NOTICES_TABLE),
    contents: new ContentStore(objects, env.CONTENT_BUCKET),
    sentPages: new SentPageStore(objects, env.SENT_PAGES_BUCKET),
    ...workerServices(env, env.BOOKMARK_PROCESSING_QUEUE_URL),
    attemptMs: env.ATTEMPT_SECONDS * 1_000,
    visibilityMs: env.VISIBILITY_SECONDS * 1_000,
    fetch: outboundFetch,
    picturesOf: (bookmark, content) =>
      copyPagePictures(bookmark, content, { fetch: outboundFetch, fitPictures, pictures, images, clock }),
    deletePictures: (paths) => pictures.delete(paths),
    summariser: chosenSummariser(model, env.BEDROCK_REGION),
    modelSummaries:
      model === ""
        ? null
        : new DailyUsesTable(tables, env.BOOKMARKS_TABLE, "model-summaries", env.BEDROCK_SUMMARIES_A_DAY),
    clock,
    random: Math.random,
    pause: (milliseconds) => pause(milliseconds),
    newId: randomUUID,
  };
}

/** Reads one bookmark's page, summarises it, and makes the bookmark `done`. A late or duplicate message has no effect. */
async function processBookmark(
  message: ProcessingMessage,
  services: ProcessingServices,
  received: ReceivedMessage,
): Promise<void> {
  const { items, clock } = services;
  const key = { userId: message.userId, id: message.bookmarkId };
  const now = clock.now();
  const longest = services.attemptMs + clock.wait(services.visibilityMs + RECONCILE_GRACE_MS);
  const begin = { workId: message.processingId, now, reconcileAt: new Date(now.getTime() + longest) };
  const bookmark = await beginProcessing(items, key, received, begin);
  if (bookmark === null) {
    log.info("processing_not_needed", { bookmark_id: key.id, correlation_id: received.correlationId });
    return;
  }
  const isSent = bookmark.sentPageKey != null;
  const first = isSent ? await sentPage(bookmark, services) : await fetchPage(bookmark.url, services.fetch);
  if (first.kind !== "page") throw await handleFailure(bookmark, first, services, received);
  const page: PageOutcome = isSent ? first : await followPages(first, services);
  if (page.kind !== "page") throw await handleFailure(bookmark, page, services, received);
  // Before the summary, which may have a cost: an error here repeats the whole attempt.
  const duplicateOf = await findDuplicate(bookmark, first, services);
  const summary = await summarisePage(bookmark, page.content, services, received);
  const { paths, html, added } = await services.picturesOf(bookmark, page.content);
  const readFrom = isSent ? "browser" : "fetch";
  const kept = await keepContent(bookmark, { ...page.content, html, readFrom }, services, received);
  const facts = {
    ...pageFacts(page.content, summary),
    ...paths,
    ...kept,
    duplicateOf,
    // A page that was sent does not prove that its address has one.
    ...(isSent ? { sentPageKey: null } : IS_THERE),
  };
  // A text that stays keeps the words of the item.
  const words = kept === null ? undefined : packedWords(distinctiveWords(page.content));
  const end = clock.now();
  const checkAt = new Date(end.getTime() + clock.wait(nextCheckMs(IS_THERE, services.random())));
  const done = await items.complete(key, facts, { workId: bookmark.workId, now: end, checkAt }, words);
  await deleteUnkept(kept?.contentKey ?? null, { before: bookmark, done }, services, received);
  if (done !== null && bookmark.sentPageKey) {
    const about = { bookmark_id: bookmark.id, correlation_id: received.correlationId };
    await deleteSentPage(bookmark.sentPageKey, services.sentPages, about);
  }
  // The person was deleted or moved meanwhile: no item names a picture that was not there before.
  if (done === null && (await items.isErased(key))) await services.deletePictures(added);
  log.info("bookmark_processed", {
    bookmark_id: bookmark.id,
    correlation_id: received.correlationId,
    saved: done !== null,
    retried: received.receiveCount > 1,
    retrying: bookmark.retrying,
    summary_by: summary.by,
    delay_ms: clock.now().getTime() - Date.parse(bookmark.requestedAt),
  });
}

/** Reads the page that the user sent; one that is longer than a page that is fetched is cut alike. */
async function sentPage({ sentPageKey, url }: Bookmark, { sentPages }: ProcessingServices): Promise<PageOutcome> {
  const sent = sentPageKey == null ? null : await sentPages.get(sentPageKey, SENT_PAGE.mostUnpacked);
  if (sent === null) return { kind: "permanent", code: "sent_page_gone" };
  return readSentPage(sent, url, MAX_PAGE_BYTES);
}

async function summarisePage(
  bookmark: Bookmark,
  content: PageContent,
  services: ProcessingServices,
  received: ReceivedMessage,
): Promise<Summary> {
  const summariser = await chooseSummariser(bookmark, content, services, received);
  try {
    return await summariser.summarise(content);
  } catch (error) {
    if (!(error instanceof SummaryFailure)) throw error;
    const { code, transient } = error;
    const failure = { kind: transient ? "transient" : "permanent", code, retryAfterSeconds: null } as const;
    throw await handleFailure(bookmark, failure, services, received, { cause: error });
  }
}

/**
 * The summariser that the user's daily limit allows. Beyond the limit it is the extractive one, so that no bookmark waits or
 * fails because of the limit.
 */
async function chooseSummariser(
  { userId, id }: Bookmark,
  { text }: PageContent,
  { summariser, modelSummaries, clock }: ProcessingServices,
  { correlationId }: ReceivedMessage,
): Promise<Summariser> {
  // A page without text causes no call.
  if (modelSummaries === null || text.trim() === "") return summariser;
  if (await modelSummaries.take(userId, clock.now())) return summariser;
  log.info("summary_over_limit", { bookmark_id: id, user_id: userId, correlation_id: correlationId });
  return extractiveSummariser();
}

/**
 * Sets the bookmark back to pending for the wait before the next attempt, if another attempt follows. Reconcile waits as
 * long.
 *
 * @returns the error to throw
 */
async function handleFailure(
  bookmark: Bookmark,
  failure: RequestFailure,
  { items, clock, random }: ProcessingServices,
  received: ReceivedMessage,
  options?: { cause: unknown },
): Promise<RetryLater | Discard> {
  const thrown = outcomeOfFailure(failure, BACK_OFF, received, random(), options);
  if (thrown instanceof RetryLater) {
    const reconcileAt = reconcileAfterWait(thrown.delaySeconds * 1_000, clock);
    await items.moveWork(bookmark, "waitForRetry", { workId: bookmark.workId, now: clock.now(), reconcileAt });
  }
  return thrown;
}

/** Ends a bookmark whose message is given up: `failed`, with its failed job. */
export const giveUpBookmark = givingUp({
  message: processingMessage,
  subject: processingMessageSubject,
  async end(bookmark, { code, retryable, correlationId }, { items, clock }: ProcessingServices) {
    const jobType = code.startsWith("llm_") ? "llm_processing" : "extraction";
    const write = { workId: bookmark.workId, now: clock.now() };
    if (!(await failProcessing(items, bookmark, { jobType, code, retryable }, write))) return null;
    const about = { bookmark_id: bookmark.id, correlation_id: correlationId };
    log.warn("bookmark_failed", { ...about, code, job_type: jobType, retryable });
    return "return_message";
  },
  isFailed: async (bookmark, { items }) => hasFailed(await items.get(bookmark), bookmark.workId),
});

/** One message: the pages that are due, or one bookmark's page. */
export function processMessage(
  message: ProcessingMessage,
  services: ProcessingServices,
  received: ReceivedMessage,
): Promise<void> {
  return message.pageChecks === undefined
    ? processBookmark(message, services, received)
    : checkPages(services, received.correlationId);
}

export const handler = await warmUpHandler(
  sqsWorker({
    environment: workerUses,
    message: processingMessage,
    services,
    work: processMessage,
    giveUp: giveUpBookmark,
  }),
  sampleBatch({
    schemaVersion: 1,
    userId: "warm-up",
    bookmarkId: "warm-up",
    processingId: "warm-up",
    url: "https://example.com/",
  }),
);
