import type { UserManagerSettings } from "oidc-client-ts";
import { ErrorResponse, OidcClient, UserManager, WebStorageStateStore } from "oidc-client-ts";
import type { SignInConfig } from "../config.ts";
import { messageOf } from "../language/message-of.ts";
import { currentGeneration } from "./generation.ts";
import { SIGNED_IN_PATH } from "./signed-in-path.ts";
import type { StoredUser } from "./stored-user.ts";
import { SIGN_IN_PREFIX, USER_PREFIX } from "./stored-user.ts";

/** Seconds. While one tab asks the issuer, the others wait for its answer, one that signs out too. */
const REQUEST_TIME_OUT = 10;

/** Keeps a user with the generation in which the person has signed in. It can't end meanwhile: the caller has the lock. */
class UserStore extends WebStorageStateStore {
  override async set(key: string, value: string): Promise<void> {
    await super.set(key, JSON.stringify({ ...JSON.parse(value), generation: await currentGeneration() }));
  }
}

/** What the console asks of an OpenID Connect issuer, by `oidc-client-ts`. Loaded when it is asked for. */
export class Issuer {
  readonly #settings: UserManagerSettings;
  readonly #manager: UserManager;
  readonly #signIn: SignInConfig;

  constructor(signIn: SignInConfig) {
    this.#signIn = signIn;
    this.#settings = {
      authority: signIn.authority,
      client_id: signIn.client_id,
      scope: signIn.scope,
      redirect_uri: location.origin + SIGNED_IN_PATH,
      post_logout_redirect_uri: `${location.origin}/app/`,
      userStore: new UserStore({ store: localStorage, prefix: USER_PREFIX }),
      stateStore: new WebStorageStateStore({ store: localStorage, prefix: SIGN_IN_PREFIX }),
      // `Session.token` renews: a timer would do so in each of the tabs at once.
      automaticSilentRenew: false,
      requestTimeoutInSeconds: REQUEST_TIME_OUT,
    };
    this.#manager = new UserManager(this.#settings);
  }

  /** Leaves the page for the issuer's. @param state what `signedIn` returns */
  async signIn(state: object, language: string): Promise<void> {
    await this.#manager.signinRedirect({
      state,
      ui_locales: language,
      extraQueryParams: { lang: language },
    });
  }

  /** Takes the issuer's answer in the page's address, and keeps the tokens. @throws Error with the issuer's error */
  async signedIn(): Promise<unknown> {
    const { state } = await this.#manager.signinRedirectCallback();
    return state;
  }

  /**
   * Exchanges the refresh token of this device, and keeps the new ones.
   *
   * @returns false when the issuer has refused the refresh token for good
   * @throws Error when the token can't be renewed now
   */
  async renew(): Promise<boolean> {
    try {
      await this.#manager.signinSilent();
      return true;
    } catch (error) {
      if (error instanceof ErrorResponse && error.error === "invalid_grant") return false;
      throw error;
    }
  }

  /** Ends the session of a user at the issuer, which gets the refresh token back. Leaves the page. */
  async signOut({ refresh_token, id_token }: Pick<StoredUser, "refresh_token" | "id_token">): Promise<void> {
    const { client_id, logout_url } = this.#signIn;
    try {
      if (refresh_token !== undefined) await new OidcClient(this.#settings).revokeToken(refresh_token, "refresh_token");
    } catch (error) {
      // The device has forgotten the tokens; the issuer forgets them at their expiry.
      console.warn(`The issuer did not revoke the refresh token: ${messageOf(error)}`);
    }
    if (logout_url === null) {
      await this.#manager.signoutRedirect(id_token === undefined ? {} : { id_token_hint: id_token });
      return;
    }
    const address = new URL(logout_url);
    address.searchParams.set("client_id", client_id);
    address.searchParams.set("logout_uri", `${location.origin}/app/`);
    location.assign(address);
  }
}
