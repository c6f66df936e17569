import * as oidc from "openid-client";
import type { Scope } from "../../../lambdas/shared/http/route.ts";
import { LOOPBACK_REDIRECTS } from "../../constructs/sign-in/loopback-redirects.ts";
import { CliError } from "../cli-error.ts";
import { keptTokens, readIssuer, reasonOf } from "./issuer.ts";
import { readStageConfig } from "./read-stage-config.ts";
import { listenOnLoopback } from "./receive-code.ts";
import type { SignIn } from "./sign-in.ts";

export interface Desk {
  /** Opens an address in the browser, if there is one. */
  openBrowser(url: string): Promise<void>;
  /** Asks for a line; null where nobody can answer. */
  readonly ask: ((question: string, signal?: AbortSignal) => Promise<string>) | null;
  say(line: string): void;
}

export interface SystemToSignInAt {
  readonly siteUrl: string;
  readonly stage: string | null;
  readonly scope: Scope;
}

/**
 * Signs a person in through the browser: authorization code with PKCE, through a loopback address (RFC 8252). On a machine
 * without a browser the person opens the printed address elsewhere, and pastes the address at which the browser arrives.
 *
 * @throws CliError when the system has no client for the command line, or the person was refused
 */
export async function logIn(system: SystemToSignInAt, desk: Desk, now: () => Date) {
  const { siteUrl, scope } = system;
  const { api_url, command_line: client } = await readStageConfig(siteUrl);
  // A stage of an earlier version names none.
  if (client == null) {
    throw new CliError(
      `${siteUrl} has an issuer without a client for the command line (docs/deploy.md). Set MAGPIE_TOKEN.`,
    );
  }
  const issuer = await readIssuer(client);
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const loopback = await listenOnLoopback(state);
  try {
    const redirect_uri = loopback?.redirectUri ?? LOOPBACK_REDIRECTS[0] ?? "";
    const address = oidc.buildAuthorizationUrl(issuer, {
      redirect_uri,
      state,
      scope: client.scopes[scope],
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    desk.say(`Sign in at\n  ${address.href}`);
    await desk.openBrowser(address.href);
    const back = await comeBack(desk, loopback?.received, new URL(redirect_uri), state);
    const tokens = await oidc
      .authorizationCodeGrant(issuer, back, { pkceCodeVerifier: verifier, expectedState: state })
      .catch((cause: unknown) => {
        throw new CliError(`Nobody is signed in: ${reasonOf(cause)}. Run magpie login again.`, { cause });
      });
    if (tokens.refresh_token === undefined) throw new CliError(`The issuer of ${siteUrl} gives no refresh token.`);
    const at = now();
    return {
      site_url: siteUrl,
      stage: system.stage,
      api_url,
      authority: client.authority,
      client_id: client.client_id,
      scope,
      signed_in_at: at.toISOString(),
      ...keptTokens(tokens, at),
      refresh_token: tokens.refresh_token,
    } satisfies SignIn;
  } finally {
    loopback?.close();
  }
}

/** The address with the code: from the browser of this machine, or pasted, whichever comes first. */
async function comeBack(desk: Desk, received: Promise<URL> | undefined, redirect: URL, state: string): Promise<URL> {
  const answered = new AbortController();
  const pasted = desk
    .ask?.("or paste here the address, or the code, where a browser elsewhere ended: ", answered.signal)
    .then((line) => pastedAddress(line.trim(), redirect, state));
  const ways = [received, pasted].filter((way) => way !== undefined);
  if (ways.length === 0) throw new CliError(`Other programs have the ports of ${LOOPBACK_REDIRECTS.join(", ")}.`);
  try {
    return await Promise.race(ways);
  } finally {
    answered.abort();
  }
}

/** The address from a person's input: the whole address, or the code alone, which PKCE binds to this command. */
function pastedAddress(line: string, redirect: URL, state: string): URL {
  const whole = URL.parse(line);
  if (whole !== null) return whole;
  const address = new URL(redirect);
  address.search = new URLSearchParams({ code: line, state }).toString();
  return address;
}
