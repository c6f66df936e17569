import { startTag } from "./content-attributes.ts";
import { BLOCKS, BREAKING, INLINE_ELEMENTS, writtenName } from "./content-elements.ts";
import { writeImage } from "./content-image.ts";
import type { ContentHtml } from "./content-writer.ts";
import { ContentWriter } from "./content-writer.ts";
import type { ShownToken } from "./shown-tokens.ts";

/**
 * Makes markup safe to show: the result holds only the elements and attributes of content-elements.ts, whatever the markup
 * is. Other elements are replaced by their text; scripts, styles, form fields and embedded pages are dropped. Links are
 * absolute. Takes time linear in the markup. Never throws.
 *
 * @param base the address against which links are resolved
 */
export function sanitizedHtml(tokens: Iterable<ShownToken>, base: URL): ContentHtml {
  const writer = new ContentWriter();
  for (const token of tokens) {
    if (writer.isFull) break;
    writeToken(writer, token, base);
  }
  return writer.end();
}

function writeToken(writer: ContentWriter, token: ShownToken, base: URL): void {
  if (token.kind === "text") writer.text(token.text);
  if (token.kind !== "start" && token.kind !== "end") return;
  const name = writtenName(token.name);
  if (name === "br") writer.lineBreak();
  else if (BREAKING.has(name)) writer.breakParagraph();
  else if (token.kind === "start") writeStart(writer, name, token.attributes, base);
  else if (INLINE_ELEMENTS.has(name)) writer.endInline(name);
  else if (BLOCKS.has(name)) writer.endBlock(name);
}

function writeStart(writer: ContentWriter, name: string, attributes: ReadonlyMap<string, string>, base: URL): void {
  if (name === "hr") writer.rule();
  else if (name === "img") writeImage(writer, attributes, base);
  else if (INLINE_ELEMENTS.has(name)) writer.startInline(name, () => startTag(name, attributes, base));
  else if (BLOCKS.has(name)) writer.startBlock(name, startTag(name, attributes, base) ?? "");
}
