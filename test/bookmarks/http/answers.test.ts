import { describe, expect, it } from "vitest";
import type { Bookmark } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import type { KeptContent } from "../../../lambdas/bookmarks/domain/content.ts";
import { bookmarkAnswer } from "../../../lambdas/bookmarks/http/bookmark-answer.ts";
import { contentAnswer } from "../../../lambdas/bookmarks/http/content-answer.ts";
import { failureMessage } from "../../../lambdas/bookmarks/http/failure-message.ts";
import { readContent } from "../../../lambdas/bookmarks/http/read-content.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { pageUrl, pendingBookmark, SITE } from "../bookmarks-world.ts";

/** A bookmark with a value of its own in each field. */
const FULL: Bookmark = {
  ...pendingBookmark("alice"),
  url: "https://blog.example/as-sent",
  title: "own title",
  note: "a note",
  userTags: ["own"],
  place: { block: 3, offset: 40, progress: 0.5, at: at(6 * MINUTE).toISOString() },
  sourceHint: "a hint",
  createdFrom: "extension",
  status: "failed",
  summary: "a summary",
  tags: ["of the summary"],
  summaryBy: "a model",
  pageTitle: "page title",
  siteName: "a site",
  author: "an author",
  language: "pt",
  iconPath: "/i/icon",
  imagePath: "/i/image",
  thumbnailPath: "/i/thumbnail",
  words: 7,
  readAt: at(MINUTE).toISOString(),
  readFrom: "browser",
  failure: { jobType: "extraction", code: "gone", retryable: false, at: at(0).toISOString() },
  duplicateOf: pageUrl("older"),
  missingAt: at(0).toISOString(),
  goneAt: at(5 * MINUTE).toISOString(),
  createdAt: at(2 * MINUTE).toISOString(),
  updatedAt: at(3 * MINUTE).toISOString(),
  requestedAt: at(4 * MINUTE).toISOString(),
};

const shown = (changes: Partial<Bookmark>) => bookmarkAnswer(SITE)({ ...FULL, ...changes });

describe("the answer of a bookmark", () => {
  it("has each field's own value", () => {
    expect(shown({})).toEqual({
      id: FULL.id,
      url: "https://blog.example/as-sent",
      title: "own title",
      note: "a note",
      source_hint: "a hint",
      created_from: "extension",
      status: "failed",
      llm_status: "failed",
      summary: "a summary",
      tags: ["own"],
      unread: true,
      starred: false,
      place: { block: 3, offset: 40, progress: 0.5, at: "2026-11-20T03:06:00.000Z" },
      summary_by: "a model",
      site_name: "a site",
      author: "an author",
      language: "pt",
      icon_url: `${SITE}/i/icon`,
      image_url: `${SITE}/i/image`,
      thumbnail_url: `${SITE}/i/thumbnail`,
      error_code: "gone",
      error_message: failureMessage("gone"),
      can_retry: true,
      words: 7,
      read_at: "2026-11-20T03:01:00.000Z",
      read_from: "browser",
      duplicate_of: derivedId("alice", pageUrl("older")),
      gone_at: "2026-11-20T03:05:00.000Z",
      created_at: "2026-11-20T03:02:00.000Z",
      updated_at: "2026-11-20T03:03:00.000Z",
      requested_at: "2026-11-20T03:04:00.000Z",
    });
  });

  it("has the page's values where the user has set none", () => {
    expect(shown({ title: null, userTags: null })).toMatchObject({ title: "page title", tags: ["of the summary"] });
    expect(shown({ userTags: [] })).toMatchObject({ tags: [] });
  });

  it("shows neither failure nor retry if it did not fail", () => {
    expect(shown({ status: "done", failure: null })).toMatchObject({
      error_code: null,
      error_message: null,
      can_retry: false,
    });
  });
});

it("a failure without a sentence of its own is described as an error of Magpie", () => {
  expect(failureMessage("unheard_of")).toMatch(/^unheard_of: \S.*on our side/);
  expect(failureMessage("gone")).toMatch(/^gone: \S.*\(410\)/);
});

const CONTENT: KeptContent = {
  title: "page title",
  byline: "an author",
  language: "pt",
  dir: "rtl",
  words: 7,
  readAt: at(MINUTE).toISOString(),
  readFrom: "browser" as const,
  truncated: true,
  html: "<p>words</p>",
};
const ANSWER = {
  id: FULL.id,
  title: "page title",
  byline: "an author",
  language: "pt",
  dir: "rtl",
  words: 7,
  read_at: "2026-11-20T03:01:00.000Z",
  read_from: "browser",
  truncated: true,
  html: "<p>words</p>",
};

it("a text that the last release has kept was fetched", () => {
  const { readFrom: _later, ...stored } = CONTENT;
  expect(contentAnswer(FULL.id, stored, SITE)).toMatchObject({ read_from: "fetch" });
});

describe("reading a kept text", () => {
  /** Reads a text where the bookmark points to these keys in turn, and only one is there. */
  function read(...keys: readonly (string | null)[]) {
    let reads = 0;
    const readBookmark = async () => {
      const contentKey = keys[reads] ?? null;
      reads += 1;
      return { ...FULL, contentKey };
    };
    const contents = { get: async (key: string) => (key === "there" ? CONTENT : null) };
    return readContent(readBookmark, { contents, siteUrl: SITE });
  }

  it("follows its bookmark to the text that took its place, twice", async () => {
    for (const keys of [["there"], ["gone", "there"], ["gone", "gone", "there"]])
      expect(await read(...keys)).toMatchObject({ status: 200, body: ANSWER });
  });

  it.each([[[null]], [["gone", null]], [["gone", "gone", "gone", "there"]]])(
    "finds none where the bookmark points to %o",
    async (keys) => {
      await expect(read(...keys)).rejects.toMatchObject({ status: 404, code: "no_content" });
    },
  );
});
