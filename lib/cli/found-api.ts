/** An API with its address, the token, and the remedies when either is wrong. */
export interface FoundApi {
  readonly baseUrl: string;
  readonly token: string;
  /** When the person signed in, whose session this is: an instant, ISO 8601. Absent for a token that was given. */
  readonly signedInAt?: string;
  /** The remedy when there is no answer. */
  readonly whenSilent: string;
  /** How to get a token that the API accepts. */
  readonly betterToken: string;
}
