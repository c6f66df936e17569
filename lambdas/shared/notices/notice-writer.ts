import { any, is, isAbsent } from "../table/expression.ts";
import { StoredTable } from "../table/stored-table.ts";
import type { Notice } from "./notice.ts";
import type { NoticeItem } from "./notice-item.ts";
import { noticeExpiry, noticeKey, toNotice, toNoticeItem } from "./notice-item.ts";

/**
 * Makes notices: the operations of a feature on table `notices`. The feature `notices` sends a notice that is made, even if
 * the invocation that made it fails.
 */
export class NoticeWriter extends StoredTable {
  /** Makes a notice. @returns false when there was one of its id */
  async put(notice: Notice): Promise<boolean> {
    return this.#put(toNoticeItem(notice), notice.createdAt);
  }

  /**
   * Reserves the id of a notice whose content is part of another notice `by`: it makes no notice of its own later. It is in
   * no list.
   */
  async putCovered(id: string, by: Notice): Promise<void> {
    const expires_at = noticeExpiry(new Date(by.createdAt));
    await this.#put({ ...noticeKey(id), covered_by: by.id, covered_at: by.createdAt, expires_at }, by.createdAt);
  }

  /** Reads a notice, consistently; null when there is none, or only its id is reserved. */
  async get(id: string): Promise<Notice | null> {
    const item = await this.itemAt<Partial<NoticeItem>>(noticeKey(id));
    return item?.created_at === undefined ? null : toNotice(item as NoticeItem);
  }

  #put(item: NoticeItem | (ReturnType<typeof noticeKey> & Record<string, unknown>), at: string): Promise<boolean> {
    return this.putItem(noticeKey(item.sk), {
      item,
      when: [isAbsent("sk")],
      ownWrite: [any(is("created_at", at), is("covered_at", at))],
    });
  }
}
