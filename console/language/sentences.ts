import { language } from "./language.ts";

/** Sentences one after the other, with a space between them in English and none in Japanese; empty ones are left out. */
export function sentences(...all: readonly string[]): string {
  return all.filter(Boolean).join(language.value === "ja" ? "" : " ");
}
