import { Settings } from "lucide";
import { useEffect, useState } from "preact/hooks";
import { translations } from "../../console/language/language.ts";
import { hostOf } from "../../console/parts/host-of.ts";
import { Icon } from "../../console/parts/icon.tsx";
import { partTexts } from "../../console/parts/part-texts.ts";
import { openSettings } from "./open-settings.ts";
import type { Opened } from "./opened.ts";
import { open } from "./opened.ts";
import { popupTexts } from "./popup-texts.ts";
import { Ready } from "./ready.tsx";

export function Popup() {
  const [opened, setOpened] = useState<Opened>({ step: "loading" });
  useEffect(() => {
    open().then(setOpened, (error: unknown) => setOpened({ step: "failed", why: String(error) }));
  }, []);
  const t = translations(popupTexts);
  return (
    <>
      <header>
        <img src="icons/magpie.svg" alt="" width="24" height="24" />
        <h1>Magpie</h1>
        <button type="button" class="quiet-button" aria-label={t.settings} title={t.settings} onClick={openSettings}>
          <Icon icon={Settings} />
        </button>
      </header>
      <main aria-busy={opened.step === "loading"}>
        <Content opened={opened} />
      </main>
    </>
  );
}

function Content({ opened }: { readonly opened: Opened }) {
  const t = translations(popupTexts);
  switch (opened.step) {
    case "loading":
      return (
        <p role="status" class="quiet">
          {translations(partTexts).loading}
        </p>
      );
    case "not-set-up":
      return <Invitation text={t.notSetUp} action={t.setUp} />;
    case "signed-out":
      return <Invitation text={t.signedOut(hostOf(opened.stage.siteUrl))} action={t.signIn} />;
    case "failed":
      return (
        <p role="alert" class="failure">
          {t.storageFailed(opened.why)}
        </p>
      );
    case "ready":
      return <Ready {...opened} />;
  }
}

/** What is to be done first, on the extension's own page. */
function Invitation({ text, action }: { readonly text: string; readonly action: string }) {
  return (
    <div class="invitation">
      <p>{text}</p>
      <button type="button" class="primary wide-button" onClick={openSettings}>
        {action}
      </button>
    </div>
  );
}
