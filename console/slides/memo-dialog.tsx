import { useEffect, useRef, useState } from "preact/hooks";
import type { Stock } from "../../client/index.ts";
import { said } from "../language/language.ts";
import { useAction } from "../parts/answers/use-action.ts";
import { Dialog } from "../parts/forms/dialog.tsx";
import { Field } from "../parts/forms/field.tsx";
import { isOffline } from "../shell/offline.ts";
import { useSignedIn } from "../shell/signed-in.ts";
import { tell } from "../shell/status.tsx";
import { deckName } from "./deck-words.ts";
import { slidesTexts } from "./slides-texts.ts";

/** UTF-16 code units, the API's limit. */
const MAX_MEMO = 5_000;

/** Edits the memo of a deck. It opens when it is rendered. */
export function MemoDialog({ stock, onClose }: { readonly stock: Stock; readonly onClose: () => void }) {
  const t = said(slidesTexts);
  const { library } = useSignedIn();
  const dialog = useRef<HTMLDialogElement>(null);
  const [memo, setMemo] = useState(stock.memo ?? "");
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    box.current?.focus();
  }, []);
  const save = useAction(async () => {
    const written = memo.trim() === "" ? null : memo;
    if (written !== stock.memo) {
      await library.queue.enqueue({ update: "stock", id: stock.id, body: { memo: written } });
      tell(isOffline.value ? t.savedOffline : t.memoSaved);
    }
    dialog.current?.close();
  });
  return (
    <Dialog title={t.editTitle(deckName(stock))} dialog={dialog} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.run();
        }}
      >
        <Field label={t.memo}>
          {(attributes) => (
            <textarea
              {...attributes}
              rows={5}
              maxLength={MAX_MEMO}
              value={memo}
              ref={box}
              onInput={(event) => setMemo(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="primary" aria-disabled={save.isBusy}>
          {t.save}
        </button>
      </form>
    </Dialog>
  );
}
