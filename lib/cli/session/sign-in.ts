import type { Scope } from "../../../lambdas/shared/http/route.ts";

/** A person's sign-in at one system, as this machine stores it. */
export interface SignIn {
  /** The system: the address of its site, without a slash at its end. */
  readonly site_url: string;
  /** The stage's name, if the person signed in with it; null for the local system and for an address. */
  readonly stage: string | null;
  readonly api_url: string;
  /** The issuer's address: `<authority>/.well-known/openid-configuration` names its endpoints. */
  readonly authority: string;
  readonly client_id: string;
  readonly scope: Scope;
  /** ISO 8601. */
  readonly signed_in_at: string;
  readonly access_token: string;
  /** When the access token ends, ISO 8601. */
  readonly expires_at: string;
  /** Null if the system's keychain stores it. */
  readonly refresh_token: string | null;
}
