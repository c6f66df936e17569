/** The English sentences of remarks on a file's entries, by stable code; some contain the remark's detail. */
export const REMARK_SENTENCES = {
  too_long: "The entry is longer than 1,048,576 characters.",
  cut_off: "The file ends in the middle of an entry.",
  no_url_column: "The first line names no column url.",
  no_object: "This is no object in JSON.",
  no_address: "The entry has no address.",
  /** Detail: the scheme, e.g. `javascript:`. */
  not_web: (scheme: string) => `Addresses that start with ${scheme} are not web pages.`,
  invalid_address: "This is not a complete page address of at most 2,048 characters without a user name.",
  blocked_address: "Only public web pages on ports 80, 443, 8080 and 8443 can be saved.",
  no_deck: "This is not the address of a deck's own page.",
  /** Detail: the API's own sentence. */
  refused: (reason: string) => `The API refused the entry: ${reason}`,
  title_cut: "The title is cut to its first 500 characters.",
  note_cut: "The note is cut to its first 5,000 characters.",
  long_tag: "A tag of more than 50 characters is left out.",
  many_tags: "The tags after the first 20 are left out.",
  future_date: "The date, which is in the future, is left out.",
  not_added: "The page is already saved and stays as it is: the file's note and tags are not added.",
} as const;

export type RemarkCode = keyof typeof REMARK_SENTENCES;

/** A remark without its place in the file. */
export interface Remark {
  readonly code: RemarkCode;
  /** What the sentence names; empty for most codes. */
  readonly detail: string;
}

/** A remark in English. */
export function remarkSentence({ code, detail }: Remark): string {
  const sentence = REMARK_SENTENCES[code];
  return typeof sentence === "string" ? sentence : sentence(detail);
}
