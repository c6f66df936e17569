import { translations } from "../../language/language.ts";
import type { Library } from "../../library/library.ts";
import { enqueueWithUndo } from "./enqueue-with-undo.ts";
import { undoTexts } from "./undo-texts.ts";

export interface Deletion {
  readonly type: "bookmark" | "stock";
  readonly id: string;
}

/**
 * Deletes items of the list: they leave it at once, and nothing is sent while the button `Undo` is shown.
 *
 * @param name the title of the only item
 * @throws errors of the device's storage
 */
export async function deleteWithUndo(
  library: Pick<Library, "queue">,
  deletions: readonly Deletion[],
  name: string,
): Promise<void> {
  const t = translations(undoTexts);
  const intents = deletions.map(({ type, id }) => ({ delete: type, id }));
  await enqueueWithUndo(library, intents, t.deleted(deletions.length, name), t.undone);
}
