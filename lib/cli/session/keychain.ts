const SERVICE = "magpie";

export interface Keychain {
  /** @returns false if the machine has no keychain, or the keychain rejects the token */
  keep(name: string, refreshToken: string): Promise<boolean>;
  read(name: string): Promise<string | null>;
  remove(name: string): Promise<void>;
}

/** The operating system's keychain: Keychain, Credential Manager, or the Secret Service of a Linux desktop. */
export const systemKeychain: Keychain = {
  async keep(name, refreshToken) {
    try {
      (await entryOf(name)).setPassword(refreshToken);
      return true;
    } catch {
      // A server has no keychain, and that of Windows rejects long tokens: the file stores it instead.
      return false;
    }
  },
  async read(name) {
    return (await entryOf(name)).getPassword();
  },
  async remove(name) {
    (await entryOf(name)).deletePassword();
  },
};

/** Loaded on demand: most commands need no keychain, and it is a native module. */
async function entryOf(name: string) {
  const { Entry } = await import("@napi-rs/keyring");
  return new Entry(SERVICE, name);
}
