import type { Attribute } from "aws-cdk-lib/aws-dynamodb";
import { BillingMode, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { StageContext } from "./stage-context.ts";

/**
 * A table with the project's defaults: on demand, with point-in-time recovery, protected as the stage's settings say.
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
      /** Number attribute with epoch seconds; DynamoDB deletes an item some time after that moment. */
      timeToLiveAttribute?: string;
    },
  ) {
    const { platform, name, ...keys } = props;
    super(scope, id, {
      ...keys,
      tableName: `${platform.stage}-${name}`,
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.DEFAULT,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: platform.settings.keepData,
      removalPolicy: platform.removalPolicy,
    });
  }

  /** The ARN of one of the table's indexes, for a grant that names it. */
  indexArn(index: string): string {
    return `${this.tableArn}/index/${index}`;
  }
}
