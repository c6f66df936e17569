import { GetAccountCommand, GetEmailIdentityCommand } from "@aws-sdk/client-sesv2";
import * as z from "zod/mini";
import type { Finding } from "../check.ts";
import { fail, ok, skipped } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

const addresses = z.array(z.string());

/** Whether SES sends mail from the stage's address, and in its sandbox to the administrators. */
export async function checkMail(stage: DeployedStage): Promise<Finding> {
  const variables = await stage.readVariables();
  const from = variables.get("MAIL_FROM") ?? "";
  const administrators = addresses.parse(JSON.parse(variables.get("MAIL_ADMINISTRATORS") || "[]"));
  if (from === "" || administrators.length === 0) {
    return skipped(
      "The stage sends no mail: its settings name no sender or no administrators.",
      "To mail administrators, set mail.from and mail.administrators in cdk.json.",
    );
  }
  if (!(await isVerified(from, stage))) {
    return fail(
      `SES has not verified the sender ${from}, nor a domain of it.`,
      `Verify it: aws sesv2 create-email-identity --email-identity ${from}, and follow the link in the mail.`,
    );
  }
  const { ProductionAccessEnabled, SendingEnabled } = await stage.clients.ses.send(new GetAccountCommand({}));
  if (SendingEnabled === false) {
    return fail("SES has paused the account's sending.", "Look into the console of SES, Account dashboard.");
  }
  if (ProductionAccessEnabled) return ok(`SES sends from ${from} to anybody.`);
  const verified = await Promise.all(administrators.map((address) => isVerified(address, stage)));
  const unverified = administrators.filter((_, at) => verified[at] === false);
  if (unverified.length === 0) {
    return ok(`SES is in its sandbox; ${from} and all ${administrators.length} administrators are verified.`);
  }
  return fail(
    `SES is in its sandbox, and these administrators are not verified: ${unverified.join(", ")}.`,
    `Verify each: aws sesv2 create-email-identity --email-identity ${unverified[0]}; or ask for production access in the console of SES.`,
  );
}

/** Whether SES has verified an address, its domain, or a domain above that. */
async function isVerified(address: string, { clients }: DeployedStage): Promise<boolean> {
  const labels = address.slice(address.indexOf("@") + 1).split(".");
  const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
  for (const identity of [address, ...domains]) {
    try {
      const { VerifiedForSendingStatus } = await clients.ses.send(
        new GetEmailIdentityCommand({ EmailIdentity: identity }),
      );
      if (VerifiedForSendingStatus) return true;
    } catch (error) {
      if ((error as Error).name !== "NotFoundException") throw error;
    }
  }
  return false;
}
