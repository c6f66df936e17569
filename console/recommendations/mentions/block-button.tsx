import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { useAsked } from "../../parts/forms/use-asked.tsx";
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
  const host = URL.parse(url)?.hostname ?? "";
  const question = { title: t.blockTitle(host), text: t.blockText(host), confirm: t.block };
  const block = useAsked(question, async () => {
    await mentions.block(host);
    onBlocked();
    notify(t.blocked(host));
  });
  // An address without a host, which only a hostile value has.
  if (host === "") return null;
  return (
    <>
      <button type="button" aria-describedby={heading} aria-disabled={block.isBusy} onClick={block.ask}>
        {t.block}
      </button>
      {block.dialog}
    </>
  );
}
