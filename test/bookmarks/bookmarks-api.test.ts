import { describe, expect, it } from "vitest";
import type { Bookmark, LlmStatus, PageFacts, PagePictures } from "../../lambdas/bookmarks/domain/bookmark.ts";
import { beginProcessing, failProcessing } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { encodeCursor } from "../../lambdas/shared/http/pagination.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { at, MINUTE, newUser } from "../emulators/test-clock.ts";
import { apiOfEachTest, send, user, world } from "./api-of-tests.ts";
import { pageUrl, pendingBookmark } from "./bookmarks-world.ts";

capturedLog();
apiOfEachTest();

const facts: PageFacts & PagePictures = {
  pageTitle: "A page",
  siteName: "A blog",
  author: "Alice",
  language: "en",
  summary: "Words.",
  tags: ["words"],
  iconPath: "/i/a-folder-icon",
  imagePath: "/i/a-folder-image",
  thumbnailPath: "/i/a-folder-small",
  summaryBy: "extractive",
};

const failure = { jobType: "extraction", code: "not_found", retryable: false } as const;
const notFound = problem(404, "not_found");
const invalidCursor = problem(400, "invalid_cursor");

async function bookmarkThatIs(status: LlmStatus, page = "a-page", now = at(0)): Promise<Bookmark> {
  const { items: bookmarks } = world;
  const bookmark = pendingBookmark(user, { canonicalUrl: pageUrl(page), now });
  await bookmarks.create(bookmark, "creation-1");
  const write = { workId: "processing-1", now, reconcileAt: at(60 * MINUTE) };
  if (status !== "pending") await beginProcessing(bookmarks, bookmark, { receiveCount: 1 }, write);
  if (status === "done") await bookmarks.complete(bookmark, facts, write);
  if (status === "failed") await failProcessing(bookmarks, bookmark, failure, write);
  dynamo.requests.length = 0;
  return bookmark;
}

describe("GET /v1/bookmarks/{id}", () => {
  const get = (id: string, owner = user) => send({ route: "GET /v1/bookmarks/{id}", params: { id }, user: owner });

  it("returns the same 404 for another user's, a deleted and an unknown bookmark", async () => {
    const { id } = await bookmarkThatIs("done");
    const gone = await bookmarkThatIs("done", "gone");
    await world.items.delete(gone, deletion(at(0)));
    expect(await get(id, newUser())).toEqual(notFound);
    expect(await get(gone.id)).toEqual(await get(id, newUser()));
    expect(await get(derivedId("nobody", "x"))).toEqual(await get(id, newUser()));
  });

  it.each([{ id: "x" }, { id: "../bookmarks" }, { id: "あ" }, { id: "a".repeat(6_000) }])(
    "answers 404 for an id that no bookmark can have, without a read: case %#",
    async ({ id }) => {
      dynamo.requests.length = 0;
      expect(await get(id)).toEqual(notFound);
      expect(dynamo.requests).toEqual([]);
    },
  );
});

describe("PATCH /v1/bookmarks/{id}", () => {
  const patch = (id: string, body: unknown, owner = user) =>
    send({ route: "PATCH /v1/bookmarks/{id}", params: { id }, body, user: owner });

  it("changes only the sent fields of title and note", async () => {
    const { id } = await bookmarkThatIs("done");
    world.clock.forward(MINUTE);
    expect(await patch(id, { title: "Mine", status: "failed", url: "https://evil.example/" })).toMatchObject({
      status: 200,
      body: { title: "Mine", note: null, status: "done", url: pageUrl(), updated_at: at(MINUTE).toISOString() },
    });
    expect(await patch(id, { note: "読む" })).toMatchObject({ status: 200, body: { title: "Mine", note: "読む" } });
    expect(await patch(id, { note: null })).toMatchObject({ status: 200, body: { title: "Mine", note: null } });
  });

  it("reads and writes once, and writes nothing when nothing changes", async () => {
    const { id } = await bookmarkThatIs("done");
    const changed = await patch(id, { title: "same", note: "same", tags: ["same"] });
    expect(dynamo.requests).toEqual(["GetItemCommand", "UpdateItemCommand"]);
    world.clock.forward(MINUTE);
    for (const body of [{ title: "same" }, { note: "same" }, { title: "same", tags: [" same"] }, {}]) {
      dynamo.requests.length = 0;
      expect(await patch(id, body)).toEqual(changed);
      expect(dynamo.requests).toEqual(["GetItemCommand"]);
    }
  });

  it.each([
    [{ title: 7 }, "title"],
    [{ title: "t".repeat(501) }, "title"],
    [{ note: ["a"] }, "note"],
    [{ note: "n".repeat(5_001) }, "note"],
  ])("answers 400 for values that no bookmark can have: case %#", async (body, path) => {
    const { id } = await bookmarkThatIs("done");
    expect(await patch(id, body)).toMatchObject({
      status: 400,
      body: { code: "validation_error", errors: [{ path }] },
    });
  });
});

describe("DELETE /v1/bookmarks/{id}", () => {
  const remove = (id: string, owner = user) =>
    send({ route: "DELETE /v1/bookmarks/{id}", params: { id }, user: owner });

  it("answers 204, then 404", async () => {
    const bookmark = await bookmarkThatIs("processing");
    expect(await remove(bookmark.id)).toEqual({ status: 204, headers: {}, body: undefined });
    expect(await world.items.get(bookmark)).toBeNull();
    expect(await remove(bookmark.id)).toEqual(notFound);
  });

  it("answers 404 for another user's bookmark, which stays, and for an unknown id", async () => {
    const bookmark = await bookmarkThatIs("done");
    expect(await remove(bookmark.id, newUser())).toEqual(notFound);
    expect(await remove("x")).toEqual(notFound);
    expect(await world.items.get(bookmark)).not.toBeNull();
  });
});

describe("POST /v1/bookmarks/{id}/reprocess", () => {
  const reprocess = (id: string, owner = user) =>
    send({ route: "POST /v1/bookmarks/{id}/reprocess", params: { id }, user: owner, requestId: "request-8" });

  it.each(["done", "failed"] as const)("sets a %s bookmark to pending, with one message", async (status) => {
    const bookmark = await bookmarkThatIs(status);
    expect(await reprocess(bookmark.id)).toMatchObject({
      status: 202,
      body: { id: bookmark.id, status: "retrying", llm_status: "pending", error_message: null, can_retry: false },
    });
    const now = await world.items.get(bookmark);
    expect(now?.workId).not.toBe("processing-1");
    expect(world.queue.sent).toEqual([
      {
        message: {
          schemaVersion: 1,
          bookmarkId: bookmark.id,
          userId: user,
          processingId: now?.workId,
          url: pageUrl(),
        },
        correlationId: "request-8",
      },
    ]);
  });

  it.each(["pending", "processing"] as const)("answers 409 already_processing for a %s one", async (status) => {
    const { id } = await bookmarkThatIs(status);
    expect(await reprocess(id)).toEqual(problem(409, "already_processing"));
    expect(world.queue.sent).toEqual([]);
  });

  it("answers 404 for another user's, a deleted and an unknown bookmark", async () => {
    const bookmark = await bookmarkThatIs("done");
    expect(await reprocess(bookmark.id, newUser())).toEqual(notFound);
    expect(await reprocess(derivedId("nobody", "x"))).toEqual(notFound);
    expect(await reprocess("x")).toEqual(notFound);
    await world.items.delete(bookmark, deletion(at(0)));
    expect(await reprocess(bookmark.id)).toEqual(notFound);
    expect(world.queue.sent).toEqual([]);
  });
});

describe("GET /v1/bookmarks", () => {
  const list = (query: Record<string, string> = {}, owner = user) =>
    send({ route: "GET /v1/bookmarks", query, user: owner });
  const urlsOf = (answer: Awaited<ReturnType<typeof list>>): string[] =>
    answer.body.bookmarks.map(({ url }: { url: string }) => url);

  async function bookmarksNamed(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) await bookmarkThatIs("done", `page-${index}`, at(index * MINUTE));
  }

  it("lists twenty by default, newest first, and the rest by cursor", async () => {
    await bookmarksNamed(22);
    const first = await list();
    expect(urlsOf(first)).toHaveLength(20);
    expect(first.body.bookmarks[0]).toMatchObject({ url: pageUrl("page-21"), status: "done", title: "A page" });
    const second = await list({ cursor: first.body.next_cursor });
    expect(urlsOf(second)).toEqual(["page-1", "page-0"].map(pageUrl));
    expect(second.body.next_cursor).toBeNull();
  });

  it("filters by status page by page, and each bookmark has exactly one status", async () => {
    const { items: bookmarks } = world;
    const [now, until] = [at(0), at(MINUTE)];
    const states = {
      saving: async () => undefined,
      processing: async (one: Bookmark) =>
        beginProcessing(bookmarks, one, { receiveCount: 1 }, { workId: one.workId, now, reconcileAt: until }),
      retrying: async (one: Bookmark) => {
        await beginProcessing(bookmarks, one, { receiveCount: 1 }, { workId: one.workId, now, reconcileAt: until });
        await bookmarks.moveWork(one, "waitForRetry", { workId: one.workId, now, reconcileAt: until });
      },
      done: async (one: Bookmark) => bookmarks.complete(one, facts, { workId: one.workId, now }),
      failed: async (one: Bookmark) => failProcessing(bookmarks, one, failure, { workId: one.workId, now }),
    };
    for (const [status, reach] of Object.entries(states)) {
      for (const number of [1, 2]) {
        const one = pendingBookmark(user, { canonicalUrl: pageUrl(`${status}-${number}`), now: at(number * MINUTE) });
        await bookmarks.create(one, "creation-1");
        await reach(one);
      }
    }
    for (const status of Object.keys(states)) {
      const first = await list({ status, limit: "1" });
      const second = await list({ status, limit: "1", cursor: first.body.next_cursor });
      expect([urlsOf(first), urlsOf(second)]).toEqual([[pageUrl(`${status}-2`)], [pageUrl(`${status}-1`)]]);
      expect([first.body.bookmarks[0].status, second.body.next_cursor]).toEqual([status, null]);
    }
    expect(await list({ status: "pending" })).toMatchObject({ status: 400, body: { code: "validation_error" } });
  });

  it("rejects a cursor of another user, of another list, a modified one, and garbage", async () => {
    await bookmarksNamed(3);
    const { next_cursor: cursor } = (await list({ limit: "1" })).body;
    const position = { id: derivedId(user, pageUrl("page-1")), created_at: at(MINUTE).toISOString() };
    const ofStocks = encodeCursor(position, ["stocks", user, "{}"]) ?? "";
    expect((await list({ limit: "1", cursor })).status).toBe(200);
    expect(await list({ limit: "1", cursor }, newUser())).toEqual(invalidCursor);
    for (const bad of [ofStocks, `${cursor}A`, cursor.slice(1), "", "garbage", "e30"]) {
      expect(await list({ cursor: bad })).toEqual(invalidCursor);
    }
  });

  // The digest in a cursor is no secret: with the source code, anyone can make a valid one for any position.
  it.each([
    { position: {} },
    { position: { id: "x" } },
    { position: { id: "", created_at: "" } },
    { position: { id: "x", created_at: "y", more: "z" } },
    { position: { id: 7, created_at: 8 } },
    { position: { id: { S: "x" }, created_at: null } },
  ])("rejects a cursor that was forged with a valid digest: $position", async ({ position }) => {
    const cursor = encodeCursor(position as Record<string, string>, ["bookmarks", user, "{}"]) ?? "";
    expect(await list({ cursor })).toEqual(invalidCursor);
  });
});
