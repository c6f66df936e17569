import type { Book } from "../../client/index.ts";

/** The title of a book with its subtitle, which says of several volumes which one it is. @param untitled of one that has none */
export function bookTitle({ title, subtitle }: Pick<Book, "title" | "subtitle">, untitled: string): string {
  return [title ?? untitled, ...(subtitle === null ? [] : [subtitle])].join(": ");
}

/** The first letters of the first two words of a title; in a script without spaces, its first character. */
export function initialsOf(title: string): string {
  const initials = Array.from(title.matchAll(/(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}]/gu), ([letter]) => letter);
  return initials.slice(0, 2).join("").toUpperCase();
}
