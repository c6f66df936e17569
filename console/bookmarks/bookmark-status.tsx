import type { Bookmark } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import type { Tone } from "../parts/status-chip.tsx";
import { StatusChip } from "../parts/status-chip.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";

const TONES: Readonly<Record<Bookmark["status"], Tone>> = {
  saving: "plain",
  processing: "plain",
  retrying: "warn",
  done: "good",
  failed: "bad",
};

/** The state of a bookmark, as text; `done` is for screen readers only. */
export function BookmarkStatus({ status }: Pick<Bookmark, "status">) {
  const text = translations(bookmarkTexts).statuses[status];
  return status === "done" ? (
    <span class="visually-hidden">{text}</span>
  ) : (
    <StatusChip text={text} tone={TONES[status]} />
  );
}
