import type { Bookmark } from "../../../client/index.ts";

/** A bookmark of the API's answers. */
export function bookmark(fields: Partial<Bookmark> = {}): Bookmark {
  return {
    id: "b1",
    url: "https://blog.example/posts/sparrows",
    title: "Sparrows",
    note: null,
    source_hint: null,
    created_from: "web",
    status: "done",
    llm_status: "done",
    summary: "Sparrows live in the hedge.",
    tags: [],
    unread: true,
    starred: false,
    place: null,
    summary_by: "extractive",
    site_name: "The hedge",
    author: null,
    language: "en",
    icon_url: null,
    image_url: null,
    thumbnail_url: null,
    error_code: null,
    error_message: null,
    can_retry: false,
    words: null,
    read_at: null,
    read_from: null,
    requested_at: "2026-11-01T10:00:00.000Z",
    duplicate_of: null,
    gone_at: null,
    created_at: "2026-11-01T10:00:00.000Z",
    updated_at: "2026-11-01T10:00:00.000Z",
    ...fields,
  };
}
