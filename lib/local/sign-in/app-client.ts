import type { Template } from "../template/template.ts";

export interface AppClient {
  readonly id: string;
  /** Addresses to which a person returns with a code. */
  readonly callbackUrls: ReadonlySet<string>;
  /** Addresses to which a person returns after signing out. */
  readonly logoutUrls: ReadonlySet<string>;
  readonly scopes: readonly string[];
  readonly accessTokenSeconds: number;
  readonly idTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  /** Seconds for which a refresh token may be used again after its replacement; null where none is ever replaced. */
  readonly rotationGraceSeconds: number | null;
}

/** The properties of `AWS::Cognito::UserPoolClient`; a missing validity is Cognito's default. */
interface Properties {
  readonly AllowedOAuthFlowsUserPoolClient?: boolean;
  readonly AllowedOAuthFlows?: readonly string[];
  readonly AllowedOAuthScopes?: readonly string[];
  readonly CallbackURLs?: readonly string[];
  readonly LogoutURLs?: readonly string[];
  readonly AccessTokenValidity?: number;
  readonly IdTokenValidity?: number;
  readonly RefreshTokenValidity?: number;
  readonly TokenValidityUnits?: Readonly<Record<string, string>>;
  readonly RefreshTokenRotation?: { readonly Feature: string; readonly RetryGracePeriodSeconds?: number };
}

const SECONDS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

/** Reads the clients of the template that may ask for a code, by their ids. */
export function readAppClients(template: Template, siteUrl: string): ReadonlyMap<string, AppClient> {
  const clients = template.ofType("AWS::Cognito::UserPoolClient").flatMap(({ ref, properties }): AppClient[] => {
    const client = properties as Properties;
    const units = client.TokenValidityUnits ?? {};
    if (client.AllowedOAuthFlowsUserPoolClient !== true || !client.AllowedOAuthFlows?.includes("code")) return [];
    return [
      {
        id: ref,
        callbackUrls: new Set((client.CallbackURLs ?? []).flatMap((url) => atLocalSite(url, siteUrl))),
        logoutUrls: new Set((client.LogoutURLs ?? []).flatMap((url) => atLocalSite(url, siteUrl))),
        scopes: client.AllowedOAuthScopes ?? [],
        accessTokenSeconds: inSeconds(client.AccessTokenValidity ?? 1, units.AccessToken ?? "hours"),
        idTokenSeconds: inSeconds(client.IdTokenValidity ?? 1, units.IdToken ?? "hours"),
        refreshTokenSeconds: inSeconds(client.RefreshTokenValidity ?? 30, units.RefreshToken ?? "days"),
        rotationGraceSeconds:
          client.RefreshTokenRotation?.Feature === "ENABLED"
            ? (client.RefreshTokenRotation.RetryGracePeriodSeconds ?? 0)
            : null,
      },
    ];
  });
  return new Map(clients.map((client) => [client.id, client]));
}

/** Begins the paths of the console: the only pages of the site to which a person returns. */
const CONSOLE = "/app/";

/**
 * The local addresses of a page of the site, which has another host on AWS. On this machine both names of loopback are
 * accepted, since people type either.
 */
function atLocalSite(url: string, siteUrl: string): string[] {
  const { pathname } = new URL(url);
  // The command line's and the extension's are the same for every system.
  if (!pathname.startsWith(CONSOLE)) return [url];
  const site = new URL(siteUrl);
  const hosts = ["127.0.0.1", "localhost"];
  if (!hosts.includes(site.hostname)) return [`${site.origin}${pathname}`];
  return hosts.map((host) => `${site.protocol}//${host}${site.port === "" ? "" : `:${site.port}`}${pathname}`);
}

function inSeconds(count: number, unit: string): number {
  const seconds = SECONDS[unit];
  if (seconds === undefined) throw new Error(`The local runner does not know the unit ${unit} of a token's validity.`);
  return count * seconds;
}
