import { signal } from "@preact/signals";

/** A language of the interface (BCP 47). */
export type Language = "en" | "ja";

/** What a person has chosen on this device. */
export interface Preferences {
  /** Null: the browser's. */
  readonly language: Language | null;
  /** Null: the system's. */
  readonly theme: "light" | "dark" | null;
  /** Whether single keys are shortcuts (WCAG 2.1.4). */
  readonly shortcuts: boolean;
  /** Whether images of other sites are loaded: their requests tell those sites who reads what. */
  readonly images: boolean;
}

const KEY = "magpie-preferences";
const DEFAULTS: Preferences = { language: null, theme: null, shortcuts: true, images: false };

/** The preferences; `choose` changes them. */
export const preferences = signal<Preferences>(stored());

/** Changes preferences, here and in the other tabs. */
export function choose(changes: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...changes };
  localStorage.setItem(KEY, JSON.stringify(preferences.value));
}

/** Takes over what is chosen in other tabs. */
export function followPreferences(): void {
  addEventListener("storage", ({ key }) => {
    if (key === KEY || key === null) preferences.value = stored();
  });
}

function stored(): Preferences {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return DEFAULTS;
    const { language, theme, shortcuts, images } = JSON.parse(text) as Partial<Record<keyof Preferences, unknown>>;
    return {
      language: language === "en" || language === "ja" ? language : null,
      theme: theme === "light" || theme === "dark" ? theme : null,
      shortcuts: shortcuts !== false,
      images: images === true,
    };
  } catch {
    // Another program's value under this key, or storage that the browser forbids, which the start tells: the defaults are
    // as good.
    return DEFAULTS;
  }
}
