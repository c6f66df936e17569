import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import type { Bookmark, ContentFacts } from "../domain/bookmark.ts";
import type { Contents, ReadFrom } from "../domain/content.ts";
import { contentOf, replacesKept } from "../domain/content.ts";
import type { PageContent } from "../readers/page-content.ts";

interface ContentServices {
  readonly contents: Contents;
  readonly clock: Clock;
  readonly newId: () => string;
}

/**
 * Stores the text of a page before its bookmark points to it. The kept text stays if the page has no text, or if
 * `replacesKept` says so.
 *
 * @returns the fields that the bookmark stores of the text; null if the kept one stays
 */
export async function keepContent(
  { id, contentFolder, words, textStays = null }: Bookmark,
  page: PageContent & { readonly readFrom: ReadFrom },
  { contents, clock, newId }: ContentServices,
  { correlationId }: ReceivedMessage,
): Promise<(Partial<ContentFacts> & { readonly contentKey: string }) | null> {
  const { readFrom } = page;
  const content = contentOf(page, clock.now(), readFrom);
  if (content === null || !replacesKept(content, { words, textStays })) {
    const found = { words: content?.words ?? 0, kept_words: words };
    if (words !== null) log.info("content_left_as_kept", { bookmark_id: id, correlation_id: correlationId, ...found });
    return null;
  }
  const contentKey = await contents.put(contentFolder, newId(), content);
  return {
    contentKey,
    words: content.words,
    readAt: content.readAt,
    readFrom,
    ...(readFrom === "browser" && { textStays: true }),
  };
}

/**
 * Deletes the object to which no bookmark points after the work: the earlier one, or the new one if the work came too late.
 * An object that can't be deleted stays in the bookmark's folder, and is deleted with it.
 *
 * @param stored the key of the new object; null if none was stored
 */
export async function deleteUnkept(
  stored: string | null,
  { before, done }: { readonly before: Bookmark; readonly done: Bookmark | null },
  { contents }: Pick<ContentServices, "contents">,
  { correlationId }: ReceivedMessage,
): Promise<void> {
  const unkept = done === null ? stored : before.contentKey;
  if (stored === null || unkept === null) return;
  try {
    await contents.delete(unkept);
  } catch (error) {
    log.warn("content_not_deleted", { bookmark_id: before.id, correlation_id: correlationId, ...errorFields(error) });
  }
}
