export { exportBookmarks } from "./export-bookmarks.ts";
export type { BookFormat } from "./export-books.ts";
export { BOOK_FORMATS, exportBooks } from "./export-books.ts";
export { exportStocks } from "./export-stocks.ts";
export type { BookmarkFormat, FileEntry, ReadEntry, TextChunks, UnreadableEntry } from "./file-entry.ts";
export { BOOKMARK_FORMATS } from "./file-entry.ts";
export type { EntryRemark, ImportOptions, ImportReport } from "./import-bookmarks.ts";
export { importBookmarks } from "./import-bookmarks.ts";
export { readBookmarks } from "./read-bookmarks.ts";
