import { Aws, CfnOutput } from "aws-cdk-lib";
import { Distribution, ViewerProtocolPolicy } from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { acknowledge } from "./constructs/acknowledge.ts";
import type { Platform } from "./constructs/platform.ts";

/** The site's domain: a private bucket behind CloudFront. */
export class Site extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { platform }: { platform: Platform }) {
    super(scope, id);
    this.bucket = new Bucket(this, "Bucket", {
      bucketName: `${platform.stage}-magpie-site-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      removalPolicy: platform.removalPolicy,
    });
    const distribution = new Distribution(this, "Distribution", {
      comment: `${platform.stage}-magpie site`,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket as IBucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      },
    });
    acknowledge(this.bucket, {
      "AwsSolutions-S1":
        "Only CloudFront reads the bucket, and what lies in it is public; access logs would tell nothing.",
    });
    acknowledge(distribution, {
      "AwsSolutions-CFR1": "The published list is for everybody everywhere; there is no country to refuse.",
      "AwsSolutions-CFR2": "Static public documents from a private bucket: a firewall has nothing to protect here.",
      "AwsSolutions-CFR3": "Reads of a public document are not worth a log bucket that keeps visitors' addresses.",
      "AwsSolutions-CFR4":
        "CloudFront's own domain can't be given a newer TLS floor; a domain of one's own brings its certificate.",
    });
    new CfnOutput(this, "SiteUrl", { value: `https://${distribution.distributionDomainName}` });
  }
}
