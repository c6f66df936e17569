import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import type { Page } from "../shared/http/pagination.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../shared/http/pagination.ts";
import type { Language } from "../shared/notices/languages.ts";
import type { Notice } from "../shared/notices/notice.ts";
import { addressOf } from "../shared/notices/notice.ts";
import { inLanguage, recordOf } from "../shared/notices/notice-kinds.ts";
import type { CreatedPosition } from "../shared/table/table-query.ts";
import type { NoticeTable } from "./notice-table.ts";
import type { noticesRoutes } from "./routes.ts";

export interface NoticesServices {
  readonly notices: Pick<NoticeTable, "list">;
  /** The site's address, without a slash at the end. */
  readonly siteUrl: string;
  /** That of the stage's settings. */
  readonly language: Language;
}

/** Pages of the table that are read until one has a notice for the caller. */
const MOST_READ = 4;

/** A page of the notices that the caller may see, newest first. */
export const listNotices: Operation<typeof noticesRoutes.listNotices, NoticesServices> = async (
  { query: { limit, cursor, language }, caller },
  { notices, siteUrl, language: stageLanguage },
) => {
  const list = ["notices"];
  let seen: readonly Notice[] = [];
  let position: CreatedPosition | null | undefined = decodeCursor(cursor, list, byCreatedAt);
  for (let read = 0; read < MOST_READ && seen.length === 0 && position !== null; read += 1) {
    const page: Page<Notice> = await notices.list({ limit, position });
    seen = page.items.filter(({ kind }) => caller.isAdmin || recordOf(kind).seenBy === "everybody");
    position = page.position;
  }
  return ok({
    notices: seen.map((notice) => {
      const { id, kind, createdAt } = notice;
      const { title, body } = inLanguage(notice, language ?? stageLanguage);
      return { id, kind, title, body, url: addressOf(notice, siteUrl), created_at: createdAt };
    }),
    next_cursor: encodeCursor(position ?? null, list),
  });
};
