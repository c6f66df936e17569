import type { Duration } from "aws-cdk-lib";
import { Aws } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import type { Platform } from "./platform.ts";

export interface PrivateBucketProps {
  readonly platform: Platform;
  /** Its part of the physical name, as `outputs.json` has it. */
  readonly name: string;
  /** How long overwritten and deleted objects can be restored. */
  readonly undeletable: Duration;
  /** How long objects are kept; undefined: until they are deleted. */
  readonly expiration?: Duration;
}

/** A bucket that is private, encrypted, versioned, and kept with the stage. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { platform, name, undeletable, expiration }: PrivateBucketProps) {
    super(scope, id, {
      bucketName: `${platform.stage}-magpie-${name}-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [{ noncurrentVersionExpiration: undeletable, ...(expiration !== undefined && { expiration }) }],
      removalPolicy: platform.removalPolicy,
    });
    platform.resources.add("bucket", name, { value: this.bucketName, arn: this.bucketArn });
  }
}
