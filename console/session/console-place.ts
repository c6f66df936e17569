import { WebStorageStateStore } from "oidc-client-ts";
import { currentGeneration } from "./generation.ts";
import type { SignInPlace } from "./issuer.ts";
import { SIGNED_IN_PATH } from "./signed-in-path.ts";
import { SIGN_IN_PREFIX, USER_PREFIX } from "./stored-user.ts";

/** Keeps a user with the generation in which the person has signed in. It can't end meanwhile: the caller has the lock. */
class UserStore extends WebStorageStateStore {
  override async set(key: string, value: string): Promise<void> {
    await super.set(key, JSON.stringify({ ...JSON.parse(value), generation: await currentGeneration() }));
  }
}

/** The console's page, where the issuer's page takes its place and leads back to it. */
export function consolePlace(): SignInPlace {
  return {
    redirectUri: location.origin + SIGNED_IN_PATH,
    signedOutUri: `${location.origin}/app/`,
    userStore: new UserStore({ store: localStorage, prefix: USER_PREFIX }),
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: SIGN_IN_PREFIX }),
  };
}
