import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { S3Client } from "@aws-sdk/client-s3";
import { commandArguments } from "../lib/cli/command-arguments.ts";
import { emptyBuckets } from "../lib/pipeline/empty-buckets.ts";
import { guardTerminal } from "../lib/terminal.ts";

guardTerminal();

const USAGE = "npm run -s empty-buckets -- --stage try";

const { stage } = commandArguments({ stage: { type: "string" } }, USAGE);
if (!stage) {
  console.error(`usage: ${USAGE}`);
  process.exit(2);
}
try {
  const services = { cloudFormation: new CloudFormationClient(), s3: new S3Client() };
  console.log(`${await emptyBuckets(`magpie-${stage}`, services)} objects deleted.`);
} catch (error) {
  console.error(`magpie: ${(error as Error).message}`);
  process.exitCode = 1;
}
