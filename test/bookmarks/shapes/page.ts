import type { Around, Language } from "./words/language.ts";

/** A piece of a page's text. */
export interface Piece {
  /** White space is single, except in a preformatted text. */
  readonly text: string;
  /** The element of the kept text that contains the piece: a block, `h` for any heading, or `img` for an alternative text. */
  readonly within: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&nbsp;": " ",
};

/** The text of markup that is written in one line. */
const plain = (markup: string): string =>
  markup.replace(/<[^>]*>/g, "").replace(/&[a-z]+;/g, (entity) => ENTITIES[entity] ?? entity);

/** How many sentences a language has: a step that no number of parts divides visits each of them once. */
const STEP = 387;
const parity = (text: string): number => [...text].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);

/**
 * A page while it is written: each text that a template takes from here is noted, in the order of the page, as one that a
 * reader keeps, leaves out, or may do either with. No sentence and no heading is written twice.
 */
export class Page {
  readonly kept: Piece[] = [];
  readonly left: string[] = [];
  /** Neither the article nor foreign to it: the title over it, its author and date. */
  readonly open: string[] = [];
  images = 0;
  readonly language: Language;
  readonly title: string;
  /** Whether the page says its language; old ones don't. */
  declaresLanguage = true;
  #sentences: number;
  #headings: number;

  constructor(language: Language, kind: string) {
    this.language = language;
    this.#sentences = parity(kind) * 31;
    this.#headings = parity(kind);
    this.title = this.heading();
  }

  get site(): string {
    return this.language.site;
  }

  /** The attributes of the page's root. */
  get root(): string {
    return `lang="${this.language.tag}"${this.language.dir === "rtl" ? ' dir="rtl"' : ""}`;
  }

  /** A text that the reader keeps. @param within see `Piece` */
  keep(markup: string, within = "p"): string {
    const text = plain(markup);
    this.kept.push({ text: within === "pre" ? text : text.replace(/\s+/g, " ").trim(), within });
    return markup;
  }

  /** A text that is not of the article. */
  leave(markup: string): string {
    this.left.push(plain(markup).replace(/\s+/g, " ").trim());
    return markup;
  }

  /** A text of which a reader may decide either way. */
  may(markup: string): string {
    this.open.push(plain(markup).replace(/\s+/g, " ").trim());
    return markup;
  }

  /** The alternative text of an image of the article, and its address. */
  image(alt = this.sentence()): { readonly src: string; readonly alt: string } {
    this.images += 1;
    if (alt !== "") this.kept.push({ text: alt, within: "img" });
    return { src: `https://pictures.example/${this.images}.jpg`, alt };
  }

  /** Words around the text, which are left out. */
  ui(name: Around): string {
    return this.leave(this.language.ui[name]);
  }

  /** The menu of the site. */
  menu(of: (word: string, at: number) => string): string {
    return this.language.menu.map((word, at) => of(this.leave(word), at)).join("\n");
  }

  sentence(): string {
    const { subjects, predicates, ends, sentence } = this.language;
    this.#sentences = (this.#sentences + STEP) % 1000;
    const digit = (place: number) => Math.floor(this.#sentences / 10 ** place) % 10;
    return sentence(subjects[digit(0)] ?? "", predicates[digit(1)] ?? "", ends[digit(2)] ?? "");
  }

  sentences(count: number): string {
    const apart = ["ja", "zh"].includes(this.language.tag) ? "" : " ";
    return Array.from({ length: count }, () => this.sentence()).join(apart);
  }

  /** Paragraphs of the article. */
  paragraphs(count: number, of: (text: string, at: number) => string = (text) => `<p>${text}</p>`): string {
    return Array.from({ length: count }, (_, at) => of(this.keep(this.sentences(2 + (at % 3))), at)).join("\n");
  }

  heading(): string {
    const { topics, heading } = this.language;
    const at = this.#headings;
    this.#headings += 1;
    const step = 1 + (Math.floor(at / topics.length) % (topics.length - 1));
    return heading(topics[at % topics.length] ?? "", topics[(at + step) % topics.length] ?? "");
  }

  topic(at: number): string {
    const { topics } = this.language;
    return topics[at % topics.length] ?? "";
  }

  /** The heads of other texts of the site, with which a page asks to read on. */
  teasers(count: number, of: (title: string, at: number) => string): string {
    return Array.from({ length: count }, (_, at) => of(this.leave(this.sentence()), at)).join("\n");
  }
}

/** A kind of pages: a template in the style of a real generator. */
export interface Kind {
  readonly name: string;
  readonly html: (page: Page) => string;
}
