import { useState } from "preact/hooks";
import { said } from "../../language/language.ts";
import { useAction } from "../../parts/answers/use-action.ts";
import { ConfirmDialog } from "../../parts/forms/confirm-dialog.tsx";
import { useSignedIn } from "../../shell/signed-in.ts";
import { tell } from "../../shell/status.tsx";
import { mentionTexts } from "./mention-texts.ts";

/** Blocks the host of an address, after a question. */
export function BlockButton({
  url,
  heading,
  onBlocked,
}: {
  readonly url: string;
  /** Id of the item's heading. */
  readonly heading: string;
  readonly onBlocked: () => void;
}) {
  const t = said(mentionTexts);
  const { mentions } = useSignedIn().library.client;
  const [isAsking, setAsking] = useState(false);
  const host = URL.parse(url)?.hostname ?? "";
  const block = useAction(async () => {
    await mentions.block(host);
    onBlocked();
    tell(t.blocked(host));
  });
  // An address that names no host, which only a hostile value is.
  if (host === "") return null;
  return (
    <>
      <button type="button" aria-describedby={heading} aria-disabled={block.isBusy} onClick={() => setAsking(true)}>
        {t.block}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t.blockTitle(host)}
          text={t.blockText(host)}
          confirm={t.blockConfirm}
          keep={t.keep}
          onConfirm={block.run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
