import type { ConsoleConfig } from "../../console/config.ts";
import { SIGNED_IN_PATH } from "../../console/session/signed-in-path.ts";
import { authorizationQuery, VERIFIER } from "../local/sign-in/sign-in-system.ts";
import type { System } from "../local/system.ts";

/** What the console keeps in local storage of a person who has signed in: one name and its value. */
interface StoredSession {
  readonly name: string;
  readonly value: string;
}

/**
 * Signs a person in at the issuer of a local system without a browser.
 *
 * @param system whose API and issuer have the same origin
 */
export async function storedSession(
  system: Pick<System, "api" | "token">,
  userName: string,
  isAdmin: boolean,
): Promise<StoredSession> {
  const { api } = system;
  const { sign_in: config } = (await (await fetch(`${api}/app/config.json`)).json()) as ConsoleConfig;
  if (config === null) throw new Error("The system has no client for the console.");
  const { authority, client_id, scope } = config;
  const redirect_uri = api + SIGNED_IN_PATH;
  const entered = await fetch(`${api}/oauth2/authorize?${authorizationQuery({ client_id, redirect_uri, scope })}`, {
    method: "POST",
    headers: { origin: api, authorization: `Bearer ${await system.token("local-admin")}` },
    body: new URLSearchParams({ username: userName, ...(isAdmin ? { administrator: "on" } : {}) }),
    redirect: "manual",
  });
  const code = new URL(entered.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const exchanged = await fetch(`${api}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id,
      code,
      redirect_uri,
      code_verifier: VERIFIER,
    }),
  });
  const tokens = (await exchanged.json()) as { readonly id_token: string; readonly expires_in: number };
  // As `oidc-client-ts` stores it.
  const user = {
    ...tokens,
    scope,
    profile: JSON.parse(Buffer.from(tokens.id_token.split(".")[1] ?? "", "base64url").toString()),
    expires_at: Math.floor(Date.now() / 1_000) + tokens.expires_in,
  };
  return { name: `magpie-session.user:${authority}:${client_id}`, value: JSON.stringify(user) };
}
