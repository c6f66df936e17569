import { signal } from "@preact/signals";
import type { Sort } from "../../client/index.ts";
import { sorts } from "../../client/search.ts";
import type { Language } from "../../lambdas/shared/notices/languages.ts";
import { LANGUAGES } from "../../lambdas/shared/notices/languages.ts";
import { keepItem } from "./keep-item.ts";
import type { Interval, Range } from "./trend-view.ts";
import { INTERVALS, RANGES } from "./trend-view.ts";

/** Which texts of bookmarks are kept on this device: none, those of so many newest bookmarks and the opened ones, or all. */
export const KEPT_TEXTS = ["off", "50", "200", "all"] as const;
export type KeptTextsChoice = (typeof KEPT_TEXTS)[number];

/** How the bookmarks and the decks are listed. */
const LIST_VIEWS = ["rows", "cards"] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** How the books are listed. */
const BOOK_VIEWS = ["covers", "rows"] as const;

/** How texts are shown. */
export const TEXT_SIZES = ["small", "medium", "large"] as const;
export const TYPEFACES = ["serif", "sans"] as const;
export const PAPERS = ["light", "sepia", "dark"] as const;

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
  readonly keptTexts: KeptTextsChoice;
  /** Of the bookmarks. */
  readonly listView: ListView;
  readonly deckView: ListView;
  readonly bookView: (typeof BOOK_VIEWS)[number];
  /** The order of the bookmarks and the decks. */
  readonly sort: Sort;
  /** Of the trends of prices. */
  readonly trendInterval: Interval;
  readonly trendMonths: Range;
  readonly textSize: (typeof TEXT_SIZES)[number];
  readonly typeface: (typeof TYPEFACES)[number];
  /** The colours of texts; null: those of the theme. */
  readonly paper: (typeof PAPERS)[number] | null;
}

const KEY = "magpie-preferences";
const DEFAULTS: Preferences = {
  language: null,
  theme: null,
  shortcuts: true,
  images: false,
  keptTexts: "200",
  listView: "rows",
  deckView: "rows",
  bookView: "covers",
  sort: "newest",
  trendInterval: "week",
  trendMonths: 3,
  textSize: "medium",
  typeface: "serif",
  paper: null,
};

/** The preferences; `choose` changes them. */
export const preferences = signal<Preferences>(stored());

/** Changes preferences, here and in the other tabs. */
export function choose(changes: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...changes };
  keepItem(localStorage, KEY, JSON.stringify(preferences.value));
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
    const stored = JSON.parse(text) as Partial<Record<keyof Preferences, unknown>>;
    const { language, theme, shortcuts, images } = stored;
    return {
      language: oneOf(LANGUAGES, language) ?? null,
      theme: theme === "light" || theme === "dark" ? theme : null,
      shortcuts: shortcuts !== false,
      images: images === true,
      keptTexts: oneOf(KEPT_TEXTS, stored.keptTexts) ?? DEFAULTS.keptTexts,
      listView: oneOf(LIST_VIEWS, stored.listView) ?? DEFAULTS.listView,
      deckView: oneOf(LIST_VIEWS, stored.deckView) ?? DEFAULTS.deckView,
      bookView: oneOf(BOOK_VIEWS, stored.bookView) ?? DEFAULTS.bookView,
      sort: oneOf(sorts, stored.sort) ?? DEFAULTS.sort,
      trendInterval: oneOf(INTERVALS, stored.trendInterval) ?? DEFAULTS.trendInterval,
      trendMonths: oneOf(RANGES, stored.trendMonths) ?? DEFAULTS.trendMonths,
      textSize: oneOf(TEXT_SIZES, stored.textSize) ?? DEFAULTS.textSize,
      typeface: oneOf(TYPEFACES, stored.typeface) ?? DEFAULTS.typeface,
      paper: oneOf(PAPERS, stored.paper) ?? null,
    };
  } catch {
    // Another program's value under this key, or storage that the browser forbids, which the start reports: the defaults are
    // used.
    return DEFAULTS;
  }
}

function oneOf<Value>(values: readonly Value[], stored: unknown): Value | undefined {
  return values.find((value) => value === stored);
}
