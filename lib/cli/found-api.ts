/** An API that was found: where it is, who asks it, and what helps when that turns out wrong. */
export interface FoundApi {
  readonly baseUrl: string;
  readonly token: string;
  /** What to do when nothing answers there. */
  readonly whenSilent: string;
  /** How to come by a token that it takes. */
  readonly betterToken: string;
}
