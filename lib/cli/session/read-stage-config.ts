import type { StageConfig } from "../../../console/config.ts";
import { CliError } from "../cli-error.ts";
import { requireSecure } from "../require-secure.ts";
import { readJson } from "./issuer.ts";

/**
 * Reads the file in which the console and the command line find the API and the issuer of a site.
 *
 * @param siteUrl without a slash at its end
 * @throws CliError when the site can't be reached, is not one of Magpie's, or names an API with plain http
 */
export async function readStageConfig(siteUrl: string): Promise<StageConfig> {
  const config = await readJson<StageConfig | null>(`${siteUrl}/app/config.json`);
  if (typeof config?.api_url !== "string" || !URL.canParse(config.api_url)) {
    throw new CliError(`${siteUrl} is not a Magpie: its /app/config.json names no API. Check the address.`);
  }
  requireSecure(config.api_url);
  return config;
}
