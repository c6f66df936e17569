import * as blogs from "./kinds/blogs.ts";
import * as docs from "./kinds/docs.ts";
import * as everyday from "./kinds/everyday.ts";
import * as forums from "./kinds/forums.ts";
import * as japanese from "./kinds/japanese.ts";
import * as news from "./kinds/news.ts";
import * as old from "./kinds/old.ts";
import * as platforms from "./kinds/platforms.ts";
import * as references from "./kinds/references.ts";
import * as wordpress from "./kinds/wordpress.ts";
import type { Kind } from "./page.ts";

const FILES = [wordpress, blogs, platforms, news, docs, references, forums, everyday, japanese, old];

/** The kinds of pages that are read in each language. */
export const KINDS: readonly Kind[] = FILES.flatMap((file) => Object.values<Kind>(file));
