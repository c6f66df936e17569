import { useState } from "preact/hooks";
import type { Stock } from "../../client/index.ts";
import { said } from "../language/language.ts";
import { FormDialog } from "../parts/forms/form-dialog.tsx";
import { TextField } from "../parts/forms/text-field.tsx";
import { isOffline } from "../shell/offline.ts";
import { useSignedIn } from "../shell/signed-in.ts";
import { tell } from "../shell/status.tsx";
import { deckName } from "./deck-words.ts";
import { slidesTexts } from "./slides-texts.ts";

/** Edits the memo of a deck. */
export function MemoDialog({ stock, onClose }: { readonly stock: Stock; readonly onClose: () => void }) {
  const t = said(slidesTexts);
  const { library } = useSignedIn();
  const [memo, setMemo] = useState(stock.memo ?? "");
  const save = async () => {
    const written = memo.trim() === "" ? null : memo;
    if (written === stock.memo) return;
    await library.queue.enqueue({ update: "stock", id: stock.id, body: { memo: written } });
    tell(isOffline.value ? t.savedOffline : t.memoSaved);
  };
  return (
    <FormDialog title={t.editTitle(deckName(stock))} onSubmit={() => save} onClose={onClose}>
      <TextField label={t.memo} rows={5} maxLength={5_000} value={memo} onType={setMemo} />
    </FormDialog>
  );
}
