import type { User } from "oidc-client-ts";
import type { SignInConfig } from "../config.ts";

/** Begins the keys of local storage under which `oidc-client-ts` keeps who is signed in. */
export const USER_PREFIX = "magpie-session.";

/** What the console uses of what `oidc-client-ts` keeps (`User.toStorageString`). */
export type StoredUser = Pick<User, "access_token" | "refresh_token" | "expires_at" | "profile">;

/**
 * Who is signed in on this device, read without the library: most visits need nothing else of it.
 *
 * @returns null for nobody
 * @throws DOMException `SecurityError` when the browser forbids storage
 */
export function storedUser({ authority, client_id }: SignInConfig): StoredUser | null {
  // The key is `UserManager`'s.
  const text = localStorage.getItem(`${USER_PREFIX}user:${authority}:${client_id}`);
  return text === null ? null : (JSON.parse(text) as StoredUser);
}
