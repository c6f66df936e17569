import { paginateListUsersInGroup } from "@aws-sdk/client-cognito-identity-provider";
import type { Finding } from "../check.ts";
import { fail, ok, skipped, warn } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

const GROUP = "admin";

/** Whether there are administrators: members of the user pool's group that can sign in. */
export async function checkAdministrators(stage: DeployedStage): Promise<Finding> {
  const pool = (await stage.stack()).outputs.get("UserPoolId");
  if (pool === undefined) {
    return skipped(
      "The stack has no user pool: your own issuer says who is administrator.",
      "Check there who has the group admin in the claim that the settings name.",
    );
  }
  const able: string[] = [];
  const unable: string[] = [];
  const pages = paginateListUsersInGroup({ client: stage.clients.cognito }, { UserPoolId: pool, GroupName: GROUP });
  for await (const { Users = [] } of pages) {
    for (const { Username = "", Attributes = [], Enabled, UserStatus } of Users) {
      const name = Attributes.find(({ Name }) => Name === "email")?.Value ?? Username;
      if (Enabled !== false && UserStatus === "CONFIRMED") able.push(name);
      else unable.push(`${name} (${Enabled === false ? "disabled" : UserStatus})`);
    }
  }
  const setPassword = `aws cognito-idp admin-set-user-password --user-pool-id ${pool} --username <name> --password <password> --permanent`;
  if (able.length > 0) {
    const others = unable.length === 0 ? "" : `; not able to sign in: ${unable.join(", ")}`;
    return ok(`Administrators: ${able.join(", ")}${others}.`);
  }
  if (unable.length > 0) {
    return warn(`No administrator can sign in: ${unable.join(", ")}.`, `Set a password: ${setPassword}.`);
  }
  return fail(
    "Nobody is administrator.",
    `Add a person: aws cognito-idp admin-add-user-to-group --user-pool-id ${pool} --username <name> --group-name ${GROUP} (docs/deploy.md).`,
  );
}
