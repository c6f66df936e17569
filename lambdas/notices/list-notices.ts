import { ok } from "../shared/http/answer.ts";
import type { Operation } from "../shared/http/http-api.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../shared/http/pagination.ts";
import { addressOf } from "../shared/notices/notice.ts";
import type { NoticeTable } from "./notice-table.ts";
import type { noticesRoutes } from "./routes.ts";

export interface NoticesServices {
  readonly notices: Pick<NoticeTable, "list">;
  /** The site's address, without a slash at the end. */
  readonly siteUrl: string;
}

/** A page of the notices, newest first. */
export const listNotices: Operation<typeof noticesRoutes.listNotices, NoticesServices> = async (
  { query: { limit, cursor } },
  { notices, siteUrl },
) => {
  const list = ["notices"];
  const { items, position } = await notices.list({ limit, position: decodeCursor(cursor, list, byCreatedAt) });
  return ok({
    notices: items.map(({ id, kind, title, body, url, screen, createdAt }) => ({
      ...{ id, kind, title, body, url: addressOf({ url, screen }, siteUrl) },
      created_at: createdAt,
    })),
    next_cursor: encodeCursor(position, list),
  });
};
