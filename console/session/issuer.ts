import type { INavigator, StateStore, UserManagerSettings } from "oidc-client-ts";
import { ErrorResponse, OidcClient, UserManager } from "oidc-client-ts";
import type { SignInConfig } from "../config.ts";
import { messageOf } from "../language/message-of.ts";
import type { StoredUser } from "./stored-user.ts";

/** Seconds. While one tab asks the issuer, the others wait for its answer, one that signs out too. */
const REQUEST_TIME_OUT = 10;

/** Where a person signs in: a page that the issuer's page replaces, or a program that has the browser open that page. */
export interface SignInPlace {
  /** Where the issuer sends the browser back to, after signing in and out. */
  readonly redirectUri: string;
  readonly signedOutUri: string;
  /** Holds the signed-in user, and a sign-in in progress. */
  readonly userStore: StateStore;
  readonly stateStore: StateStore;
  /** Opens an address of the issuer; default: instead of the page. */
  readonly open?: (address: string) => Promise<void>;
}

/** What is asked of an OpenID Connect issuer, by `oidc-client-ts`. The console loads it when it is asked for. */
export class Issuer {
  readonly #settings: UserManagerSettings;
  readonly #manager: UserManager;
  readonly #signIn: SignInConfig;
  readonly #place: SignInPlace;

  constructor(signIn: SignInConfig, place: SignInPlace) {
    this.#signIn = signIn;
    this.#place = place;
    this.#settings = {
      authority: signIn.authority,
      client_id: signIn.client_id,
      scope: signIn.scope,
      redirect_uri: place.redirectUri,
      post_logout_redirect_uri: place.signedOutUri,
      userStore: place.userStore,
      stateStore: place.stateStore,
      // `Session.token` renews: a timer would do so in each of the tabs at once.
      automaticSilentRenew: false,
      requestTimeoutInSeconds: REQUEST_TIME_OUT,
    };
    this.#manager = new UserManager(this.#settings, place.open && navigatorOf(place.open));
  }

  /** Opens the issuer's page. @param state what `signedIn` returns */
  async signIn(state: object, language: string): Promise<void> {
    await this.#manager.signinRedirect({
      state,
      ui_locales: language,
      extraQueryParams: { lang: language },
    });
  }

  /**
   * Takes the issuer's answer, and keeps the tokens.
   *
   * @param address where the issuer has sent the browser; default: the page's
   * @throws Error with the issuer's error
   */
  async signedIn(address?: string): Promise<unknown> {
    const { state } = await this.#manager.signinRedirectCallback(address);
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

  /** Ends the session of a user at the issuer, which gets the refresh token back. Opens the issuer's page. */
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
    address.searchParams.set("logout_uri", this.#place.signedOutUri);
    if (this.#place.open === undefined) location.assign(address);
    else await this.#place.open(address.href);
  }
}

function navigatorOf(open: (address: string) => Promise<void>): INavigator {
  const opened = {
    navigate: async ({ url }: { readonly url: string }) => {
      await open(url);
      return { url };
    },
    close: () => undefined,
  };
  return { prepare: async () => opened, callback: async () => undefined };
}
