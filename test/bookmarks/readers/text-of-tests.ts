import { readableText as readText } from "../../../lambdas/bookmarks/readers/readable-text.ts";

/** The readable text of a page, without its HTML. */
export function readableText(html: string, title: string): string {
  return readText(html, title, new URL("https://page.example/")).text;
}
