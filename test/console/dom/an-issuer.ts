import { vi } from "vitest";
import type { SignInConfig } from "../../../console/config.ts";
import type { Device } from "./device.ts";

const AUTHORITY = "https://issuer.example";
export const SIGN_IN: SignInConfig = {
  authority: AUTHORITY,
  client_id: "console",
  scope: "openid email",
  groups_claim: "groups",
  logout_url: null,
};
/** Where `oidc-client-ts` stores the user. */
export const KEY = `magpie-session.user:${AUTHORITY}:console`;

/** A token of a person; nobody checks its signature here. */
export function tokenOf(claims: Readonly<Record<string, unknown>>): string {
  return `header.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;
}

/** What has the storage of a page or of an extension. */
interface Storing {
  readonly stored: { readonly set: (key: string, value: string) => unknown };
}

/** Stores a user as `oidc-client-ts` does. */
export function store({ stored }: Storing, user: Readonly<Record<string, unknown>>): void {
  const seconds = Math.floor(Date.now() / 1_000);
  stored.set(
    KEY,
    JSON.stringify({
      access_token: tokenOf({ sub: "ada", token: "first" }),
      refresh_token: "refresh 1",
      id_token: tokenOf({ sub: "ada" }),
      token_type: "Bearer",
      scope: SIGN_IN.scope,
      profile: { sub: "ada" },
      expires_at: seconds + 3_600,
      ...user,
    }),
  );
}

/** What is stored of a user; null for nobody. */
export function storedBy({ stored }: Device): Readonly<Record<string, unknown>> | null {
  const text = stored.get(KEY);
  return text === undefined ? null : JSON.parse(text);
}

/** The endpoints of an issuer. */
export interface FakeIssuer {
  /** The forms that the endpoints got, with their path. */
  readonly asked: string[];
  /** Answers the next request to the token endpoint; default: a new token for ada. */
  readonly answers: (() => Promise<Response> | Response)[];
}

/**
 * Stands for the issuer's endpoints, by the page's `fetch`. Call it in a test: it ends with the test's globals.
 *
 * @param api answers the requests of the client
 */
export function fakeIssuer(api?: (request: Request) => Promise<Response>): FakeIssuer {
  const asked: string[] = [];
  const answers: (() => Promise<Response> | Response)[] = [];
  let tokens = 1;
  vi.stubGlobal("fetch", async (input: string | URL | Request, init: RequestInit = {}) => {
    if (input instanceof Request) return api?.(input);
    const { pathname } = new URL(input);
    if (pathname.startsWith("/.well-known/")) {
      return Response.json({
        issuer: AUTHORITY,
        authorization_endpoint: `${AUTHORITY}/authorize`,
        token_endpoint: `${AUTHORITY}/token`,
        revocation_endpoint: `${AUTHORITY}/revoke`,
        end_session_endpoint: `${AUTHORITY}/logout`,
      });
    }
    asked.push(
      `${pathname} ${new URLSearchParams(String(init.body)).get(pathname === "/revoke" ? "token" : "refresh_token")}`,
    );
    const answer = answers.shift();
    if (answer !== undefined) return answer();
    if (pathname !== "/token") return new Response(null, { status: 200 });
    tokens += 1;
    return renewed(tokens);
  });
  return { asked, answers };
}

/** The answer of the token endpoint with another token. */
export function renewed(number: number, sub = "ada", lifetime = 3_600): Response {
  return Response.json({
    access_token: tokenOf({ sub, token: number }),
    id_token: tokenOf({ sub }),
    refresh_token: `refresh ${number}`,
    token_type: "Bearer",
    expires_in: lifetime,
  });
}
