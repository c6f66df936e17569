import { Annotations } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Settings } from "../settings.ts";
import { mails } from "./mail-grant.ts";

/** Warns at synthesis when the settings name no recipient of mail, neither for alarms nor for notices. */
export function warnIfNobodyIsMailed(stack: Construct, { stage, alarmEmail, mail }: Settings): void {
  if (alarmEmail !== undefined || mails(mail)) return;
  Annotations.of(stack).addWarningV2(
    "magpie:nobodyIsMailed",
    `Nobody will be mailed about stage "${stage}": set alarmEmail for its alarms and its budget, mail for its notices (docs/settings.md).`,
  );
}
