import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";
import { useMutation } from "../queries/use-mutation.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

export interface AskedDeletion {
  readonly isBusy: boolean;
  /** Asks, and deletes after a yes: what the button `Delete` does. */
  readonly ask: () => void;
  /** The question, to be rendered outside the menu in which the button may be: that closes when it is pressed. */
  readonly dialog: VNode | null;
}

/**
 * Deletes something permanently after a confirmation, which is the same everywhere. Deletions through the queue of this
 * device need none: they have `Undo`.
 *
 * @param question its title names the item; its text says what is lost
 */
export function useAskedDeletion(
  question: { readonly title: string; readonly text: string },
  remove: () => Promise<void>,
): AskedDeletion {
  const t = translations(partTexts);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useMutation(remove);
  return {
    isBusy,
    ask: () => setAsking(true),
    dialog: isAsking ? (
      <ConfirmDialog
        {...question}
        confirm={t.delete}
        keep={t.cancel}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    ) : null,
  };
}
