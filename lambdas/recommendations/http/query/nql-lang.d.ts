declare module "@tryghost/nql-lang" {
  /** A token of a filter: its kind (`PROP`, `NUMBER`, `LPAREN`, …) and the text that it stands for. */
  export interface Token {
    readonly token: string;
    readonly matched: string;
  }

  /** The tokens of a filter. @throws Error for a character that begins none */
  export function lex(filter: string): readonly Token[];

  /**
   * A filter as a tree in the manner of MongoDB's queries.
   *
   * @param options `preserveRelativeDates`: `now-1d` stays `{$relativeDate: {op: "sub", amount: 1, unit: "days"}}`
   * @throws Error with three lines of text for what is no filter
   */
  export function parse(filter: string, options?: { readonly preserveRelativeDates?: boolean }): unknown;
}
