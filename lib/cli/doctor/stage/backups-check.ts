import { paginateListRecoveryPointsByBackupVault } from "@aws-sdk/client-backup";
import { BACKED_UP_BUCKETS, RECOVERY_DAYS } from "../../../constructs/recovery.ts";
import type { Finding } from "../check.ts";
import { fail, ok, skipped } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

/** Backups are made each day, and one of a large table takes hours. */
const LATE_MS = 48 * 3_600_000;

const SECTION = "See docs/deploy.md, Backups.";

/** How old the last backup of each table and each bucket is, where the stage's settings ask for backups. */
export async function checkBackups(stage: DeployedStage, now: Date): Promise<Finding> {
  const [vault] = await stage.listResources("AWS::Backup::BackupVault");
  if (vault === undefined)
    return skipped(
      `The stage has no backups; tables can be restored to any second of ${RECOVERY_DAYS} days.`,
      `Set backup in the stage's settings (cdk.json), and deploy. ${SECTION}`,
    );
  const last = new Map<string, Date>();
  const pages = paginateListRecoveryPointsByBackupVault({ client: stage.clients.backup }, { BackupVaultName: vault });
  for await (const { RecoveryPoints = [] } of pages) {
    for (const { ResourceArn = "", CreationDate, Status } of RecoveryPoints) {
      const name = ResourceArn.split(/[:/]/).at(-1) ?? "";
      if (Status !== "COMPLETED" || CreationDate === undefined) continue;
      if (CreationDate > (last.get(name) ?? new Date(0))) last.set(name, CreationDate);
    }
  }
  const tables = await stage.listResources("AWS::DynamoDB::Table");
  const isBackedUp = (bucket: string) => BACKED_UP_BUCKETS.some((name) => bucket.includes(`-magpie-${name}-`));
  const buckets = (await stage.listResources("AWS::S3::Bucket")).filter(isBackedUp);
  const ages = [...tables, ...buckets].map((name) => {
    const at = last.get(name);
    return { name, age: at === undefined ? Number.POSITIVE_INFINITY : now.getTime() - at.getTime() };
  });
  const words = ({ name, age }: (typeof ages)[number]) =>
    `${name} ${Number.isFinite(age) ? `${Math.floor(age / 3_600_000)} h` : "never"}`;
  const late = ages.filter(({ age }) => age > LATE_MS);
  if (late.length > 0) return fail(`No backup of two days: ${late.map(words).join(", ")}.`, SECTION);
  return ok(`Last backups: ${ages.map(words).join(", ")} ago.`);
}
