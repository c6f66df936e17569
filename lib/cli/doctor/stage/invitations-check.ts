import { DescribeUserPoolCommand } from "@aws-sdk/client-cognito-identity-provider";
import { GetAccountCommand } from "@aws-sdk/client-sesv2";
import type { Finding } from "../check.ts";
import { ok, skipped, warn } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

/** Mails that Cognito's own mailer sends in a day, for all pools of an account (Cognito guide, quotas). */
const DEFAULT_MAILS_A_DAY = 50;

/** Who mails the pool's invitations and forgotten passwords, and whether they reach as many people as the pool has. */
export async function checkInvitations(stage: DeployedStage): Promise<Finding> {
  const id = (await stage.stack()).outputs.get("UserPoolId");
  if (id === undefined) {
    return skipped("The stack has no user pool: your own issuer invites people.", "Look at its mails there.");
  }
  const { UserPool } = await stage.clients.cognito.send(new DescribeUserPoolCommand({ UserPoolId: id }));
  const { EmailSendingAccount, From } = UserPool?.EmailConfiguration ?? {};
  if (EmailSendingAccount === "DEVELOPER") {
    const { ProductionAccessEnabled } = await stage.clients.ses.send(new GetAccountCommand({}));
    if (ProductionAccessEnabled) return ok(`SES sends invitations and forgotten passwords from ${From}.`);
    return warn(
      "SES sends invitations and mails for forgotten passwords, and is in its sandbox: only verified addresses get them.",
      "Request production access in the SES console, or remove mail.identity from cdk.json.",
    );
  }
  const people = UserPool?.EstimatedNumberOfUsers ?? 0;
  const found = `Cognito's mailer sends invitations and forgotten passwords, ${DEFAULT_MAILS_A_DAY} a day; the pool has ${people} people.`;
  if (people <= DEFAULT_MAILS_A_DAY) return ok(found);
  return warn(found, "Set mail.from and mail.identity in cdk.json, so that SES sends them (docs/settings.md).");
}
