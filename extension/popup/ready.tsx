import { useState } from "preact/hooks";
import { looksLikeDeck } from "../../client/addresses/deck-address.ts";
import { translations } from "../../console/language/language.ts";
import { itemsOfPage } from "../../console/share/known-page.ts";
import type { Library } from "../saving/library.ts";
import type { Stage } from "../stage/stage.ts";
import type { PageProblem } from "./keep-page.ts";
import { openSettings } from "./open-settings.ts";
import type { ShownPage } from "./opened.ts";
import { popupTexts } from "./popup-texts.ts";
import { SaveForm } from "./save-form.tsx";
import { SavedPage } from "./saved-page.tsx";

/** What the window has for somebody who is signed in. */
export function Ready({
  stage,
  library,
  page,
}: {
  readonly stage: Stage;
  readonly library: Library;
  readonly page: ShownPage | null;
}) {
  const t = translations(popupTexts);
  return (
    <>
      {library.hasEnded.value && (
        <div class="note">
          <p role="status">{t.ended}</p>
          <button type="button" onClick={openSettings}>
            {t.signInAgain}
          </button>
        </div>
      )}
      {page === null ? <p>{t.notWeb}</p> : <Page stage={stage} library={library} page={page} />}
      <Others library={library} page={page} />
    </>
  );
}

function Page({
  stage,
  library,
  page,
}: {
  readonly stage: Stage;
  readonly library: Library;
  readonly page: ShownPage;
}) {
  const t = translations(popupTexts);
  const [type, setType] = useState<"bookmark" | "stock">(looksLikeDeck(page.url) ? "stock" : "bookmark");
  const [isNew, setNew] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  // Read, so that this is rendered again with each change of the copy.
  void library.revision.value;
  const { isWhole, error } = library.state.value;
  const [synced] = itemsOfPage(library.synced, type, page.url);
  if (synced !== undefined) {
    return <SavedPage synced={synced} page={page} stage={stage} library={library} isNew={isNew} notSent={problem} />;
  }
  return (
    <>
      <SaveForm
        page={page}
        type={type}
        library={library}
        onChoose={setType}
        onSaved={(why) => {
          setProblem(why);
          setNew(true);
        }}
      />
      {!library.hasEnded.value && error !== null && <p class="quiet">{t.lookFailed}</p>}
      {!isWhole && error === null && <p class="quiet">{t.notKnownYet}</p>}
    </>
  );
}

/** What else waits in this browser, or was refused. */
function Others({ library, page }: { readonly library: Library; readonly page: ShownPage | null }) {
  const t = translations(popupTexts);
  void library.revision.value;
  const { waiting, failed } = library.waiting.value;
  const ofPage = new Set(
    (["bookmark", "stock"] as const)
      .flatMap((type) => (page === null ? [] : itemsOfPage(library.synced, type, page.url)))
      .flatMap((synced) => synced.waiting.map(({ idempotencyKey }) => idempotencyKey)),
  );
  const others = (entries: typeof waiting) =>
    entries.filter(({ idempotencyKey }) => !ofPage.has(idempotencyKey)).length;
  return (
    <>
      {others(waiting) > 0 && <p class="quiet others">{t.othersWait(others(waiting))}</p>}
      {others(failed) > 0 && <p class="failure others">{t.othersFailed(others(failed))}</p>}
    </>
  );
}
