import { translations } from "../language/language.ts";
import { sentences } from "../language/sentences.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { enqueueWithUndo } from "../parts/queue/enqueue-with-undo.ts";
import { undoTexts } from "../parts/queue/undo-texts.ts";
import type { TagChange } from "./tag-changes.ts";
import { plannedChanges } from "./tag-changes.ts";
import { tagsTexts } from "./tags-texts.ts";

/**
 * A function that changes tags of all items, with one `Undo` for all of them.
 *
 * @returns throws errors of the device's storage
 */
export function useTagChange(): (change: TagChange, told: (changed: number) => string) => Promise<void> {
  const { library } = useSignedIn();
  return async (change, told) => {
    const t = translations(tagsTexts);
    const { intents, unsaved } = plannedChanges(library.synced.list(), change);
    const rest = unsaved === 0 ? "" : t.unsaved(unsaved);
    await enqueueWithUndo(
      library,
      intents,
      sentences(told(intents.length), rest),
      translations(undoTexts).nothingChanged,
    );
  };
}
