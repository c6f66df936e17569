import type { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { DescribeStacksCommand, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import type { S3Client } from "@aws-sdk/client-s3";
import { DeleteObjectsCommand, ListObjectVersionsCommand } from "@aws-sdk/client-s3";

export interface StackServices {
  readonly cloudFormation: CloudFormationClient;
  readonly s3: S3Client;
}

/**
 * Deletes every version of every object in a stack's buckets, since CloudFormation deletes no bucket with objects.
 *
 * @returns the number of deleted versions; 0 when there is no such stack
 * @throws Error when the stack is protected against termination: it keeps its data
 */
export async function emptyBuckets(stack: string, { cloudFormation, s3 }: StackServices): Promise<number> {
  if (!(await isThereAndUnprotected(stack, cloudFormation))) return 0;
  let deleted = 0;
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client: cloudFormation },
    { StackName: stack },
  )) {
    for (const { ResourceType, ResourceStatus, PhysicalResourceId: Bucket } of StackResourceSummaries) {
      if (ResourceType !== "AWS::S3::Bucket" || ResourceStatus === "DELETE_COMPLETE") continue;
      deleted += await emptyBucket(Bucket, s3);
    }
  }
  return deleted;
}

async function isThereAndUnprotected(stack: string, cloudFormation: CloudFormationClient): Promise<boolean> {
  try {
    const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stack }));
    if (Stacks?.[0]?.EnableTerminationProtection) {
      throw new Error(`The stack ${stack} is protected against termination: it keeps its data, and so do its buckets.`);
    }
    return true;
  } catch (error) {
    if (/does not exist/.test((error as Error).message)) return false;
    throw error;
  }
}

async function emptyBucket(Bucket: string | undefined, s3: S3Client): Promise<number> {
  for (let deleted = 0; ; ) {
    // Always the first page: the one before is gone.
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return deleted;
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors[0] !== undefined) throw new Error(`${Bucket}: ${Errors[0].Key}: ${Errors[0].Message}`);
    deleted += Objects.length;
  }
}
