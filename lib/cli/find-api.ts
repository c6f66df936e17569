import type { Clock } from "../../client/clock.ts";
import { CliError } from "./cli-error.ts";
import { findLocalApi, readLocalAddress } from "./find-local-api.ts";
import type { FoundApi } from "./found-api.ts";
import { requireSecure } from "./require-secure.ts";
import type { SignIn } from "./session/sign-in.ts";
import type { Named, SignIns } from "./session/sign-ins.ts";

/** The syntax of a bearer token (RFC 6750, 2.1). */
const TOKEN = /^[\w.~+/-]+=*$/;

/** The places in which an API and a token are looked up. */
export interface Surroundings {
  readonly token: string | undefined;
  readonly dataFolder: string;
  readonly signIns: SignIns;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Finds the API that a command is for, with a token. Without an option that is the local system, or, if it is not running,
 * the system of the latest sign-in. MAGPIE_TOKEN takes precedence over a sign-in.
 *
 * @throws CliError when there is no such system, or nobody is signed in there
 */
export async function findApi(options: Named, context: Surroundings): Promise<FoundApi> {
  const { token, dataFolder, signIns, clock } = context;
  if (token !== undefined && !TOKEN.test(token)) {
    throw new CliError("MAGPIE_TOKEN is not a token: it has characters that are invalid in a token.");
  }
  // Modules for a deployed stage, and for sessions, are loaded on demand: they take longer to load than everything else.
  if (token !== undefined && options.stage !== undefined) {
    const { findDeployedApi } = await import("./find-deployed-api.ts");
    return findDeployedApi(options.stage, token);
  }
  if (token !== undefined && options.url !== undefined) {
    const { findApiOfSite } = await import("./find-api-of-site.ts");
    return findApiOfSite(siteOf(options.url), token);
  }
  const signIn = findSignIn(options, context);
  if (token === undefined && signIn !== undefined) {
    const { useSignIn } = await import("./session/use-sign-in.ts");
    return useSignIn(signIns, signIn, clock.now());
  }
  if (isNamed(options)) throw new CliError(`Nobody is signed in there. Run magpie login ${optionsOf(options)} first.`);
  return findLocalApi(dataFolder, token);
}

/** The sign-in at the system that a command is for; undefined when nobody is signed in there. */
export function findSignIn(options: Named, context: Pick<Surroundings, "dataFolder" | "signIns">): SignIn | undefined {
  return context.signIns.find(nameOf(options, context));
}

/** The site of the system that a command is for. @throws CliError when there is none */
export async function findSite(
  options: Named,
  context: Surroundings,
): Promise<{ readonly siteUrl: string; readonly stage: string | null }> {
  const named = nameOf(options, context);
  if (named.url !== undefined) return { siteUrl: named.url, stage: null };
  const signIn = context.signIns.find(named);
  if (signIn !== undefined) return { siteUrl: signIn.site_url, stage: signIn.stage };
  if (options.stage === undefined) {
    throw new CliError(
      "No system is named. Name a deployed one by --stage, or by --url and its site's address, or start a local one with npm start.",
    );
  }
  const { readStackOutput } = await import("./find-deployed-api.ts");
  return { siteUrl: siteOf(await readStackOutput(options.stage, "SiteUrl")), stage: options.stage };
}

const isNamed = ({ stage, url }: Named): boolean => stage !== undefined || url !== undefined;

const optionsOf = ({ stage, url }: Named): string => (stage === undefined ? `--url ${url}` : `--stage ${stage}`);

/** The name of the system among the sign-ins: without an option the local system's, if one runs. */
function nameOf({ stage, url }: Named, { dataFolder }: Pick<Surroundings, "dataFolder">): Named {
  if (stage !== undefined) return { stage };
  if (url !== undefined) return { url: siteOf(url) };
  const local = readLocalAddress(dataFolder);
  return local === undefined ? {} : { url: local };
}

/** @throws CliError when it is not the address of a site, or is one with plain http */
function siteOf(url: string): string {
  if (!/^https?:\/\/[^/?#@]+\/?$/.test(url))
    throw new CliError(`${url} is not the address of a site, such as https://alice.example.`);
  return requireSecure(new URL(url).origin);
}
