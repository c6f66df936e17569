import type { QueueEntry } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { notify } from "../../status/status.tsx";
import { useLoadedDialog } from "../forms/use-loaded-dialog.tsx";
import { partTexts } from "../part-texts.ts";
import { useMutation } from "../queries/use-mutation.ts";
import { actionOf } from "./entry-words.ts";
import { waitingTexts } from "./waiting-texts.ts";

/** The button that removes an entry from the queue. It asks first if that loses what was saved. */
export function CancelEntry({
  entry,
  name,
  describedBy,
  onCancelled = () => undefined,
}: {
  readonly entry: QueueEntry;
  /** The title or the address of what the entry is about. */
  readonly name: string;
  /** Id of the item's heading. */
  readonly describedBy: string;
  readonly onCancelled?: () => void;
}) {
  const t = translations(waitingTexts);
  const { library } = useSignedIn();
  const cancel = useMutation(async () => {
    const { waiting, failed } = await library.queue.contents();
    const isThere = [...waiting, ...failed].some(({ idempotencyKey }) => idempotencyKey === entry.idempotencyKey);
    if (isThere) await library.queue.discard(entry);
    onCancelled();
    notify(isThere ? t.cancelled : t.sentAlready);
  });
  const [ask, question] = useLoadedDialog({
    title: t.askTitle,
    text: t.ask(name),
    confirm: t.discard,
    keep: t.keep,
    onConfirm: cancel.run,
  });
  const loadQuestion = () => import("../forms/confirm-dialog.tsx").then((module) => module.ConfirmDialog);
  return (
    <>
      <button
        type="button"
        aria-describedby={describedBy}
        aria-disabled={cancel.isBusy}
        onClick={actionOf(entry.intent) === "create" ? () => ask(loadQuestion) : cancel.run}
      >
        {translations(partTexts).cancel}
      </button>
      {question}
    </>
  );
}
