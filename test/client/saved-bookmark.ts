import type { Bookmark } from "../../client/index.ts";

/** A bookmark in an answer of the API: saved a moment ago, and not processed yet. */
export function savedBookmark(fields: Partial<Bookmark> & Pick<Bookmark, "id" | "url" | "created_at">): Bookmark {
  return {
    title: null,
    note: null,
    source_hint: null,
    created_from: "api",
    status: "saving",
    llm_status: "pending",
    summary: null,
    tags: [],
    unread: true,
    starred: false,
    place: null,
    summary_by: null,
    site_name: null,
    author: null,
    language: null,
    icon_url: null,
    image_url: null,
    thumbnail_url: null,
    words: null,
    read_at: null,
    read_from: null,
    requested_at: fields.created_at,
    error_code: null,
    error_message: null,
    can_retry: false,
    duplicate_of: null,
    gone_at: null,
    updated_at: fields.created_at,
    ...fields,
  };
}
