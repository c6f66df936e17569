import type { StageConfig } from "../../console/config.ts";
import { CliError } from "./cli-error.ts";
import type { FoundApi } from "./found-api.ts";
import { readJson } from "./session/issuer.ts";

/**
 * Finds the API of a site through the file by which the console and the command line find it, for a token that was
 * given.
 *
 * @param siteUrl without a slash at its end
 * @throws CliError when the site can't be asked, or is none of Magpie's
 */
export async function findApiOfSite(siteUrl: string, token: string): Promise<FoundApi> {
  const { api_url: baseUrl } = await readJson<Partial<StageConfig>>(`${siteUrl}/app/config.json`);
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl)) {
    throw new CliError(`${siteUrl} is no Magpie: its /app/config.json names no API. Check the address.`);
  }
  return {
    baseUrl,
    token,
    whenSilent: `The API ${baseUrl} can't be reached; check the network.`,
    betterToken: "Set MAGPIE_TOKEN to another person's access token, or unset it and run magpie login.",
  };
}
