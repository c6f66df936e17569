import { pageFacts } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { bookmarkTable } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import { memberOf, ReaderCountTable } from "../../../lambdas/recommendations/tables/reader-count-table.ts";
import { stockTable } from "../../../lambdas/slides/stock-table.ts";
import { pageUrl, pendingBookmark } from "../../bookmarks/bookmarks-world.ts";
import { ContentBucket } from "../../bookmarks/content-bucket.ts";
import { samplePage } from "../../bookmarks/sample-page.ts";
import { deletion } from "../../changes/deletion.ts";
import { START } from "../../emulators/test-clock.ts";
import type { PictureBucket } from "../../shared/pictures/picture-bucket.ts";
import { PNG } from "../../shared/pictures/sample-pictures.ts";
import { pendingStock } from "../../slides/slides-world.ts";
import { everyPass, usersApi, usersWorld } from "../../users/users-world.ts";
import type { Entry, FaultFeature, FaultWorld } from "../feature.ts";
import { request } from "../feature.ts";
import { brokenPictures } from "../pictures.ts";
import type { System } from "../system.ts";

type Send = ReturnType<typeof usersApi>;

interface UsersFaults extends FaultWorld {
  readonly bucket: ContentBucket;
  readonly site: PictureBucket;
}

function start(system: System): UsersFaults {
  const { invocations, clock } = system;
  const bucket = new ContentBucket((command, forward) => invocations.aws(`${command} content`, forward));
  const site = brokenPictures(invocations);
  return {
    system,
    tables: ["stocks", "bookmarks", "recommendations", "idempotency_keys"],
    send: usersApi(usersWorld(invocations, clock, bucket, site)),
    // No file is left of what is gone.
    effects: async () => ({ texts: bucket.keys().length, pictures: site.objects.size }),
    bucket,
    site,
    // It names one attempt to move an item.
    settled: (item) => item.replace(/"move_id":"[^"]+"/, '"move_id":"(new)"'),
  };
}

const TEXT = "GET /v1/users/{sub}/bookmarks/{id}/content";
const LISTS = ["GET /v1/users/{sub}/bookmarks", "GET /v1/users/{sub}/stocks"];
const params = { sub: "alice" };

const bookmark = { ...pendingBookmark("alice"), aliases: [pageUrl("short")] };
const TEXT_KEPT = {
  title: null,
  byline: null,
  language: null,
  dir: "ltr",
  words: 1,
  readAt: START.toISOString(),
  truncated: false,
  html: "<p>x</p>",
} as const;
const NO_FACTS = pageFacts(samplePage({}), { summary: null, tags: [], by: "test" });

/** A bookmark with a text and a picture that another one was merged into, a stock of each user for the same deck, one that was deleted, and a subscription. */
async function prepare({ system, bucket, site }: UsersFaults): Promise<void> {
  const { client } = system.invocations;
  const bookmarks = bookmarkTable(client, "bookmarks");
  await bookmarks.create(bookmark, "creation-4");
  const contentKey = await bucket.store.put(bookmark.contentFolder, "text-1", TEXT_KEPT);
  await site.store.put(bookmark.contentFolder, { type: "image/png", bytes: PNG });
  const facts = { ...NO_FACTS, contentKey, words: 1, readAt: TEXT_KEPT.readAt };
  await bookmarks.complete(bookmark, facts, { workId: bookmark.workId, now: system.clock.now() });
  const stocks = stockTable(client, "stocks");
  const gone = pendingStock("alice", { canonicalUrl: "https://speakerdeck.com/alice/gone" });
  await stocks.create(pendingStock("alice", { memo: "for Friday" }), "creation-1");
  await stocks.create(gone, "creation-2");
  await stocks.delete(gone, deletion(system.clock.now()));
  await stocks.create(pendingStock("bob", { canonicalUrl: "https://speakerdeck.com/alice/other" }), "creation-3");
  await new ReaderCountTable(client, client, "recommendations").addSubscriber("one", memberOf("alice"), "request-1");
}

/** All pages, as the command line requests them: from the beginning when one of them failed. */
function everyPageOf(route: string, body: object): Entry<UsersFaults> {
  const act = async (world: UsersFaults) => {
    const send: Send = (wanted) => world.send({ user: "root", groups: ["admin"], ...wanted });
    await everyPass(send, { route, params, body });
    return { status: 200, headers: {}, body: null };
  };
  return { ...request({ route, params, body }, "there is something of everything", prepare), caller: "operator", act };
}

/** The entries of what belongs to people. An operator repeats what was interrupted. */
export const users: FaultFeature<UsersFaults> = {
  name: "users",
  start,
  entries: [
    ...LISTS.map((route) => request({ route, params }, "there is a stock", prepare)),
    request({ route: TEXT, params: { ...params, id: bookmark.id } }, "there is a text", prepare),
    everyPageOf("POST /v1/users/{sub}/delete", {}),
    everyPageOf("POST /v1/users/{sub}/move", { to: "bob" }),
  ],
};
