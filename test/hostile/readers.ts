import { FILE_READERS } from "./file-readers.ts";
import { PAGE_READERS } from "./page-readers.ts";
import { PDF_READERS } from "./pdf-readers.ts";
import type { Reader } from "./reader.ts";
import { REQUEST_READERS } from "./request-readers.ts";
import { SEARCH_READERS } from "./search-readers.ts";
import { UPSTREAM_READERS } from "./upstream-readers.ts";

/** Every reader of untrusted text. */
export const READERS: readonly Reader[] = [
  ...PAGE_READERS,
  ...PDF_READERS,
  ...UPSTREAM_READERS,
  ...REQUEST_READERS,
  ...SEARCH_READERS,
  ...FILE_READERS,
];
