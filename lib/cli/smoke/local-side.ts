import { SQSClient } from "@aws-sdk/client-sqs";
import { localSystem } from "../doctor/local-system.ts";
import { findLocalApi } from "../find-local-api.ts";
import { MARK } from "./marks.ts";
import type { SystemUnderSmoke } from "./smoked-system.ts";

/**
 * The running local system.
 *
 * @param token replaces the test user
 * @param sign signs a token for a user who is an administrator
 * @throws CliError when it is not running
 */
export function localUnderSmoke(
  dataFolder: string,
  token: string | undefined,
  sign: (sub: string) => Promise<string>,
): SystemUnderSmoke {
  const api = findLocalApi(dataFolder, token);
  const system = localSystem(dataFolder, token);
  if (system === undefined) throw new Error("outputs.json lacks a field");
  const { api_url, site_url, region, sqs_endpoint, credentials } = system.outputs;
  return {
    siteUrl: site_url,
    ...(new URL(site_url).host === new URL(api_url).host ? {} : { siteServer: api_url }),
    sqs: new SQSClient({
      endpoint: sqs_endpoint,
      region,
      credentials: { accessKeyId: credentials.access_key_id, secretAccessKey: credentials.secret_access_key },
    }),
    stage: "local",
    called: "npm run -s magpie --",
    async signIn() {
      const remove = async () => undefined;
      if (token !== undefined) return { api, sub: undefined, remove };
      return { api: { ...api, token: await sign(MARK) }, sub: MARK, remove };
    },
  };
}
