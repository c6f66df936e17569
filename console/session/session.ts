import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { SignInConfig } from "../config.ts";
import { messageOf } from "../parts/message-of.ts";
import type { Issuer } from "./issuer.ts";
import type { Person } from "./person.ts";
import { personOf } from "./person.ts";
import type { StoredUser } from "./stored-user.ts";
import { storedUser, USER_PREFIX } from "./stored-user.ts";

/** Milliseconds before its expiry at which an access token is no longer used. */
const SPARE_MS = 60_000;

/** A new token that the API refuses within these milliseconds is refused for good. */
const REFUSED_AGAIN_MS = 60_000;

/**
 * Signing in by OpenID Connect, code with PKCE. The tokens are in local storage, so that all tabs share them and the
 * console starts without a network: the page runs no script but its own (docs/security.md).
 */
export class Session {
  readonly #signIn: SignInConfig;
  readonly #person = signal<Person | null>(null);
  readonly #hasEnded = signal(false);
  readonly #renewals = signal(0);
  #issuer: Issuer | null = null;
  #accessToken = "";
  #refusedAt = 0;

  constructor(signIn: SignInConfig) {
    this.#signIn = signIn;
    addEventListener("storage", ({ key }) => {
      if (key === null || key.startsWith(USER_PREFIX)) this.read();
    });
  }

  /** Who is signed in, also while the token is expired; null for nobody. */
  get person(): ReadonlySignal<Person | null> {
    return this.#person;
  }

  /** Whether the issuer renews the token no more: the person has to sign in again. */
  get hasEnded(): ReadonlySignal<boolean> {
    return this.#hasEnded;
  }

  /** Grows with each new token, here or in another tab. */
  get renewals(): ReadonlySignal<number> {
    return this.#renewals;
  }

  /** Reads who is signed in, from this device. @throws Error for a token that `personOf` can't read */
  read(): void {
    this.#take(storedUser(this.#signIn));
  }

  /** Leaves the page for the issuer's. @param returnTo path of the console to come back to */
  async signIn(returnTo: string, language: string): Promise<void> {
    const issuer = await this.#loadIssuer();
    await issuer.signIn(returnTo, language);
  }

  /** Takes the issuer's answer in the page's address. @returns the path to go to @throws Error with the issuer's refusal */
  async signedIn(): Promise<string> {
    const issuer = await this.#loadIssuer();
    const { user, returnTo } = await issuer.signedIn();
    this.#take(user);
    // The state is from this device's storage; a path of the console all the same.
    return typeof returnTo === "string" && /^\/app\/(?!signed-in)/.test(returnTo) ? returnTo : "/app/";
  }

  /**
   * The access token for the API, renewed by one tab at a time when it is about to expire. One that can't be renewed now is
   * returned as it is: without a network the call fails all the same, and otherwise the API says 401.
   *
   * @param personId whose token; empty when somebody else has signed in in another tab, since what waits of one person must
   *   not be sent with the token of another
   */
  async token(personId: string): Promise<string> {
    const user = storedUser(this.#signIn);
    if (this.#isAnother(user, personId)) return "";
    if (user !== null && isFresh(user)) return user.access_token;
    return navigator.locks.request("magpie-session", async () => {
      // Another tab may have renewed it while this one waited.
      const there = storedUser(this.#signIn);
      if (this.#isAnother(there, personId)) return "";
      if (there !== null && isFresh(there)) return there.access_token;
      return (await this.#renewed(there)) ?? there?.access_token ?? "";
    });
  }

  /**
   * The API has refused the token of a person: it is renewed, although it may look valid. Refused again, the session has
   * ended.
   */
  async refused(personId: string): Promise<void> {
    await navigator.locks.request("magpie-session", async () => {
      const user = storedUser(this.#signIn);
      if (this.#isAnother(user, personId)) return;
      const now = Date.now();
      if (now - this.#refusedAt < REFUSED_AGAIN_MS) {
        this.#hasEnded.value = true;
        return;
      }
      const token = await this.#renewed(user);
      if (token !== null) this.#refusedAt = now;
    });
  }

  /** Ends the session here and at the issuer, which gets the refresh token back. Leaves the page. */
  async signOut(): Promise<void> {
    const issuer = await this.#loadIssuer();
    await issuer.signOut();
  }

  /** @returns the new access token; null when there is none now */
  async #renewed(user: StoredUser | null): Promise<string | null> {
    // Without a refresh token the library would try in a frame, which the page forbids.
    if (user?.refresh_token === undefined) {
      this.#hasEnded.value = true;
      return null;
    }
    try {
      const issuer = await this.#loadIssuer();
      const renewed = await issuer.renewed();
      if (renewed === null) this.#hasEnded.value = true;
      else this.#take(renewed);
      return renewed?.access_token ?? null;
    } catch (error) {
      console.warn(`The session could not be renewed now: ${messageOf(error)}`);
      return null;
    }
  }

  /** The library of OpenID Connect is large, and a visit with a token that is valid does without it. */
  async #loadIssuer(): Promise<Issuer> {
    if (this.#issuer === null) {
      const { Issuer } = await import("./issuer.ts");
      this.#issuer = new Issuer(this.#signIn);
    }
    return this.#issuer;
  }

  #isAnother(user: StoredUser | null, personId: string): boolean {
    return user !== null && this.#personOf(user).id !== personId;
  }

  #personOf({ access_token, profile }: StoredUser): Person {
    return personOf(access_token, this.#signIn.groups_claim, profile.email);
  }

  #take(user: StoredUser | null): void {
    const person = user === null ? null : this.#personOf(user);
    if (JSON.stringify(person) !== JSON.stringify(this.#person.peek())) this.#person.value = person;
    if (user === null || !isFresh(user) || user.access_token === this.#accessToken) return;
    this.#accessToken = user.access_token;
    this.#hasEnded.value = false;
    this.#renewals.value += 1;
  }
}

function isFresh({ expires_at }: StoredUser): boolean {
  return expires_at !== undefined && expires_at * 1_000 - Date.now() > SPARE_MS;
}
