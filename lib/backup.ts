import { Duration } from "aws-cdk-lib";
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import { Schedule } from "aws-cdk-lib/aws-events";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { acknowledge } from "./constructs/acknowledge.ts";
import type { Platform } from "./constructs/platform.ts";
import { BACKED_UP_BUCKETS } from "./constructs/recovery.ts";
import { RECOVERY } from "./constructs/standard-table.ts";
import type { Settings } from "./settings.ts";

/** AWS's own policies by which AWS Backup backs up and restores tables and buckets. */
const POLICIES = [
  "service-role/AWSBackupServiceRolePolicyForBackup",
  "service-role/AWSBackupServiceRolePolicyForRestores",
  "AWSBackupServiceRolePolicyForS3Backup",
  "AWSBackupServiceRolePolicyForS3Restore",
];

/**
 * Backups of the stage's tables, texts and pictures by AWS Backup: daily ones for as long as a table can be restored to any
 * second, monthly ones for a year. `magpie doctor --stage` reports the age of the last one of each.
 */
export class Backup extends Construct {
  constructor(scope: Construct, id: string, props: { platform: Platform; settings: NonNullable<Settings["backup"]> }) {
    super(scope, id);
    const { platform, settings } = props;
    const vault = new BackupVault(this, "Vault", {
      backupVaultName: `${platform.stage}-magpie`,
      removalPolicy: platform.removalPolicy,
      ...(settings.lock && { lockConfiguration: { minRetention: RECOVERY } }),
    });
    const copies =
      settings.copyTo === undefined ? null : BackupVault.fromBackupVaultArn(this, "Copies", settings.copyTo);
    const rule = (name: string, cron: string, deleteAfter: Duration) =>
      new BackupPlanRule({
        ruleName: name,
        scheduleExpression: Schedule.expression(`cron(${cron})`),
        // A table of many gigabytes takes hours.
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(12),
        deleteAfter,
        ...(copies !== null && { copyActions: [{ destinationBackupVault: copies, deleteAfter }] }),
      });
    const plan = new BackupPlan(this, "Plan", {
      backupPlanName: `${platform.stage}-magpie`,
      backupVault: vault,
      backupPlanRules: [rule("daily", "0 3 * * ? *", RECOVERY), rule("monthly", "0 5 1 * ? *", Duration.days(365))],
    });
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("backup.amazonaws.com"),
      managedPolicies: POLICIES.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
    for (const name of POLICIES) {
      acknowledge(role, {
        [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`]:
          "AWS writes this policy for AWS Backup, which backs up and restores in the name of this role.",
      });
    }
    const { resources } = platform;
    const arns = [...resources.arnsOf("table"), ...resources.arnsOf("bucket", BACKED_UP_BUCKETS)];
    plan.addSelection("Data", {
      backupSelectionName: "data",
      role,
      resources: arns.map((arn) => BackupResource.fromArn(arn)),
      disableDefaultBackupPolicy: true,
    });
  }
}
