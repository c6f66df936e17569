import type { FoundApi } from "./found-api.ts";
import { readStageConfig } from "./session/read-stage-config.ts";

/**
 * Finds the API of a site, for a token that was given.
 *
 * @param siteUrl without a slash at its end
 * @throws CliError when the site can't be reached, or is not one of Magpie's
 */
export async function findApiOfSite(siteUrl: string, token: string): Promise<FoundApi> {
  const { api_url: baseUrl } = await readStageConfig(siteUrl);
  return {
    baseUrl,
    token,
    whenSilent: `The API ${baseUrl} can't be reached; check the network.`,
    betterToken: "Set MAGPIE_TOKEN to another person's access token, or unset it and run magpie login.",
  };
}
