/** What another program has shared, with the address found in it. */
export interface SharedPage {
  /** http or https; empty when there is none. */
  readonly url: string;
  readonly title: string;
  /** The rest of the text. */
  readonly note: string;
}

/** What the API takes, in UTF-16 code units. */
export const LONGEST_TITLE = 500;
const LONGEST_NOTE = 5_000;

/** A page with as much of its title and its note as the API takes: nobody reads the refusal of what another program has sent. */
export function fittingPage({ url, title, note }: SharedPage): SharedPage {
  return { url, title: cut(title.trim(), LONGEST_TITLE), note: cut(note.trim(), LONGEST_NOTE) };
}

/** The beginning of a text; no character is cut in two. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
