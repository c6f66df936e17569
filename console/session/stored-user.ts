import type { User } from "oidc-client-ts";
import type { SignInConfig } from "../config.ts";

/** Begins the keys of local storage under which `oidc-client-ts` keeps who is signed in. */
export const USER_PREFIX = "magpie-session.";

/** Begins the keys of what is kept of a sign-in that is under way: `oidc-client-ts` leaves it when nobody comes back. */
export const SIGN_IN_PREFIX = "magpie-sign-in.";

/** Milliseconds before its expiry at which an access token is no longer used. */
const SPARE_MS = 60_000;

/** What the console uses of what `oidc-client-ts` keeps (`User.toStorageString`). */
export type StoredUser = Pick<User, "access_token" | "refresh_token" | "id_token" | "expires_at" | "profile"> & {
  /** Of the sign-in, see `generation.ts`; missing for 0. */
  readonly generation?: number;
};

/**
 * Who is signed in on this device, read without the library: most visits need nothing else of it.
 *
 * @returns null for nobody
 * @throws DOMException `SecurityError` when the browser forbids storage
 */
export function storedUser(signIn: SignInConfig): StoredUser | null {
  return JSON.parse(localStorage.getItem(keyOf(signIn)) ?? "null") as StoredUser | null;
}

/** Whether an access token is still used: not in the last minute before its expiry. */
export function isFresh({ expires_at }: Pick<StoredUser, "expires_at">): boolean {
  return expires_at !== undefined && expires_at * 1_000 - Date.now() > SPARE_MS;
}

/** Deletes the tokens from this device. */
export function removeStoredUser(signIn: SignInConfig): void {
  localStorage.removeItem(keyOf(signIn));
}

/** Deletes what was kept of sign-ins, such as a typed address. */
export function removeSignIns(): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(SIGN_IN_PREFIX)) localStorage.removeItem(key);
}

/** The key is `UserManager`'s. */
export function keyOf({ authority, client_id }: SignInConfig): string {
  return `${USER_PREFIX}user:${authority}:${client_id}`;
}
