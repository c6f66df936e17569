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

/** The state of a bookmark, as text. */
export function BookmarkStatus({ status }: Pick<Bookmark, "status">) {
  return <StatusChip text={translations(bookmarkTexts).statuses[status]} tone={TONES[status]} />;
}
