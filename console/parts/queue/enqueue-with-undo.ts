import type { Intent, QueueEntry } from "../../../client/index.ts";
import { said } from "../../language/language.ts";
import type { Library } from "../../library/library.ts";
import { ACTION_SHOWN_MS, tell, tellFailure } from "../../shell/status.tsx";
import { explain } from "../answers/explain.ts";
import { undoTexts } from "./undo-texts.ts";

/**
 * Queues intents that can be undone together: they show at once, and for as long as the button `Undo` is shown nothing is
 * sent. A page that is closed before loses none of them.
 *
 * @param told what happened, beside the button
 * @param undone what is told when all were undone
 * @throws errors of the device's storage
 */
export async function enqueueWithUndo(
  { queue }: Library,
  intents: readonly Intent[],
  told: string,
  undone: string,
): Promise<void> {
  const entries: QueueEntry[] = [];
  try {
    for (const intent of intents) entries.push(await queue.enqueue(intent, { holdMs: ACTION_SHOWN_MS }));
  } catch (error) {
    // All or none: nobody would be told of the first ones.
    for (const entry of entries) await queue.discard(entry);
    throw error;
  }
  const undo = async () => {
    const { waiting } = await queue.contents();
    const kept = new Set(waiting.map(({ idempotencyKey }) => idempotencyKey));
    const held = entries.filter(({ idempotencyKey }) => kept.has(idempotencyKey));
    for (const entry of held) await queue.discard(entry);
    if (held.length === entries.length) tell(undone);
    else tellFailure(said(undoTexts).tooLate);
  };
  tell(told, {
    label: said(undoTexts).undo,
    run: () => {
      undo().catch((error: unknown) => tellFailure(explain(error)));
    },
  });
}
