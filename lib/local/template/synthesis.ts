// The process that makes an assembly: its argument is a SynthesisInput, and it sends the message of its error.
import { writeFileSync } from "node:fs";
import { cdkContext, magpieApp } from "../../app.ts";
import { buildBundles } from "../../bundles.ts";
import { buildThreadScript } from "./thread-script.ts";

/** What an assembly consists of, and where. */
export interface SynthesisInput {
  readonly stage: string;
  /** Folder of the bundles. */
  readonly bundles: string;
  /** Folder of the templates, as of `cdk synth`. */
  readonly outdir: string;
  /** The file of the script of the functions' threads. */
  readonly threadScript: string;
  /** The file of what each bundle was made of. */
  readonly made: string;
}

/** Bundles the Lambdas and synthesizes the stage, as `cdk synth` would. */
async function synthesize({ stage, bundles, outdir, threadScript, made }: SynthesisInput): Promise<void> {
  const [ofBundles] = await Promise.all([buildBundles(bundles), buildThreadScript(threadScript)]);
  writeFileSync(made, JSON.stringify(ofBundles));
  const app = magpieApp({
    bundles,
    outdir,
    // The bundles are in the same folder already; each copy of the browser in one of them would take 80 MB.
    context: { ...cdkContext(), "aws:cdk:disable-asset-staging": true },
    stage,
    validated: false,
  });
  app.synth();
}

// A runner that was killed needs no assembly.
process.once("disconnect", () => process.exit(1));
try {
  await synthesize(JSON.parse(String(process.argv[2])) as SynthesisInput);
  process.exit(0);
} catch (error) {
  process.send?.(error instanceof Error ? (error.stack ?? error.message) : String(error), () => process.exit(1));
}
