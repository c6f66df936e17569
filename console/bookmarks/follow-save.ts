import { effect } from "@preact/signals";
import type { QueueEntry } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import type { Library } from "../library/library.ts";
import { partTexts } from "../parts/part-texts.ts";
import { entryProblem } from "../parts/queue/entry-words.ts";
import { notifyEnd, notifyFailure } from "../status/status.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { rowOfPage } from "./row-of-page.ts";

/** Announces when a page that was saved on this device has been sent, or why not; nothing when it was cancelled. */
export function followSave({ synced, revision }: Library, saving: QueueEntry, url: string): void {
  const end = effect(() => {
    // Read again whenever the list changes.
    revision.value;
    const row = rowOfPage(synced.list({ type: "bookmark" }), url);
    const entry = row?.waiting.find(({ idempotencyKey }) => idempotencyKey === saving.idempotencyKey);
    if (entry?.state === "waiting") return;
    // In a task of its own: an effect must not end itself while it runs for the first time.
    queueMicrotask(() => end());
    const t = translations(bookmarkTexts);
    if (entry?.lastError) notifyFailure(t.notSaved(url, entryProblem(entry.lastError)));
    else if (row !== null && row.item !== null) notifyEnd(translations(partTexts).saved(row.title));
  });
}
