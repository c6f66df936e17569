import { preferences } from "../../console/device/preferences.ts";
import { language } from "../../console/language/language.ts";
import { languageOf } from "../../lambdas/shared/notices/languages.ts";

/**
 * Takes the language of the browser's own interface, as the browser does for what `_locales` has: the one in which a page is
 * asked for may be another.
 */
export function followBrowser(): void {
  preferences.value = { ...preferences.peek(), language: languageOf([chrome.i18n.getUILanguage()]) };
}

/** Puts the language on the page, for those who hear it. */
export function markLanguage(): void {
  document.documentElement.lang = language.peek();
}
