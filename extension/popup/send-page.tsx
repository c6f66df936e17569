import { useState } from "preact/hooks";
import { translations } from "../../console/language/language.ts";
import { messageOf } from "../../console/language/message-of.ts";
import { saveIntent } from "../../console/share/save-intent.ts";
import type { Library } from "../saving/library.ts";
import { keepPage } from "./keep-page.ts";
import type { ShownPage } from "./opened.ts";
import { popupTexts } from "./popup-texts.ts";

/** Sends the page of a bookmark that is there as the person sees it now. Saving it once more changes nothing else of it. */
export function SendPage({ page, library }: { readonly page: ShownPage; readonly library: Library }) {
  const t = translations(popupTexts);
  const [told, setTold] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const intent = saveIntent("bookmark", { url: page.url, title: "", note: "" }, [], "extension");
      const problem = await keepPage(library, intent, page.tabId);
      setTold(problem === null ? t.pageSent : t.notSent[problem]);
    } catch (error) {
      setTold(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" class="wide-button" aria-disabled={isBusy} onClick={() => void send()}>
        {t.sendPage}
      </button>
      <p role="status" class="quiet">
        {told}
      </p>
    </>
  );
}
