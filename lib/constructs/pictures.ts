import { Stack } from "aws-cdk-lib";
import type { Bucket, CfnBucket } from "aws-cdk-lib/aws-s3";
import { acknowledge } from "./acknowledge.ts";
import type { Grant } from "./lambda-function.ts";

/** What functions may do with the copies of pictures under `i/` of the site's bucket (docs/decisions/0046-pictures.md). */
export class PictureGrants {
  readonly #bucket: Bucket;
  readonly #pictures: string;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
    this.#pictures = bucket.arnForObjects("i/*");
    const stack = Stack.of(bucket);
    const id = stack.getLogicalId(bucket.node.defaultChild as CfnBucket);
    acknowledge(stack, {
      [`AwsSolutions-IAM5[Resource::<${id}.Arn>/i/*]`]:
        "The names of pictures contain a hash of their content, and nothing else has names that begin so.",
    });
  }

  /** Lets a function store pictures, and delete those whose names it knows: without a list, its own. */
  get stores(): Grant {
    return { actions: ["s3:PutObject", "s3:DeleteObject"], resources: [this.#pictures] };
  }

  /** Lets a function delete the pictures of a thing. */
  get removes(): Grant[] {
    return [
      { actions: ["s3:DeleteObject"], resources: [this.#pictures] },
      { actions: ["s3:ListBucket"], resources: [this.#bucket.bucketArn] },
    ];
  }
}
