import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeOwnFolder } from "../../../client/node/own-folder.ts";
import { parseJson } from "../../../client/parse-json.ts";
import { CliError } from "../cli-error.ts";
import type { Keychain } from "./keychain.ts";
import type { SignIn } from "./sign-in.ts";

export interface Named {
  readonly stage?: string;
  /** The address of a site. */
  readonly url?: string;
}

/**
 * The sign-ins of this machine's user, the latest first: `sign-ins.json` in a folder that only this user may read. A refresh
 * token is in the keychain, if there is one; an access token, which lasts an hour, is in the file.
 */
export class SignIns {
  readonly #folder: string;
  readonly #keychain: Keychain;

  constructor(folder: string, keychain: Keychain) {
    this.#folder = folder;
    this.#keychain = keychain;
  }

  get #path(): string {
    return join(this.#folder, "sign-ins.json");
  }

  all(): readonly SignIn[] {
    let text: string;
    try {
      text = readFileSync(this.#path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw new CliError(`The sign-ins can't be read: ${(error as Error).message}`, { cause: error });
    }
    const written = parseJson(text) as { readonly sign_ins?: readonly SignIn[] } | null | undefined;
    if (Array.isArray(written?.sign_ins)) return written.sign_ins;
    throw new CliError(`${this.#path} holds no sign-ins. Delete it, and sign in again with magpie login.`);
  }

  /** The sign-in at a system; without a name the latest one. */
  find({ stage, url }: Named): SignIn | undefined {
    const all = this.all();
    if (url !== undefined) return all.find(({ site_url }) => site_url === url);
    return stage === undefined ? all[0] : all.find((signIn) => signIn.stage === stage);
  }

  /**
   * Stores a sign-in in place of the one at the same system. A renewed sign-in keeps its place: the order is that in which
   * the person has signed in.
   *
   * @returns whether the keychain has its refresh token
   */
  async keep(signIn: SignIn & { readonly refresh_token: string }): Promise<boolean> {
    const isInKeychain = await this.#keychain.keep(this.#nameOf(signIn), signIn.refresh_token);
    const kept: SignIn = isInKeychain ? { ...signIn, refresh_token: null } : signIn;
    const others = this.all().filter(({ site_url }) => site_url !== signIn.site_url);
    this.#write([kept, ...others].sort((one, other) => other.signed_in_at.localeCompare(one.signed_in_at)));
    return isInKeychain;
  }

  async refreshTokenOf(signIn: SignIn): Promise<string | null> {
    return signIn.refresh_token ?? (await this.#keychain.read(this.#nameOf(signIn)));
  }

  async remove(signIn: SignIn): Promise<void> {
    if (signIn.refresh_token === null) await this.#keychain.remove(this.#nameOf(signIn));
    this.#write(this.all().filter(({ site_url }) => site_url !== signIn.site_url));
  }

  /** The name in the keychain. Another folder, such as an agent's, may have a session at the same site. */
  #nameOf({ site_url }: SignIn): string {
    return `${site_url} ${resolve(this.#folder)}`;
  }

  /** Writes a new file in place of the old one: a command that is interrupted leaves one of the two. */
  #write(sign_ins: readonly SignIn[]): void {
    makeOwnFolder(this.#folder);
    const next = `${this.#path}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify({ sign_ins }, null, 2)}\n`, { mode: 0o600 });
    renameSync(next, this.#path);
  }
}
