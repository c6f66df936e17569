import { workerData } from "node:worker_threads";
import { cdkContext, magpieApp } from "../../app.ts";
import { buildBundles } from "../../bundles.ts";
import { buildThreadScript } from "../functions/thread-script.ts";

/** The data of the thread that makes an assembly: what it makes, and where. */
export interface SynthesisData {
  readonly stage: string;
  /** Folder of the bundles. */
  readonly bundles: string;
  /** Folder of the templates, as of `cdk synth`. */
  readonly outdir: string;
  /** The file of the script of the functions' threads. */
  readonly threadScript: string;
}

const { stage, bundles, outdir, threadScript } = workerData as SynthesisData;
await Promise.all([buildBundles(bundles), buildThreadScript(threadScript)]);
const app = magpieApp({
  bundles,
  outdir,
  // The bundles are in the same folder already; each copy of the browser in one of them would take 80 MB.
  context: { ...cdkContext(), "aws:cdk:disable-asset-staging": true },
  stage,
  validated: false,
});
app.synth();
