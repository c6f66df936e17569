import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { CustomResource, Duration, Stack } from "aws-cdk-lib";
import { CfnEventInvokeConfig } from "aws-cdk-lib/aws-lambda";
import type { Bucket, CfnBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { SiteFilesProperties } from "../lambdas/site/deployment-request.ts";
import { onDeployUses } from "../lambdas/site/uses.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import { LambdaFunction } from "./constructs/lambda-function.ts";
import type { StageContext } from "./constructs/stage-context.ts";
import { SITE_FILES } from "./site-build.ts";

export interface SiteFilesProps {
  readonly platform: StageContext;
  readonly bucket: Bucket;
  /** Files whose text is only known at the deployment: path below the site's address, e.g. `docs/config.json`, to text. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The time after which CloudFormation gives up a request without an answer; by default an hour. */
const SERVICE_TIMEOUT = Duration.minutes(10);

/**
 * The project's own files of the site, copied to the site's bucket by each deployment that changes one
 * (docs/decisions/0019-files-of-the-site.md). The function's package contains them, each in a folder of its own.
 */
export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, { platform, bucket, texts }: SiteFilesProps) {
    super(scope, id);
    const files = packagedFiles(join(platform.bundles, SITE_FILES));
    const folders = [
      ...new Set([...Object.keys(files), ...Object.keys(texts)].map((path) => path.split("/")[0] ?? "")),
    ];
    const { function: deployed } = new LambdaFunction(this, "OnDeploy", {
      platform,
      bundle: "site-on-deploy",
      uses: onDeployUses,
      grants: [
        {
          actions: ["s3:PutObject", "s3:DeleteObjectVersion"],
          // The page of a folder has the folder's own path.
          resources: folders.flatMap((folder) => [bucket.arnForObjects(folder), bucket.arnForObjects(`${folder}/*`)]),
        },
      ],
      timeout: Duration.minutes(1),
      memory: 512,
      // Its failure fails the deployment, which reports the reason.
      kind: "requests",
    });
    for (const folder of folders) {
      acknowledge(this, {
        [`AwsSolutions-IAM5[Resource::<${logicalIdOf(bucket)}.Arn>/${folder}/*]`]:
          "The files' names contain a hash of their content, and the folder holds nothing but these files.",
      });
    }
    // CloudFormation's requests are asynchronous invocations: one whose answer did not arrive is retried twice.
    new CfnEventInvokeConfig(this, "Async", {
      functionName: deployed.functionName,
      qualifier: "$LATEST",
      maximumRetryAttempts: 2,
      maximumEventAgeInSeconds: SERVICE_TIMEOUT.toSeconds(),
    });
    const properties: SiteFilesProperties = { Files: files, Texts: texts };
    new CustomResource(this, "Deployed", {
      resourceType: "Custom::SiteFiles",
      serviceToken: deployed.functionArn,
      serviceTimeout: SERVICE_TIMEOUT,
      properties,
    });
  }
}

/** The files of a folder: path in it to a hash of the content. */
function packagedFiles(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file): [string, string] => [relative(folder, file).split(sep).join("/"), hashOf(file)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16);
}

function logicalIdOf(bucket: Bucket): string {
  return Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnBucket);
}
