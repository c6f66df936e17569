import project from "../../package.json" with { type: "json" };
import { installPackages, packagesFolder } from "../packages-on-demand.ts";

const NAME = "perf-peers";

/** The folder of the peers. */
export const PEERS = packagesFolder(NAME);

const {
  "@aws-sdk/client-dynamodb": dynamodb,
  "@aws-sdk/lib-dynamodb": lib,
  "@aws-sdk/client-sqs": sqs,
} = project.dependencies;

/** Installs the peers' packages. Those that Magpie uses as well have Magpie's version, so that they cause no difference. */
export async function installPeers(): Promise<void> {
  await installPackages(NAME, {
    "@aws-lambda-powertools/idempotency": "2.35.0",
    "@aws-lambda-powertools/logger": "2.35.0",
    "@aws-sdk/client-dynamodb": dynamodb,
    "@aws-sdk/client-sqs": sqs,
    "@aws-sdk/lib-dynamodb": lib,
    "@middy/core": project.dependencies["@middy/core"],
    cheerio: "1.2.0",
    express: "5.3.0",
    "serverless-http": "4.0.0",
    zod: project.dependencies.zod,
  });
}

if (import.meta.main) await installPeers();
