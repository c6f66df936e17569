import { WebStorageStateStore } from "oidc-client-ts";
import type { SignInConfig } from "../../console/config.ts";
import { messageOf } from "../../console/language/message-of.ts";
import type { SignInPlace } from "../../console/session/issuer.ts";
import { Issuer } from "../../console/session/issuer.ts";
import type { Person } from "../../console/session/person.ts";
import { personOf } from "../../console/session/person.ts";
import type { StoredUser } from "../../console/session/stored-user.ts";
import { isFresh, keyOf, SIGN_IN_PREFIX, USER_PREFIX } from "../../console/session/stored-user.ts";
import { storedText } from "./stored-text.ts";

/** What is exchanged at the issuer, and what is stored of it, by one page or script of the extension at a time. */
const LOCK = "magpie-session";

/**
 * Signing in as the console does, by OpenID Connect, code with PKCE, in a window that the browser opens for it. The tokens
 * are in the extension's storage, for its pages and its script in the background.
 */
export class Session {
  readonly #signIn: SignInConfig;

  constructor(signIn: SignInConfig) {
    this.#signIn = signIn;
  }

  /** Who is signed in, also while the token is expired; null for nobody. @throws Error for a token that `personOf` can't read */
  async person(): Promise<Person | null> {
    const user = await this.#user();
    return user === null ? null : this.#personOf(user);
  }

  /**
   * The access token for the API, renewed when it is about to expire or was refused. One that can't be renewed now is returned
   * as it is: without a network the call fails all the same, and otherwise the API says 401.
   *
   * @param personId whose token; empty when somebody else is signed in, or nobody
   * @param refused the token that the API has refused
   */
  async token(personId: string, refused: string | null = null): Promise<string> {
    const isUsable = (user: StoredUser) => isFresh(user) && user.access_token !== refused;
    const user = await this.#user(personId);
    if (user === null || isUsable(user)) return user?.access_token ?? "";
    return navigator.locks.request(LOCK, async () => {
      // Another page may have renewed it meanwhile, or ended the session.
      const there = await this.#user(personId);
      if (there === null || isUsable(there)) return there?.access_token ?? "";
      await this.#renew(there);
      return (await this.#user(personId))?.access_token ?? "";
    });
  }

  /**
   * Has the browser open the issuer's page in a window, and takes its answer.
   *
   * @throws Error with the issuer's error, or the browser's when the person has closed the window
   */
  async signIn(language: string): Promise<void> {
    let answer = "";
    const issuer = this.#issuer(async (address) => {
      answer = (await chrome.identity.launchWebAuthFlow({ url: address, interactive: true })) ?? "";
    });
    await issuer.signIn({}, language);
    await navigator.locks.request(LOCK, () => issuer.signedIn(answer));
  }

  /**
   * Ends the session in this browser, then at the issuer, which gets the refresh token back.
   *
   * @param forget deletes what this browser has of the person; when it fails, the session has not ended
   */
  async signOut(forget: () => Promise<void>): Promise<void> {
    const user = await navigator.locks.request(LOCK, async () => {
      const last = await this.#user();
      await forget();
      await storedText.removeItem(keyOf(this.#signIn));
      return last;
    });
    const issuer = this.#issuer(async (address) => {
      await chrome.identity.launchWebAuthFlow({ url: address, interactive: false });
    });
    // This browser has forgotten the tokens. Without a network the issuer learns it never, and its own page keeps the person
    // for as long as its cookie lasts.
    await issuer.signOut(user ?? {}).catch((error: unknown) => console.warn(messageOf(error)));
  }

  async #renew(user: StoredUser): Promise<void> {
    if (user.refresh_token === undefined) return;
    try {
      if (!(await this.#issuer().renew())) console.warn("The issuer renews the session no more.");
    } catch (error) {
      console.warn(`The session could not be renewed now: ${messageOf(error)}`);
    }
  }

  async #user(personId?: string): Promise<StoredUser | null> {
    const text = await storedText.getItem(keyOf(this.#signIn));
    const user = JSON.parse(text ?? "null") as StoredUser | null;
    if (user === null || personId === undefined) return user;
    return this.#personOf(user).id === personId ? user : null;
  }

  #personOf({ access_token, profile }: StoredUser): Person {
    return personOf(access_token, this.#signIn.groups_claim, profile.email);
  }

  #issuer(open: NonNullable<SignInPlace["open"]> = nothingIsOpened): Issuer {
    const address = chrome.identity.getRedirectURL();
    return new Issuer(this.#signIn, {
      redirectUri: address,
      signedOutUri: address,
      userStore: new WebStorageStateStore({ store: storedText, prefix: USER_PREFIX }),
      stateStore: new WebStorageStateStore({ store: storedText, prefix: SIGN_IN_PREFIX }),
      open,
    });
  }
}

/** A renewal needs no page. */
function nothingIsOpened(address: string): Promise<void> {
  return Promise.reject(new Error(`Nobody has asked for ${address}.`));
}
