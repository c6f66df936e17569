import { Puzzle } from "lucide";
import { useId } from "preact/hooks";
import { installing } from "../device/installing.ts";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { useMutation } from "../parts/queries/use-mutation.ts";
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
  const install = useMutation(async () => {
    await ask?.();
  });
  if (matchMedia("(display-mode: standalone)").matches) return <p>{t.installed}</p>;
  return (
    <>
      {ask !== null && (
        <button type="button" onClick={install.run}>
          {t.install}
        </button>
      )}
      <p class="hint">{t.installHint}</p>
    </>
  );
}

function Bookmarklet({ code }: { readonly code: string }) {
  const t = translations(settingsTexts);
  const id = useId();
  const copy = useMutation(async () => {
    await navigator.clipboard.writeText(code);
    notify(t.copied);
  });
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
        <button type="button" onClick={copy.run}>
          {t.copy}
        </button>
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
