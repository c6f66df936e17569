import type { MagpieClient } from "../../client/index.ts";
import type { ImportOptions, ImportReport } from "../../client/moving/index.ts";
import { fileText, importBookmarks, readBookmarks } from "../../client/moving/index.ts";
import { fileBytes } from "./file-bytes.ts";

/** Imports a file, or only checks it without a client. It is loaded when there is a file: most visits import nothing. */
export function importFile(
  client: Pick<MagpieClient, "bookmarks" | "stocks"> | null,
  file: Blob,
  options: ImportOptions,
): Promise<ImportReport> {
  return importBookmarks(client, readBookmarks(fileText(() => fileBytes(file))), options);
}
