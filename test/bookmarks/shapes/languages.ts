import { CHINESE, JAPANESE, KOREAN } from "./words/east-asian.ts";
import { ENGLISH, FRENCH, GERMAN, RUSSIAN } from "./words/european.ts";
import { ARABIC, HEBREW, HINDI } from "./words/indian-and-semitic.ts";
import type { Language } from "./words/language.ts";

/** The languages in which each kind of page is read. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  JAPANESE,
  CHINESE,
  KOREAN,
  ARABIC,
  HEBREW,
  HINDI,
  RUSSIAN,
];
