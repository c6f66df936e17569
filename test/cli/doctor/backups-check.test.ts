import { BackupClient, ListRecoveryPointsByBackupVaultCommand } from "@aws-sdk/client-backup";
import { describe, expect, it } from "vitest";
import { expectFinding } from "./ran.ts";
import { ACCOUNT, DescribedStage, mockedClient, NOW, REGION } from "./stage.ts";

const stage = new DescribedStage();
const backup = mockedClient(BackupClient);

describe("backups", () => {
  const arn = (name: string) => `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`;
  const bucket = "prod-magpie-content-1";
  const point = (ResourceArn: string, hours: number, Status: "COMPLETED" | "EXPIRED" = "COMPLETED") => ({
    ResourceArn,
    Status,
    CreationDate: new Date(NOW.getTime() - hours * 3_600_000),
  });
  const resources = {
    "AWS::Backup::BackupVault": ["prod-magpie"],
    "AWS::DynamoDB::Table": ["prod-stocks"],
    "AWS::S3::Bucket": [bucket, "prod-magpie-mercari-pages-1"],
  };

  it("are skipped by a stage that has none", async () => {
    stage.describe();
    await expectFinding(stage.runCheck("backups"), "skipped", { remedy: expect.stringContaining("cdk.json") });
  });

  it("are the last whole ones, each with its age", async () => {
    stage.describe({ resources });
    backup.on(ListRecoveryPointsByBackupVaultCommand, { BackupVaultName: "prod-magpie" }).resolves({
      RecoveryPoints: [
        point(arn("prod-stocks"), 30),
        point(arn("prod-stocks"), 6),
        point(arn("prod-stocks"), 1, "EXPIRED"),
        point(`arn:aws:s3:::${bucket}`, 7),
      ],
    });
    await expectFinding(stage.runCheck("backups"), "ok", {
      found: `Last backups: prod-stocks 6 h, ${bucket} 7 h ago.`,
    });
  });

  it("fail when one is two days old, or was never made", async () => {
    stage.describe({ resources });
    backup.on(ListRecoveryPointsByBackupVaultCommand).resolves({ RecoveryPoints: [point(arn("prod-stocks"), 49)] });
    await expectFinding(stage.runCheck("backups"), "fail", {
      found: `No backup of two days: prod-stocks 49 h, ${bucket} never.`,
    });
  });
});
