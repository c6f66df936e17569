import { expect } from "vitest";
import { itemDocument } from "../../../lib/local/sites/mercari-pages.ts";
import { listed, readDetail } from "./page-answers.ts";

/** Reads a listing's own page after changes to its markup; each replaced text must exist. */
export function readChanged(
  changes: readonly (readonly [text: string | RegExp, replacement: string])[],
  item = listed(),
) {
  const html = changes.reduce((before, [text, replacement]) => {
    const isThere = typeof text === "string" ? before.includes(text) : text.test(before);
    if (!isThere) throw new Error(`There is no ${text} in the page.`);
    return typeof text === "string" ? before.replaceAll(text, replacement) : before.replace(text, replacement);
  }, itemDocument(item));
  return readDetail(html, item);
}

/** What a listing's own page says, with these fields. */
export const detail = (item: object) => ({ kind: "detail", item: expect.objectContaining(item) });
