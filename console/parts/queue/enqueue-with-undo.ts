import type { Intent } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import type { Library } from "../../library/library.ts";
import { ACTION_SHOWN_MS, notify, notifyFailure } from "../../status/status.tsx";
import { explain } from "../queries/explain.ts";
import { undoTexts } from "./undo-texts.ts";

/** Milliseconds between the end of the button and the first end of a hold: timers of a page may be late. */
const SPARE_MS = 2_000;
/** Milliseconds in which a device stores an entry. On a slower one the button is shown for less time. */
const STORING_MS = 25;

/**
 * Queues intents that can be undone together: they show at once, and nothing is sent while the button `Undo` is shown. If
 * the page is closed before, none of them is lost.
 *
 * @param told what happened, beside the button
 * @param undone what is told when all were undone
 * @throws errors of the device's storage
 */
export async function enqueueWithUndo(
  { queue }: Pick<Library, "queue">,
  intents: readonly Intent[],
  told: string,
  undone: string,
): Promise<void> {
  // They are held while they are stored, too.
  const holdMs = ACTION_SHOWN_MS + SPARE_MS + intents.length * STORING_MS;
  const entries = await queue.enqueueAll(intents, holdMs);
  const undo = async () => {
    const { waiting } = await queue.contents();
    const kept = new Set(waiting.map(({ idempotencyKey }) => idempotencyKey));
    const held = entries.filter(({ idempotencyKey }) => kept.has(idempotencyKey));
    await queue.discard(...held);
    const t = translations(undoTexts);
    if (held.length === entries.length) notify(undone);
    else notifyFailure(held.length === 0 ? t.tooLate : t.partly(held.length, entries.length));
  };
  const action = {
    label: translations(undoTexts).undo,
    run: () => {
      undo().catch((error: unknown) => notifyFailure(explain(error)));
    },
  };
  const ends = entries.map(({ notBefore = "" }) => Date.parse(notBefore) - SPARE_MS - Date.now());
  const shownMs = Math.min(ACTION_SHOWN_MS, ...ends);
  notify(told, shownMs > 0 ? action : null, shownMs);
}
