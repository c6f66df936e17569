import { translations } from "../../language/language.ts";
import type { Library } from "../../library/library.ts";
import { enqueueWithUndo } from "../queue/enqueue-with-undo.ts";
import { markTexts } from "./mark-texts.ts";
import type { Mark } from "./marks.ts";
import { markChange } from "./marks.ts";

export interface Marked {
  readonly type: "bookmark" | "stock";
  readonly id: string;
}

/**
 * Marks items, or takes the mark away: this shows at once, and nothing is sent while the button `Undo` is shown.
 *
 * @param name the title of the only item
 * @throws errors of the device's storage
 */
export async function markWithUndo(
  library: Pick<Library, "queue">,
  items: readonly Marked[],
  { mark, isOn }: { readonly mark: Mark; readonly isOn: boolean },
  name: string,
): Promise<void> {
  const t = translations(markTexts);
  const body = markChange(mark, isOn);
  const intents = items.map(({ type, id }) => ({ update: type, id, body }));
  await enqueueWithUndo(library, intents, (isOn ? t.marked : t.unmarked)[mark](items.length, name), t.undone);
}
