import { ErrorResponse, UserManager, WebStorageStateStore } from "oidc-client-ts";
import type { SignInConfig } from "../config.ts";
import { messageOf } from "../parts/message-of.ts";
import { SIGNED_IN_PATH } from "./signed-in-path.ts";
import type { StoredUser } from "./stored-user.ts";
import { USER_PREFIX } from "./stored-user.ts";

/** What the console asks of an OpenID Connect issuer, by `oidc-client-ts`. Loaded when it is asked for. */
export class Issuer {
  readonly #manager: UserManager;
  readonly #signIn: SignInConfig;

  constructor(signIn: SignInConfig) {
    this.#signIn = signIn;
    this.#manager = new UserManager({
      authority: signIn.authority,
      client_id: signIn.client_id,
      scope: signIn.scope,
      redirect_uri: location.origin + SIGNED_IN_PATH,
      post_logout_redirect_uri: `${location.origin}/app/`,
      userStore: new WebStorageStateStore({ store: localStorage, prefix: USER_PREFIX }),
      stateStore: new WebStorageStateStore({ store: localStorage, prefix: "magpie-sign-in." }),
      // `Session.token` renews: a timer would do so in each of the tabs at once.
      automaticSilentRenew: false,
      revokeTokenTypes: ["refresh_token"],
    });
  }

  /** Leaves the page for the issuer's. @param returnTo path of the console to come back to */
  async signIn(returnTo: string, language: string): Promise<void> {
    await this.#manager.signinRedirect({
      state: { returnTo },
      ui_locales: language,
      extraQueryParams: { lang: language },
    });
  }

  /** Takes the issuer's answer in the page's address, and keeps the tokens. @throws Error with the issuer's refusal */
  async signedIn(): Promise<{ readonly user: StoredUser; readonly returnTo: unknown }> {
    const user = await this.#manager.signinRedirectCallback();
    return { user, returnTo: (user.state as { returnTo?: unknown } | undefined)?.returnTo };
  }

  /**
   * Exchanges the refresh token of this device, and keeps the new ones.
   *
   * @returns null when the issuer has refused the refresh token for good
   * @throws Error when the token can't be renewed now
   */
  async renewed(): Promise<StoredUser | null> {
    try {
      return await this.#manager.signinSilent();
    } catch (error) {
      if (error instanceof ErrorResponse && error.error === "invalid_grant") return null;
      throw error;
    }
  }

  /** Ends the session here and at the issuer, which gets the refresh token back. Leaves the page. */
  async signOut(): Promise<void> {
    const { client_id, logout_url } = this.#signIn;
    try {
      await this.#manager.revokeTokens();
    } catch (error) {
      // The device forgets the tokens all the same; the issuer forgets them at their expiry.
      console.warn(`The issuer did not revoke the refresh token: ${messageOf(error)}`);
    }
    if (logout_url === null) {
      await this.#manager.signoutRedirect();
      return;
    }
    await this.#manager.removeUser();
    const address = new URL(logout_url);
    address.searchParams.set("client_id", client_id);
    address.searchParams.set("logout_uri", `${location.origin}/app/`);
    location.assign(address);
  }
}
