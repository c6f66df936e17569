import type { Bookmark } from "../../../client/index.ts";
import { savedBookmark } from "../../client/saved-bookmark.ts";

/** A bookmark of the API's answers. */
export function bookmark(fields: Partial<Bookmark> = {}): Bookmark {
  return savedBookmark({
    id: "b1",
    url: "https://blog.example/posts/sparrows",
    title: "Sparrows",
    created_from: "web",
    status: "done",
    llm_status: "done",
    summary: "Sparrows live in the hedge.",
    summary_by: "extractive",
    site_name: "The hedge",
    language: "en",
    created_at: "2026-11-01T10:00:00.000Z",
    ...fields,
  });
}
