import * as oidc from "openid-client";
import { CliError } from "../cli-error.ts";
import { readIssuer, reasonOf } from "./issuer.ts";
import type { SignIn } from "./sign-in.ts";
import type { SignIns } from "./sign-ins.ts";

/**
 * Ends a sign-in: revokes its refresh token at the issuer, and deletes it here. The present access token stays valid until
 * it expires.
 *
 * @throws CliError when the token was deleted here, but not revoked
 */
export async function logOut(signIns: SignIns, signIn: SignIn): Promise<void> {
  const token = await signIns.refreshTokenOf(signIn);
  await signIns.remove(signIn);
  if (token === null) return;
  try {
    await oidc.tokenRevocation(await readIssuer(signIn), token, { token_type_hint: "refresh_token" });
  } catch (cause) {
    throw new CliError(
      `This machine is signed out of ${signIn.site_url}, but the issuer has not revoked the session (${reasonOf(cause)}): an administrator of the pool can end it.`,
      { cause },
    );
  }
}
