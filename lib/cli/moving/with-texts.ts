import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import type { Bookmark, BookmarkContent } from "../../../client/answers.ts";
import type { BookmarkFormat, BookmarkWithContent } from "../../../client/moving/index.ts";
import { contentPage, withContent } from "../../../client/moving/index.ts";
import { makeFolder } from "../../../client/node/make-folder.ts";
import { CliError } from "../cli-error.ts";

export const WITH_CONTENT = [
  "--with-content",
  "with the kept texts: in a json file, or for html as pages of the folder texts beside it",
] as const;

/** Ends a command with wrong usage if its format can't hold texts. */
export function requireFormatOfTexts(command: Command, format: string): void {
  if (format === "csv") command.error("error: csv holds no texts; take json or html", { exitCode: 2 });
}

/** Makes a folder. @throws CliError if that is not possible */
export function madeFolder(folder: string): string {
  try {
    makeFolder(folder);
    return folder;
  } catch (error) {
    throw new CliError(`${folder} can't be created: ${(error as Error).message}.`);
  }
}

/**
 * Bookmarks with their kept texts, as an export contains them: json holds the texts itself; for html, each text is a page
 * of its own in the folder `texts` of `folder`.
 */
export function withTexts(
  bookmarks: AsyncIterable<Bookmark>,
  read: (id: string) => Promise<BookmarkContent>,
  { format, folder }: { readonly format: BookmarkFormat; readonly folder: string },
): AsyncGenerator<Bookmark, void, undefined> {
  const all = withContent(bookmarks, read);
  return format === "json" ? all : besides(all, madeFolder(join(folder, "texts")));
}

async function* besides(
  bookmarks: AsyncIterable<BookmarkWithContent>,
  texts: string,
): AsyncGenerator<Bookmark, void, undefined> {
  for await (const { content, ...bookmark } of bookmarks) {
    // The id is the API's: hexadecimal digits and hyphens.
    if (content !== null) await writeFile(join(texts, `${bookmark.id}.html`), contentPage({ ...bookmark, content }));
    yield bookmark;
  }
}
