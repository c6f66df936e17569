import type { CommandLineConfig, ConsoleConfig, SignInConfig } from "../../../console/config.ts";
import type { Scope } from "../../../lambdas/shared/http/route.ts";
import type { Settings } from "../../settings.ts";

export interface ConsoleSignIn {
  /** For the file that the console reads. */
  readonly config: NonNullable<ConsoleConfig["sign_in"]>;
  /**
   * Sources of `connect-src` in the console's content security policy, for signing in and renewing its tokens. Addresses of
   * the issuer may be tokens of the CDK.
   */
  readonly connect: readonly string[];
}

/** The paths to which the issuer sends a person back: below the site's address, registered at the issuer. */
export const SIGNED_IN_PATH = "/app/signed-in";
export const SIGNED_OUT_PATH = "/app/";
/** To this one from Cognito's page for a new passkey. */
export const PASSKEY_ADDED_PATH = "/app/settings";

/** The sign-in at an issuer that the settings name; null if they name no client of the console there. */
export function signInAt(issuer: NonNullable<Settings["issuer"]>): ConsoleSignIn | null {
  const { url, groupsClaim, console: client } = issuer;
  if (client === undefined) return null;
  const { clientId, scope, connect, logoutUrl } = client;
  return {
    config: {
      authority: url,
      client_id: clientId,
      scope,
      groups_claim: groupsClaim,
      logout_url: logoutUrl ?? null,
    },
    connect: [...new Set([new URL(url).origin, ...connect])],
  };
}

/** The command line's client at an issuer that the settings name; null if they name none. */
export function commandLineAt({ url, scopes, commandLine }: NonNullable<Settings["issuer"]>): CommandLineConfig | null {
  if (commandLine === undefined) return null;
  return { authority: url, client_id: commandLine.clientId, scopes: askedFor("openid offline_access", scopes) };
}

/** The extension's client at an issuer that the settings name; null if they name none. */
export function extensionAt(issuer: NonNullable<Settings["issuer"]>): SignInConfig | null {
  if (issuer.extension === undefined) return null;
  return {
    authority: issuer.url,
    client_id: issuer.extension.clientId,
    scope: `openid email offline_access ${issuer.scopes.save}`,
    groups_claim: issuer.groupsClaim,
    logout_url: issuer.console?.logoutUrl ?? null,
  };
}

/** The scopes that the command line requests: these, and one of the API's. */
export function askedFor(always: string, scopes: Readonly<Record<Scope, string>>): CommandLineConfig["scopes"] {
  const { read, save, full } = scopes;
  return { read: `${always} ${read}`, save: `${always} ${save}`, full: `${always} ${full}` };
}
