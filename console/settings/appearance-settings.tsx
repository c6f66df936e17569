import type { Language } from "../../lambdas/shared/notices/languages.ts";
import { LANGUAGES } from "../../lambdas/shared/notices/languages.ts";
import { choose, preferences } from "../device/preferences.ts";
import { translations } from "../language/language.ts";
import { CheckBox } from "../parts/forms/check-box.tsx";
import { Choice } from "../parts/forms/choice.tsx";
import { Section } from "./section.tsx";
import { settingsTexts } from "./settings-texts.ts";

/** What each language calls itself. */
const NAMES: Readonly<Record<Language, string>> = { en: "English", ja: "日本語" };

/** Language, theme, shortcuts, and images of other sites. */
export function AppearanceSettings() {
  const t = translations(settingsTexts);
  const { language, theme, shortcuts, images } = preferences.value;
  return (
    <Section title={t.appearance}>
      <div class="toolbar">
        <Choice
          label={t.language}
          value={language ?? ""}
          choices={[["", t.browsers], ...LANGUAGES.map((code) => [code, NAMES[code]] as const)]}
          onChoose={(chosen) => choose({ language: chosen === "" ? null : chosen })}
        />
        <Choice
          label={t.theme}
          value={theme ?? ""}
          choices={[
            ["", t.systems],
            ["light", t.light],
            ["dark", t.dark],
          ]}
          onChoose={(chosen) => choose({ theme: chosen === "" ? null : chosen })}
        />
      </div>
      <CheckBox label={t.shortcuts} isOn={shortcuts} onChange={(isOn) => choose({ shortcuts: isOn })} />
      <CheckBox label={t.images} isOn={images} onChange={(isOn) => choose({ images: isOn })} />
    </Section>
  );
}
