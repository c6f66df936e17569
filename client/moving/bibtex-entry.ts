import type { Book } from "../answers.ts";

/** A book as an entry of a BibTeX file; its key is its id, which no other book has. */
export function bibtexEntry(book: Book): string {
  const [, year, month] = /^(\d{4})(?:-(\d\d))?/.exec(book.published_date ?? "") ?? [];
  const fields = {
    title: texText(book.title ?? ""),
    subtitle: texText(book.subtitle ?? ""),
    author: book.authors.map(texAuthor).join(" and "),
    publisher: texText(book.publisher ?? ""),
    year: year ?? "",
    month: month === undefined ? "" : String(Number(month)),
    isbn: texText(book.isbn_13 ?? book.isbn_10 ?? ""),
    language: texText(book.language ?? ""),
    url: texUrl(book.info_link ?? ""),
  };
  const written = Object.entries(fields).filter(([, value]) => value !== "");
  const key = book.id.replace(/[^A-Za-z0-9-]/g, "-");
  return `@book{${key},\n${written.map(([name, value]) => `  ${name} = {${value}},\n`).join("")}}\n\n`;
}

/** An author; braces keep a name with a comma or the word "and" in it as one. */
function texAuthor(name: string): string {
  const text = texText(name);
  return /,|\sand\s/i.test(text) ? `{${text}}` : text;
}

/** BibTeX counts braces after a backslash, too: those of a text have commands of their own. */
const TEX: Readonly<Record<string, string>> = {
  "{": "\\textbraceleft{}",
  "}": "\\textbraceright{}",
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

/** A text in which no character is a command of TeX. */
function texText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[\\{}&%$#_~^]/g, (character) => TEX[character] ?? `\\${character}`);
}

/** An address; within it only what would end or unbalance the field is encoded. */
function texUrl(url: string): string {
  return url.replace(/[\\{}\s]/g, (character) => encodeURIComponent(character));
}
