const SERVICE = "magpie";

/** Keeps refresh tokens, each by the address of its site. */
export interface Keychain {
  /** @returns false where the machine has no keychain, or it does not take the token */
  keep(siteUrl: string, refreshToken: string): Promise<boolean>;
  read(siteUrl: string): Promise<string | null>;
  remove(siteUrl: string): Promise<void>;
}

/** The operating system's keychain: Keychain, Credential Manager, or the Secret Service of a Linux desktop. */
export const systemKeychain: Keychain = {
  async keep(siteUrl, refreshToken) {
    try {
      (await entryOf(siteUrl)).setPassword(refreshToken);
      return true;
    } catch {
      // A server has no keychain, and that of Windows takes no long token: the file keeps it.
      return false;
    }
  },
  async read(siteUrl) {
    return (await entryOf(siteUrl)).getPassword();
  },
  async remove(siteUrl) {
    (await entryOf(siteUrl)).deletePassword();
  },
};

/** Loaded on demand: most commands need no keychain, and it is a native module. */
async function entryOf(siteUrl: string) {
  const { Entry } = await import("@napi-rs/keyring");
  return new Entry(SERVICE, siteUrl);
}
