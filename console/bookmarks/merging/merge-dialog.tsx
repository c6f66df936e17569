import { isolated } from "../../language/isolated.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { ConfirmDialog } from "../../parts/forms/confirm-dialog.tsx";
import { useMutation } from "../../parts/queries/use-mutation.ts";
import { enqueueWithUndo } from "../../parts/queue/enqueue-with-undo.ts";
import type { ItemRow } from "../../saved-items/item-row.ts";
import { bookmarkTexts } from "../bookmark-texts.ts";
import { mergeTexts } from "./merge-texts.ts";

type Named = Pick<ItemRow<"bookmark">, "key" | "title" | "url">;

/**
 * Merges a bookmark into another one, once a person has confirmed it; for as long as the button `Undo` is shown nothing is sent.
 * Titles are the pages' own words, so that the dialog shows the addresses, too. It opens when it is rendered.
 */
export function MergeDialog({
  goes,
  stays,
  onMerged,
  onClose,
}: {
  readonly goes: Named;
  readonly stays: Named;
  /** The removed bookmark has left its list. */
  readonly onMerged: () => void;
  readonly onClose: () => void;
}) {
  const t = translations(mergeTexts);
  const { library } = useSignedIn();
  const merge = useMutation(async () => {
    onMerged();
    const intent = { merge: "bookmark", id: goes.key, into: stays.key } as const;
    await enqueueWithUndo(library, [intent], t.merged(goes.title), t.undone);
  });
  return (
    <ConfirmDialog
      title={t.title}
      text={t.text(named(goes), named(stays))}
      confirm={translations(bookmarkTexts).merge}
      keep={t.keep}
      onConfirm={merge.run}
      onClose={onClose}
    />
  );
}

/** A title with the page's address, whose host stands in the letters by which it is looked up. */
function named({ title, url }: Named): string {
  return `${isolated(`“${title}”`)} (${URL.parse(url)?.href ?? url})`;
}
