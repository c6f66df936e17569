import * as z from "zod/mini";
import type { KeptContent } from "../domain/content.ts";
import { READ_FROM } from "../domain/content.ts";
import { withAddresses } from "../readers/content-pictures.ts";

export const contentSchema = z.object({
  /** The bookmark's. */
  id: z.string(),
  title: z.nullable(z.string()),
  byline: z.nullable(z.string()),
  language: z.nullable(z.string()),
  dir: z.enum(["ltr", "rtl"]),
  words: z.int(),
  read_at: z.iso.datetime(),
  /** A request of ours, or the page as your browser showed it. */
  read_from: z.enum(READ_FROM),
  /** Whether the page's text is longer than what is kept. */
  truncated: z.boolean(),
  /** Sanitized: only the elements and attributes that docs/security.md lists. */
  html: z.string(),
});

/** @param siteUrl the address of the site, which has the pictures */
export function contentAnswer(id: string, content: KeptContent, siteUrl: string): z.output<typeof contentSchema> {
  const { title, byline, language, dir, words, readAt: read_at, readFrom: read_from = "fetch", truncated } = content;
  const html = withAddresses(content.html, siteUrl);
  return { id, title, byline, language, dir, words, read_at, read_from, truncated, html };
}
