import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { buildSync } from "esbuild";
import { bundleOptions } from "../../../lib/bundles.ts";
import { PEERS } from "../peers.ts";

/** Built into the peers' folder: a bundle finds its external packages there. */
const OUT = join(PEERS, "bundles");

/** Sources find Magpie's packages like its own code, and the others here. */
const shared: BuildOptions = {
  absWorkingDir: import.meta.dirname,
  nodePaths: [join(PEERS, "node_modules")],
  outdir: OUT,
};

/** Bundles the peers. @returns each one's module */
export function buildPeers() {
  for (const peer of ["express", "express-mini"]) {
    const outdir = join(OUT, peer);
    rmSync(outdir, { recursive: true, force: true });
    const entryPoints = [{ in: `${peer}.mjs`, out: "index" }];
    buildSync({ ...bundleOptions(peer, OUT), ...shared, outdir, entryPoints });
  }
  // As the CDK's NodejsFunction bundles by default: CommonJS, not minified, without the SDK. On Lambda the SDK would come
  // from the runtime; here it comes from the peers' folder, in Magpie's version.
  buildSync({
    ...shared,
    entryPoints: ["powertools.mjs"],
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    external: ["@aws-sdk/*", "@smithy/*"],
    outExtension: { ".js": ".cjs" },
    logLevel: "warning",
  });
  return {
    powertools: join(OUT, "powertools.cjs"),
    express: join(OUT, "express/index.mjs"),
    expressMini: join(OUT, "express-mini/index.mjs"),
  };
}
