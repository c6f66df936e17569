import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";
import { useMutation } from "../queries/use-mutation.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

export interface Asked {
  readonly isBusy: boolean;
  /** Asks, and acts after a yes. */
  readonly ask: () => void;
  /** The question, to be rendered outside the menu in which the button may be: that closes when it is pressed. */
  readonly dialog: VNode | null;
}

interface Question {
  /** Names the item. */
  readonly title: string;
  /** Says what is lost. */
  readonly text: string;
  /** The label of the button that says yes. */
  readonly confirm: string;
}

/** Does after a confirmation what can't be undone. */
export function useAsked(question: Question, act: () => Promise<void>): Asked {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useMutation(act);
  return {
    isBusy,
    ask: () => setAsking(!isBusy),
    dialog: isAsking ? (
      <ConfirmDialog
        {...question}
        keep={translations(partTexts).cancel}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    ) : null,
  };
}

/**
 * Deletes something permanently after a confirmation, which is the same everywhere. Deletions through the queue of this
 * device need none: they have `Undo`.
 */
export function useAskedDeletion(question: Omit<Question, "confirm">, remove: () => Promise<void>): Asked {
  return useAsked({ ...question, confirm: translations(partTexts).delete }, remove);
}
