import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { build } from "esbuild";
import { bundleOptions } from "../../../lib/bundles.ts";
import { PEERS } from "../peers.ts";

/** Built into the peers' folder: a bundle finds its external packages there. */
const OUT = join(PEERS, "bundles");

/** Sources find Magpie's packages like its own code, and the others here. */
const shared: BuildOptions = {
  absWorkingDir: import.meta.dirname,
  nodePaths: [join(PEERS, "node_modules")],
};

/** The modules of the bundled peers. */
export type PeerBundles = Readonly<
  Record<"powertools" | "powertoolsLikeOurs" | "express" | "expressMini" | "bare", string>
>;

/** Bundles the peers: all like our functions, and Powertools also as the CDK does by default. */
export async function buildPeers(): Promise<PeerBundles> {
  const likeOurs = async (peer: string): Promise<string> => {
    const outdir = join(OUT, peer);
    rmSync(outdir, { recursive: true, force: true });
    const entryPoints = [{ in: `${peer}.mjs`, out: "index" }];
    await build({ ...bundleOptions(peer, OUT), ...shared, outdir, entryPoints });
    return join(outdir, "index.mjs");
  };
  // As the CDK's NodejsFunction bundles by default: CommonJS, not minified, without the SDK. On Lambda the SDK would come
  // from the runtime; here it comes from the peers' folder, in Magpie's version.
  const byCdk = join(OUT, "nodejs-function");
  rmSync(byCdk, { recursive: true, force: true });
  await build({
    ...shared,
    outdir: byCdk,
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
    powertools: join(byCdk, "powertools.cjs"),
    powertoolsLikeOurs: await likeOurs("powertools"),
    express: await likeOurs("express"),
    expressMini: await likeOurs("express-mini"),
    bare: await likeOurs("bare"),
  };
}
