// Synthesizes the production stage. Bundles are in the second folder already, or are built into it now.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cdkContext, magpieApp } from "../../lib/app.ts";
import { buildBundles } from "../../lib/bundles.ts";

const [folder = "", bundles = ""] = process.argv.slice(2);
if (!existsSync(bundles)) await buildBundles(bundles);
magpieApp({ bundles, outdir: join(folder, "cdk.out"), context: cdkContext(), stage: "prod", validated: false }).synth();
