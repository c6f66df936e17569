import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { SignInConfig } from "../config.ts";
import { isDeviceFull, isFull } from "../device/keep-item.ts";
import { messageOf } from "../language/message-of.ts";
import { currentGeneration, endGeneration } from "./generation.ts";
import type { Issuer } from "./issuer.ts";
import type { Person } from "./person.ts";
import { personOf } from "./person.ts";
import type { StoredUser } from "./stored-user.ts";
import { isFresh, removeSignIns, removeStoredUser, storedUser, USER_PREFIX } from "./stored-user.ts";

/** A token that has replaced a refused one, and that the API refuses within these milliseconds, is refused for good. */
const REFUSED_AGAIN_MS = 60_000;

/** What is exchanged at the issuer, and what is stored of it, one tab at a time. */
const LOCK = "magpie-session";

/**
 * Signing in by OpenID Connect, code with PKCE. The tokens are in local storage, so that all tabs share them and the
 * console starts without a network: the page runs no script but its own (docs/security.md).
 */
export class Session {
  readonly #signIn: SignInConfig;
  readonly #person = signal<Person | null>(null);
  readonly #hasEnded = signal(false);
  readonly #renewals = signal(0);
  readonly #generation = signal(0);
  #issuer: Issuer | null = null;
  #accessToken = "";
  /** The token that has replaced a refused one, and when. */
  #replacement: { readonly token: string; readonly at: number } | null = null;

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

  /** Whether the issuer no longer renews the token: the person has to sign in again. */
  get hasEnded(): ReadonlySignal<boolean> {
    return this.#hasEnded;
  }

  /** The number of this device's session; data of an earlier one are no longer accepted. See `generation.ts`. */
  get generation(): ReadonlySignal<number> {
    return this.#generation;
  }

  /** Grows with each new token, here or in another tab. */
  get renewals(): ReadonlySignal<number> {
    return this.#renewals;
  }

  /** Reads who is signed in, from this device. @throws Error for a token that `personOf` can't read */
  read(): void {
    this.#take(storedUser(this.#signIn));
  }

  /**
   * Another tab has signed this device out, or one that was closed before it came to its end: tokens that are still there
   * are deleted.
   */
  async signedOut(): Promise<void> {
    await navigator.locks.request(LOCK, async () => {
      const user = storedUser(this.#signIn);
      if (user !== null && !(await isPresent(user))) removeStoredUser(this.#signIn);
    });
    this.read();
  }

  /**
   * Leaves the page for the issuer's.
   *
   * @param returnTo path of the console to come back to
   * @param kept what `signedIn` gives back. Plain JSON
   */
  async signIn(returnTo: string, language: string, kept: unknown = null): Promise<void> {
    const issuer = await this.#loadIssuer();
    await issuer.signIn({ returnTo, kept }, language);
  }

  /**
   * Takes the issuer's answer in the page's address.
   *
   * @returns also the path to go to
   * @throws Error with the issuer's error
   */
  async signedIn(): Promise<{ readonly path: string; readonly kept: unknown }> {
    const issuer = await this.#loadIssuer();
    const state = await navigator.locks.request(LOCK, () => issuer.signedIn());
    this.read();
    const { returnTo, kept = null } = (state ?? {}) as { readonly returnTo?: unknown; readonly kept?: unknown };
    // The state is from this device's storage; a path of the console all the same.
    const isPath = typeof returnTo === "string" && /^\/app\/(?!signed-in)/.test(returnTo);
    return { path: isPath ? returnTo : "/app/", kept };
  }

  /**
   * The access token for the API, renewed by one tab at a time when it is about to expire or was refused. One that can't be
   * renewed now is returned as it is: without a network the call fails all the same, and otherwise the API says 401.
   *
   * @param personId whose token; empty when somebody else has signed in in another tab, since what waits of one person must
   *   not be sent with the token of another
   * @param refused the token that the API has refused, although it may look valid. One that was replaced meanwhile is
   *   forgotten; when the one that has replaced it is refused, too, the session has ended.
   */
  async token(personId: string, refused: string | null = null): Promise<string> {
    const isUsable = (user: StoredUser) => isFresh(user) && user.access_token !== refused;
    const user = storedUser(this.#signIn);
    if (this.#isAnother(user, personId)) return "";
    if (user !== null && isUsable(user)) return user.access_token;
    return navigator.locks.request(LOCK, async () => {
      // Another tab may have renewed it while this one waited, or signed out.
      const there = storedUser(this.#signIn);
      if (this.#isAnother(there, personId)) return "";
      if (there !== null && isUsable(there)) return there.access_token;
      if (this.#isRefusedForGood(refused)) this.#hasEnded.value = true;
      const isOver = refused !== null && this.#hasEnded.peek();
      const token = isOver ? null : await this.#renewed(there);
      if (refused !== null && token !== null) this.#replacement = { token, at: Date.now() };
      return token ?? there?.access_token ?? "";
    });
  }

  /**
   * Ends the session on this device, then at the issuer, which gets the refresh token back. Leaves the page.
   *
   * @param forget deletes what the device has of the person. No tab can write anything of the person after it.
   */
  async signOut(forget: () => Promise<void>): Promise<void> {
    // Before anything is deleted: it may fail without a network.
    const issuer = await this.#loadIssuer();
    const user = await navigator.locks.request(LOCK, async () => {
      await endGeneration(this.#generation.peek(), forget);
      const last = storedUser(this.#signIn);
      removeStoredUser(this.#signIn);
      removeSignIns();
      return last;
    });
    await issuer.signOut(user ?? {});
  }

  /** @returns the new access token; null when there is none now */
  async #renewed(user: StoredUser | null): Promise<string | null> {
    // Without a refresh token the library would try in a frame, which the page forbids.
    if (user?.refresh_token === undefined) {
      this.#hasEnded.value = true;
      return null;
    }
    // Of a session that another tab has ended, which this one still saw in local storage.
    if (!(await isPresent(user))) return null;
    try {
      const issuer = await this.#loadIssuer();
      if (await issuer.renew()) {
        this.read();
        return storedUser(this.#signIn)?.access_token ?? null;
      }
      this.#hasEnded.value = true;
    } catch (error) {
      if (isFull(error)) isDeviceFull.value = true;
      console.warn(`The session could not be renewed now: ${messageOf(error)}`);
    }
    return null;
  }

  #isRefusedForGood(token: string | null): boolean {
    return this.#replacement?.token === token && Date.now() - this.#replacement.at < REFUSED_AGAIN_MS;
  }

  /** The library of OpenID Connect is large, and a visit with a token that is valid does without it. */
  async #loadIssuer(): Promise<Issuer> {
    if (this.#issuer === null) {
      const [{ Issuer }, { consolePlace }] = await Promise.all([import("./issuer.ts"), import("./console-place.ts")]);
      this.#issuer = new Issuer(this.#signIn, consolePlace());
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
    this.#generation.value = user?.generation ?? 0;
    if (user === null || !isFresh(user) || user.access_token === this.#accessToken) return;
    this.#accessToken = user.access_token;
    this.#hasEnded.value = false;
    this.#renewals.value += 1;
  }
}

/** Whether the session of a user was not ended. The caller has the lock. */
async function isPresent({ generation = 0 }: StoredUser): Promise<boolean> {
  return generation === (await currentGeneration());
}
