declare module "@tryghost/nql-lang" {
  /** A token of a filter: its kind (`PROP`, `NUMBER`, `LPAREN`, …) and its text. */
  export interface Token {
    readonly token: string;
    readonly matched: string;
  }

  /** The tokens of a filter. @throws Error for an invalid character */
  export function lex(filter: string): readonly Token[];

  /**
   * A filter as a tree in the form of MongoDB's queries.
   *
   * @param options `preserveRelativeDates`: `now-1d` stays `{$relativeDate: {op: "sub", amount: 1, unit: "days"}}`
   * @throws Error with three lines of text for a syntax error
   */
  export function parse(filter: string, options?: { readonly preserveRelativeDates?: boolean }): unknown;
}
