import * as z from "zod/mini";
import { derivedId } from "../../shared/derived-id.ts";
import { pictureAddress } from "../../shared/pictures/picture-address.ts";
import { marksAnswer, marksSchema } from "../../shared/saved-items/reading-marks.ts";
import type { Bookmark } from "../domain/bookmark.ts";
import { CREATED_FROM, LLM_STATUSES, SCREEN_STATUSES, screenStatus, shownTags } from "../domain/bookmark.ts";
import { READ_FROM } from "../domain/content.ts";
import { placeSchema } from "../domain/place.ts";
import { failureMessage } from "./failure-message.ts";

export const bookmarkSchema = z.object({
  id: z.string(),
  url: z.string(),
  title: z.nullable(z.string()),
  note: z.nullable(z.string()),
  source_hint: z.nullable(z.string()),
  created_from: z.enum(CREATED_FROM),
  status: z.enum(SCREEN_STATUSES),
  llm_status: z.enum(LLM_STATUSES),
  summary: z.nullable(z.string()),
  tags: z.array(z.string()),
  ...marksSchema,
  /** Where you were in the kept text at last, on any device; null if never. */
  place: z.nullable(placeSchema),
  summary_by: z.nullable(z.string()),
  site_name: z.nullable(z.string()),
  author: z.nullable(z.string()),
  language: z.nullable(z.string()),
  /** The copies of the page's icon and picture, on the site's domain. */
  icon_url: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  /** A copy of the same picture for lists: at most 320 pixels on both sides, and 30 KB. */
  thumbnail_url: z.nullable(z.string()),
  /** The code of the failure; null unless `failed`. */
  error_code: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
  can_retry: z.boolean(),
  /** The words of the kept text; null if none was kept. */
  words: z.nullable(z.int()),
  read_at: z.nullable(z.iso.datetime()),
  /** What the kept text was read from: a request of ours, or the page as your browser showed it; null if none was kept. */
  read_from: z.nullable(z.enum(READ_FROM)),
  /** When the latest reading of the page was requested. A reading without a text keeps an earlier `read_at`. */
  requested_at: z.iso.datetime(),
  /** The bookmark whose page the latest reading found; it may have been deleted since. */
  duplicate_of: z.nullable(z.string()),
  /** Since when the page is gone; null while it is not known to be. Its kept text stays. */
  gone_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

/**
 * Makes the answer for a bookmark. If the user gave no title, the page's title is used.
 *
 * @param siteUrl the address of the site, which has the pictures
 */
export const bookmarkAnswer =
  (siteUrl: string) =>
  (bookmark: Bookmark): z.output<typeof bookmarkSchema> => {
    const { duplicateOf } = bookmark;
    return {
      id: bookmark.id,
      url: bookmark.url,
      title: bookmark.title ?? bookmark.pageTitle,
      note: bookmark.note,
      source_hint: bookmark.sourceHint,
      created_from: bookmark.createdFrom,
      status: screenStatus(bookmark),
      llm_status: bookmark.status,
      summary: bookmark.summary,
      tags: [...shownTags(bookmark)],
      ...marksAnswer(bookmark),
      place: bookmark.place ?? null,
      summary_by: bookmark.summaryBy,
      site_name: bookmark.siteName,
      author: bookmark.author,
      language: bookmark.language,
      icon_url: pictureAddress(siteUrl, bookmark.iconPath),
      image_url: pictureAddress(siteUrl, bookmark.imagePath),
      thumbnail_url: pictureAddress(siteUrl, bookmark.thumbnailPath),
      error_code: bookmark.failure?.code ?? null,
      error_message: bookmark.failure === null ? null : failureMessage(bookmark.failure.code),
      can_retry: bookmark.status === "failed",
      words: bookmark.words,
      read_at: bookmark.readAt,
      read_from: bookmark.readAt === null ? null : (bookmark.readFrom ?? "fetch"),
      requested_at: bookmark.requestedAt,
      duplicate_of: duplicateOf === null ? null : derivedId(bookmark.userId, duplicateOf),
      gone_at: bookmark.goneAt ?? null,
      created_at: bookmark.createdAt,
      updated_at: bookmark.updatedAt,
    };
  };
