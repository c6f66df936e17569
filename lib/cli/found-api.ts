import type { Scope } from "../../lambdas/shared/http/route.ts";
import type { SignIn } from "./session/sign-in.ts";

/** An API with its address, the token, and the remedies when either is wrong. */
export interface FoundApi {
  readonly baseUrl: string;
  readonly token: string;
  /** The sign-in that the token belongs to; absent for a token that was given. */
  readonly signIn?: Pick<SignIn, "signed_in_at" | "scope">;
  /**
   * The sign-in's token after this one has expired, as in a long import; absent for a token that was given.
   *
   * @throws CliError when the sign-in has ended
   */
  readonly nextToken?: (now: Date) => Promise<string>;
  /** The remedy when there is no answer. */
  readonly whenSilent: string;
  /** How to get a token that the API accepts. */
  readonly betterToken: string;
  /** How to get a token with the scope that a request lacked; absent for a token that was given. */
  readonly withScope?: (scope: Scope) => string;
}
