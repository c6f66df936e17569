import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import project from "../../package.json" with { type: "json" };
import { timedRun } from "./processes.ts";

/** The folder of the peers: a cache, so that the project's own dependencies stay few. */
export const PEERS = resolve(import.meta.dirname, "../../node_modules/.cache/perf-peers");

const {
  "@aws-sdk/client-dynamodb": dynamodb,
  "@aws-sdk/lib-dynamodb": lib,
  "@aws-sdk/client-sqs": sqs,
} = project.dependencies;

/** The peers' packages. Those that Magpie uses as well have Magpie's version, so that they cause no difference. */
const MANIFEST = JSON.stringify({
  private: true,
  dependencies: {
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
  },
});

/** Installs the peers, unless the same ones are there from an earlier run. */
export async function installPeers(): Promise<void> {
  // Written last: an installation that was interrupted is started again.
  const marker = join(PEERS, "installed.json");
  if (installed(marker) === MANIFEST) return;
  console.error(`Installing the peers into ${PEERS} ...`);
  rmSync(PEERS, { recursive: true, force: true });
  mkdirSync(PEERS, { recursive: true });
  writeFileSync(join(PEERS, "package.json"), MANIFEST);
  await timedRun("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: PEERS });
  writeFileSync(marker, MANIFEST);
}

function installed(marker: string): string | undefined {
  try {
    return readFileSync(marker, "utf8");
  } catch {
    return undefined;
  }
}

if (import.meta.main) await installPeers();
