import { Puzzle } from "lucide";
import { useId } from "preact/hooks";
import { installing } from "../device/installing.ts";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { RunButton } from "../parts/run-button.tsx";
import { notify } from "../status/status.tsx";
import { bookmarklet } from "./bookmarklet.ts";
import { Section } from "./section.tsx";
import { settingsTexts } from "./settings-texts.ts";

/** Installing the console, and the bookmarklet. */
export function AppSettings() {
  const t = translations(settingsTexts);
  return (
    <Section title={t.app}>
      <Installing />
      <div class="actions">
        <a class="button" href="/docs/extension" target="_blank" rel="noopener">
          <Icon icon={Puzzle} />
          {t.extension}
        </a>
      </div>
      <p class="hint">{t.extensionHint}</p>
      <Bookmarklet code={bookmarklet(location.origin)} />
    </Section>
  );
}

function Installing() {
  const t = translations(settingsTexts);
  const ask = installing.value;
  if (matchMedia("(display-mode: standalone)").matches) return <p>{t.installed}</p>;
  return (
    <>
      {ask !== null && <RunButton act={ask}>{t.install}</RunButton>}
      <p class="hint">{t.installHint}</p>
    </>
  );
}

function Bookmarklet({ code }: { readonly code: string }) {
  const t = translations(settingsTexts);
  const id = useId();
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    notify(t.copied);
  };
  return (
    <>
      <div class="actions">
        <a
          class="button"
          href={code}
          aria-describedby={id}
          onClick={(event) => {
            // The page's policy forbids such code; it is for other pages.
            event.preventDefault();
            notify(t.bookmarkletClicked);
          }}
        >
          {t.bookmarklet}
        </a>
        <RunButton act={copy}>{t.copy}</RunButton>
      </div>
      <p id={id} class="hint">
        {t.bookmarkletHint}
      </p>
      <details>
        <summary>{t.bookmarkletCode}</summary>
        <textarea readOnly rows={3} spellcheck={false} aria-label={t.bookmarkletCode} value={code} />
      </details>
    </>
  );
}
