import type { Scope } from "../../../lambdas/shared/http/route.ts";

/** A person's sign-in at one system, as this machine keeps it. */
export interface SignIn {
  /** The system: the address of its site, without a slash at its end. */
  readonly site_url: string;
  /** The stage's name, where the person signed in by it; null for the local system and by an address. */
  readonly stage: string | null;
  readonly api_url: string;
  /** The issuer's address: `<authority>/.well-known/openid-configuration` names its endpoints. */
  readonly authority: string;
  readonly client_id: string;
  readonly scope: Scope;
  /** An instant, ISO 8601. */
  readonly signed_in_at: string;
  readonly access_token: string;
  /** When the access token ends: an instant, ISO 8601. */
  readonly expires_at: string;
  /** Null where the system's keychain keeps it. */
  readonly refresh_token: string | null;
}
