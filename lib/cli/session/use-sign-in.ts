import * as oidc from "openid-client";
import type { Scope } from "../../../lambdas/shared/http/route.ts";
import { CliError } from "../cli-error.ts";
import type { FoundApi } from "../found-api.ts";
import { keptTokens, readIssuer, reasonOf } from "./issuer.ts";
import type { SignIn } from "./sign-in.ts";
import type { SignIns } from "./sign-ins.ts";

/** An access token is renewed when less time than this is left: a command may take a while. */
const LEFT_MS = 5 * 60_000;

/**
 * The API of a sign-in, with an access token that is valid for some minutes.
 *
 * @throws CliError when the session has ended, or the issuer can't be reached
 */
export async function useSignIn(signIns: SignIns, signIn: SignIn, now: Date): Promise<FoundApi> {
  const isFresh = Date.parse(signIn.expires_at) - now.getTime() > LEFT_MS;
  const { access_token: token } = isFresh ? signIn : await renew(signIns, signIn, now);
  return {
    baseUrl: signIn.api_url,
    token,
    signIn,
    nextToken: async (later) => (await useSignIn(signIns, stillThere(signIns, signIn), later)).token,
    whenSilent: `The API ${signIn.api_url} can't be reached; check the network.`,
    betterToken: `This sign-in has the scope ${signIn.scope}; ${loginAt(signIn, signIn.scope)} signs in again, or as somebody else.`,
    withScope: (scope) => `This sign-in has the scope ${signIn.scope}; ${loginAt(signIn, scope)} signs in with more.`,
  };
}

/** The command that signs in at the same system. */
function loginAt({ stage, site_url }: SignIn, scope: Scope): string {
  return `magpie login ${stage === null ? `--url ${site_url}` : `--stage ${stage}`} --scope ${scope}`;
}

async function renew(signIns: SignIns, signIn: SignIn, now: Date): Promise<SignIn> {
  const refreshToken = await signIns.refreshTokenOf(signIn);
  if (refreshToken === null) throw ended(signIn, "its refresh token is not in the keychain any more");
  const issuer = await readIssuer(signIn);
  const tokens = await oidc.refreshTokenGrant(issuer, refreshToken).catch((cause: unknown) => {
    if (cause instanceof oidc.ResponseBodyError) throw ended(signIn, reasonOf(cause));
    throw new CliError(`The sign-in can't be renewed: ${reasonOf(cause)}. Check the network.`, { cause });
  });
  const renewed = {
    ...signIn,
    ...keptTokens(tokens, now),
    // An issuer without rotation returns no refresh token.
    refresh_token: tokens.refresh_token ?? refreshToken,
  };
  stillThere(signIns, signIn);
  await signIns.keep(renewed);
  return renewed;
}

/** The sign-in as it is kept now. @throws CliError if the person has signed out meanwhile, or in again: neither must be undone */
function stillThere(signIns: SignIns, signIn: SignIn): SignIn {
  const there = signIns.find({ url: signIn.site_url });
  if (there?.signed_in_at !== signIn.signed_in_at) throw ended(signIn, "it was ended on this machine");
  return there;
}

function ended(signIn: SignIn, reason: string): CliError {
  return new CliError(
    `The sign-in at ${signIn.site_url} has ended (${reason}). Sign in again: ${loginAt(signIn, signIn.scope)}`,
  );
}
