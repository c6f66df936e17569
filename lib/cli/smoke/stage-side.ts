import { decodeJwt } from "jose";
import { CliError } from "../cli-error.ts";
import { DeployedStage } from "../doctor/stage/deployed-stage.ts";
import { stageClients } from "../doctor/stage/stage-clients.ts";
import { requireSecure } from "../require-secure.ts";
import type { SystemUnderSmoke } from "./smoked-system.ts";
import { deleteTestUser, signInTestUser } from "./test-user.ts";

/**
 * A deployed stage, accessed with the operator's own credentials.
 *
 * @param token an administrator's token, which replaces the test user
 */
export async function stageUnderSmoke(name: string, token: string | undefined): Promise<SystemUnderSmoke> {
  const clients = stageClients();
  const { outputs } = await new DeployedStage(name, clients).describe();
  const output = (key: string): string => {
    const value = outputs.get(key);
    if (value === undefined) throw new CliError(`The stack of stage ${name} has no output ${key}: deploy it.`);
    return value;
  };
  const baseUrl = requireSecure(output("ApiUrl"));
  const api = {
    baseUrl,
    whenSilent: `The API of stage ${name}, ${baseUrl}, can't be reached; check the network and its DNS record.`,
    betterToken: "Set MAGPIE_TOKEN to an access token of a member of the group admin, as magpie token prints it.",
  };
  return {
    siteUrl: output("SiteUrl"),
    sqs: clients.sqs,
    stage: name,
    called: `npm run -s magpie -- --stage ${name}`,
    async signIn() {
      if (token !== undefined) return { api: { ...api, token }, sub: undefined, remove: async () => undefined };
      if (!outputs.has("UserPoolId")) {
        throw new CliError(`Stage ${name} has an issuer of its own. ${api.betterToken}`);
      }
      const pool = { cognito: clients.cognito, UserPoolId: output("UserPoolId"), ClientId: output("UserPoolClientId") };
      const remove = () => deleteTestUser(pool);
      const made = await signInTestUser(pool).catch(async (error: unknown) => {
        await remove().catch(() => undefined);
        throw error;
      });
      return { api: { ...api, token: made }, sub: decodeJwt(made).sub, remove };
    },
  };
}
