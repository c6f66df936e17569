import { Stack } from "aws-cdk-lib";
import type { Bucket, CfnBucket } from "aws-cdk-lib/aws-s3";
import { acknowledge } from "./acknowledge.ts";

/** Accepts the wildcard by which functions use the copies of pictures (docs/decisions/0046-pictures.md). */
export function acknowledgePictures(bucket: Bucket): void {
  const stack = Stack.of(bucket);
  const id = stack.getLogicalId(bucket.node.defaultChild as CfnBucket);
  acknowledge(stack, {
    [`AwsSolutions-IAM5[Resource::<${id}.Arn>/i/*]`]:
      "The names of pictures contain a hash of their content, and nothing else has names that begin so.",
  });
}
