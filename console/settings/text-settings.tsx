import { choose, KEPT_TEXTS, preferences } from "../device/preferences.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Choice } from "../parts/forms/choice.tsx";
import { byteCount } from "./byte-count.ts";
import { Section } from "./section.tsx";
import { settingsTexts } from "./settings-texts.ts";

/** Which texts of bookmarks are kept on this device, and their size. */
export function TextSettings() {
  const t = translations(settingsTexts);
  const state = useSignedIn().library.background.value?.texts.state.value;
  const { count: here = 0, bytes = 0, missing = 0, isFull = false } = state ?? {};
  return (
    <Section title={t.texts}>
      <Choice
        label={t.keptTexts}
        value={preferences.value.keptTexts}
        choices={KEPT_TEXTS.map((choice) => [choice, t.keptTextsChoices[choice]] as const)}
        onChoose={(keptTexts) => choose({ keptTexts })}
      />
      <p class="hint">{t.keptTextsHint}</p>
      <dl class="values">
        <dt>{t.textsHere}</dt>
        <dd>{t.textCount(count(here), byteCount(bytes))}</dd>
        {missing > 0 && (
          <>
            <dt>{t.textsMissing}</dt>
            <dd>
              {count(missing)}
              {isFull && <span class="failure"> {t.textsFull}</span>}
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}
