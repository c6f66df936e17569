import { expect, it, vi } from "vitest";
import { removeSignIns, removeStoredUser, SIGN_IN_PREFIX, USER_PREFIX } from "../../../console/session/stored-user.ts";
import { SIGN_IN } from "../dom/an-issuer.ts";

/** A browser's storage: the places of its keys move up when one is removed. */
class Storage {
  readonly items = new Map<string, string>();

  get length(): number {
    return this.items.size;
  }

  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }

  removeItem(name: string): void {
    this.items.delete(name);
  }
}

it.each([0, 1, 2, 3, 8])(
  "a sign-out leaves none of %i sign-ins that nobody ended, and nothing else goes",
  (signIns) => {
    const storage = new Storage();
    vi.stubGlobal("localStorage", storage);
    const user = `${USER_PREFIX}user:${SIGN_IN.authority}:${SIGN_IN.client_id}`;
    const started = Array.from({ length: signIns }, (_, index) => `${SIGN_IN_PREFIX}${index}`);
    const others = ["magpie-language", `${USER_PREFIX}user:https://another.example:console`];
    for (const name of [...started.slice(0, 2), user, ...others, ...started.slice(2)]) storage.items.set(name, "kept");
    removeStoredUser(SIGN_IN);
    removeSignIns();
    vi.unstubAllGlobals();
    expect([...storage.items.keys()].toSorted()).toEqual(others.toSorted());
  },
);
