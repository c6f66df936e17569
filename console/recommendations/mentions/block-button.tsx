import { useState } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { ConfirmDialog } from "../../parts/forms/confirm-dialog.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import { useMutation } from "../../parts/queries/use-mutation.ts";
import { notify } from "../../status/status.tsx";
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
  const t = translations(mentionTexts);
  const { mentions } = useSignedIn().library.client;
  const [isAsking, setAsking] = useState(false);
  const host = URL.parse(url)?.hostname ?? "";
  const block = useMutation(async () => {
    await mentions.block(host);
    onBlocked();
    notify(t.blocked(host));
  });
  // An address without a host, which only a hostile value has.
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
          confirm={t.block}
          keep={translations(partTexts).cancel}
          onConfirm={block.run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
