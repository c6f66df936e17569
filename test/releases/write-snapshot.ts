import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cdkContext, magpieApp } from "../../lib/app.ts";
import { buildBundles } from "../../lib/bundles.ts";
import { VERSION } from "../../lib/bundling/version.ts";
import { breaks } from "./breaks.ts";
import { lastVersion, readSnapshot, writeSnapshot } from "./snapshots.ts";
import { thisTree } from "./this-tree.ts";

/** Writes the snapshot of this tree as that of its version, and says what breaks for owners of the last release. */
const folder = mkdtempSync(join(tmpdir(), "magpie-release-"));
try {
  const bundles = join(folder, "bundles");
  await buildBundles(bundles);
  const context = { ...cdkContext(), "aws:cdk:disable-asset-staging": true };
  const app = magpieApp({ bundles, outdir: join(folder, "cdk.out"), context, stage: "prod", validated: false });
  const release = thisTree(app.synth().getStackArtifact("magpie-prod").template.Resources);
  const last = lastVersion();
  for (const line of last === null ? [] : breaks(readSnapshot(last), release)) console.log(`breaks: ${line}`);
  const files = writeSnapshot(VERSION, release);
  execFileSync("biome", ["format", "--write", ...files], { stdio: ["ignore", "ignore", "inherit"] });
  console.log(`The snapshot of ${VERSION} is in ${relative(process.cwd(), dirname(files[0] ?? ""))}.`);
} finally {
  rmSync(folder, { recursive: true });
}
