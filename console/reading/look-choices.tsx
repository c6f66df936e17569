import { choose, PAPERS, preferences, TEXT_SIZES, TYPEFACES } from "../device/preferences.ts";
import { translations } from "../language/language.ts";
import { Options } from "../parts/forms/options.tsx";
import { readingTexts } from "./reading-texts.ts";

/** The choices of size, typeface and colours of texts, kept on this device; a popover that a button with this id opens. */
export function LookChoices({ id }: { readonly id: string }) {
  const t = translations(readingTexts);
  const { textSize, typeface, paper } = preferences.value;
  return (
    <section id={id} popover="auto" class="look panel" aria-label={t.lookTitle}>
      <Options
        label={t.size}
        value={textSize}
        options={TEXT_SIZES.map((size) => [size, t.sizes[size]] as const)}
        onChoose={(size) => choose({ textSize: size })}
      />
      <Options
        label={t.typeface}
        value={typeface}
        options={TYPEFACES.map((face) => [face, t.typefaces[face]] as const)}
        onChoose={(face) => choose({ typeface: face })}
      />
      <Options
        label={t.paper}
        value={paper ?? "theme"}
        options={(["theme", ...PAPERS] as const).map((each) => [each, t.papers[each]] as const)}
        onChoose={(each) => choose({ paper: each === "theme" ? null : each })}
      />
    </section>
  );
}
