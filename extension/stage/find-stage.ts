import { isSecureAddress } from "../../client/addresses/secure-address.ts";
import type { StageConfig } from "../../console/config.ts";
import type { Stage } from "./stage.ts";

const PATIENCE_MS = 15_000;

/** Why there is no stage at an address, or none that the extension can use. */
export class StageProblem extends Error {
  readonly kind: "unreachable" | "no_magpie" | "no_client";

  constructor(kind: StageProblem["kind"], options?: ErrorOptions) {
    super(kind, options);
    this.name = "StageProblem";
    this.kind = kind;
  }
}

/**
 * The origin of a typed or pasted address: that of the site, or of any page of the console. Without a scheme it is https, or
 * http for this machine.
 *
 * @returns null for what is no address, and for http anywhere else
 */
export function siteUrlOf(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return null;
  const isWhole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const address = URL.parse(isWhole ? text : `https://${text}`);
  if (address === null) return null;
  const byHttp = URL.parse(`http://${text}`);
  if (!isWhole && byHttp !== null && isSecureAddress(byHttp)) return byHttp.origin;
  return isSecureAddress(address) ? address.origin : null;
}

/** Asks a site for the addresses of its stage. @throws StageProblem */
export async function findStage(siteUrl: string): Promise<Stage> {
  const { api_url: apiUrl, extension: signIn } = await readConfig(siteUrl);
  if (typeof apiUrl !== "string") throw new StageProblem("no_magpie");
  if (signIn === null || signIn === undefined) throw new StageProblem("no_client");
  // The token goes to both.
  const addresses = [apiUrl, signIn.authority].map((address) => URL.parse(address));
  if (!addresses.every((address) => address !== null && isSecureAddress(address))) throw new StageProblem("no_magpie");
  return { siteUrl, apiUrl, signIn };
}

async function readConfig(siteUrl: string): Promise<Partial<StageConfig>> {
  let text: string;
  try {
    const answer = await fetch(`${siteUrl}/app/config.json`, {
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.status >= 500) throw new StageProblem("unreachable");
    if (!answer.ok) throw new StageProblem("no_magpie");
    text = await answer.text();
  } catch (cause) {
    if (cause instanceof StageProblem) throw cause;
    throw new StageProblem("unreachable", { cause });
  }
  try {
    const config: unknown = JSON.parse(text);
    if (typeof config === "object" && config !== null) return config as Partial<StageConfig>;
  } catch {
    // Another site, or the sign-in page of a network.
  }
  throw new StageProblem("no_magpie");
}
