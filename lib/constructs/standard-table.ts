import { Duration } from "aws-cdk-lib";
import type { Attribute } from "aws-cdk-lib/aws-dynamodb";
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { RECOVERY_DAYS } from "./recovery.ts";
import type { StageContext } from "./stage-context.ts";

const { STRING } = AttributeType;

/**
 * How far back a table can be restored: DynamoDB's maximum. Objects that tables name, texts and copies of pictures, can be
 * restored for as long, so that a restored table never names a missing object.
 */
export const RECOVERY = Duration.days(RECOVERY_DAYS);

/**
 * A table with the project's defaults: on demand, with point-in-time recovery, protected as the stage's settings require.
 */
export class StandardTable extends Table {
  constructor(
    scope: Construct,
    id: string,
    props: {
      platform: StageContext;
      name: string;
      partitionKey: Attribute;
      sortKey?: Attribute;
    },
  ) {
    const { platform, name, ...keys } = props;
    super(scope, id, {
      ...keys,
      // A number of epoch seconds; DynamoDB deletes an item some time after that moment.
      timeToLiveAttribute: "expires_at",
      tableName: `${platform.stage}-${name}`,
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.DEFAULT,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: RECOVERY.toDays(),
      },
      deletionProtection: platform.settings.keepData,
      removalPolicy: platform.removalPolicy,
    });
    platform.resources.add("table", name, { value: this.tableName, arn: this.tableArn });
  }

  /** Adds the index in which programs with a copy read a user's items in the order of their changes. */
  addChangesIndex(): void {
    this.addGlobalSecondaryIndex({
      indexName: "changes",
      partitionKey: { name: "user_id", type: STRING },
      sortKey: { name: "updated_at", type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ["deleted_at"],
    });
  }

  /**
   * Adds the sparse index of pending work items (lambdas/shared/work/pending-index.ts).
   *
   * @param attributes the index's attributes besides the keys: each change of one is a write of the index
   */
  addPendingIndex(attributes: string[] = []): void {
    this.addGlobalSecondaryIndex({
      indexName: "pending",
      partitionKey: { name: "pending_partition", type: STRING },
      sortKey: { name: "reconcile_at", type: STRING },
      ...(attributes.length === 0
        ? { projectionType: ProjectionType.KEYS_ONLY }
        : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: attributes }),
    });
  }
}
