import type { QueueEntry } from "../../client/index.ts";
import { said } from "../language/language.ts";
import type { Library } from "../library/library.ts";
import { ACTION_SHOWN_MS, tell, tellFailure } from "../shell/status.tsx";
import { explain } from "./explain.ts";
import { undoTexts } from "./undo-texts.ts";

/** What is to be deleted. */
export interface Deletion {
  readonly type: "bookmark" | "stock";
  readonly id: string;
}

/**
 * Deletes things of the list: they are gone from it at once, and for as long as the button `Undo` is shown nothing is sent.
 * A page that is closed before loses no deletion.
 *
 * @param name the title of the only thing
 * @throws errors of the device's storage
 */
export async function deleteWithUndo({ queue }: Library, things: readonly Deletion[], name: string): Promise<void> {
  const entries: QueueEntry[] = [];
  for (const { type, id } of things) {
    entries.push(await queue.enqueue({ delete: type, id }, { holdMs: ACTION_SHOWN_MS }));
  }
  const undo = async () => {
    const { waiting } = await queue.contents();
    const kept = new Set(waiting.map(({ idempotencyKey }) => idempotencyKey));
    const held = entries.filter(({ idempotencyKey }) => kept.has(idempotencyKey));
    for (const entry of held) await queue.discard(entry);
    const t = said(undoTexts);
    if (held.length === entries.length) tell(t.undone);
    else tellFailure(t.tooLate);
  };
  const t = said(undoTexts);
  tell(t.deleted(things.length, name), {
    label: t.undo,
    run: () => {
      undo().catch((error: unknown) => tellFailure(explain(error)));
    },
  });
}
