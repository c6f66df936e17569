import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { ConfirmDialog } from "../../parts/forms/confirm-dialog.tsx";
import { useMutation } from "../../parts/queries/use-mutation.ts";
import { notify } from "../../status/status.tsx";
import { mergeTexts } from "./merge-texts.ts";

interface Named {
  readonly id: string;
  readonly title: string;
}

/** Merges a bookmark into another one, once a person has confirmed it. It opens when it is rendered. */
export function MergeDialog({
  goes,
  stays,
  onMerged,
  onClose,
}: {
  readonly goes: Named;
  readonly stays: Named;
  /** The one that goes is gone from its list. */
  readonly onMerged: () => void;
  readonly onClose: () => void;
}) {
  const t = translations(mergeTexts);
  const { library } = useSignedIn();
  const merge = useMutation(async () => {
    onMerged();
    await library.queue.enqueue({ merge: "bookmark", id: goes.id, into: stays.id });
    notify(t.merged);
  });
  return (
    <ConfirmDialog
      title={t.title}
      text={t.text(goes.title, stays.title)}
      confirm={t.confirm}
      keep={t.keep}
      onConfirm={merge.run}
      onClose={onClose}
    />
  );
}
