import type { Scope } from "../../../lambdas/shared/http/route.ts";
import { CliError } from "../cli-error.ts";
import type { Surroundings } from "../find-api.ts";
import { findApi, findSignIn } from "../find-api.ts";
import type { FoundApi } from "../found-api.ts";
import type { Named } from "../session/sign-ins.ts";
import { useSignIn } from "../session/use-sign-in.ts";

/**
 * The person for whom an agent works: the one whom `magpie login` has signed in, or whom MAGPIE_TOKEN names, never the
 * local system's own administrator. The sign-in is read again for every call, so that a renewal, another scope and a logout
 * take effect at once. The system stays that of the first call: when the person signs out there, a sign-in elsewhere does
 * not take its place.
 */
export class Account {
  readonly #options: Named;
  readonly #surroundings: Surroundings;
  readonly #configHome: string | undefined;
  /** The system of the first call. */
  #system: Named | undefined;
  #byToken: FoundApi | undefined;
  #finding: Promise<FoundApi> | undefined;

  /** @param configHome XDG_CONFIG_HOME: the agent's settings may name a folder that the person's shell does not */
  constructor(options: Named, surroundings: Surroundings, configHome?: string) {
    this.#options = options;
    this.#surroundings = surroundings;
    this.#configHome = configHome;
  }

  /**
   * The person's API, with an access token that is valid for some minutes.
   *
   * @throws CliError when nobody is signed in, or the session has ended
   */
  api(): Promise<FoundApi> {
    // Concurrent calls renew a session once.
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  /** What the person has to do so that calls that need a scope succeed. */
  advice(scope: Scope): string {
    const { stage } = this.#options;
    const { url } = this.#system ?? this.#options;
    const where = stage === undefined ? (url === undefined ? "" : ` --url ${url}`) : ` --stage ${stage}`;
    const token =
      this.#surroundings.token === undefined ? "" : ", and to take MAGPIE_TOKEN out of this server's settings";
    const folder = this.#configHome ? `XDG_CONFIG_HOME=${this.#configHome} ` : "";
    const command = `${folder}magpie login --scope ${scope}${where}`;
    return `Ask the person to run \`${command}\` in a terminal${token}; then call the tool again.`;
  }

  async #find(): Promise<FoundApi> {
    const { token, signIns, clock } = this.#surroundings;
    if (token !== undefined) {
      this.#byToken ??= await findApi(this.#options, this.#surroundings);
      return this.#byToken;
    }
    const signIn = findSignIn(this.#system ?? this.#options, this.#surroundings);
    if (signIn === undefined) {
      const where = this.#system?.url === undefined ? "" : ` at ${this.#system.url} any more`;
      const less = "With `--scope read` in its place you can only search and read.";
      throw new CliError(`Nobody is signed in${where}. ${this.advice("save")} ${less}`);
    }
    this.#system = { url: signIn.site_url };
    return useSignIn(signIns, signIn, clock.now());
  }
}
