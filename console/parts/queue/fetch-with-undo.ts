import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import type { Library } from "../../library/library.ts";
import { enqueueWithUndo } from "./enqueue-with-undo.ts";
import { undoTexts } from "./undo-texts.ts";

/**
 * Has the pages of items fetched again; nothing is sent while the button `Undo` is shown.
 *
 * @throws errors of the device's storage
 */
export async function fetchWithUndo(
  library: Pick<Library, "queue">,
  type: "bookmark" | "stock",
  ids: readonly string[],
): Promise<void> {
  const t = translations(undoTexts);
  const intents = ids.map((id) => ({ refresh: type, id }));
  await enqueueWithUndo(library, intents, t.fetched(count(ids.length)), t.nothingChanged);
}
