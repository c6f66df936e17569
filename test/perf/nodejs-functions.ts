// Replaces aws-cdk-lib/aws-lambda and lib/bundles.ts in the synth's peer: functions bundle themselves.
import type { Code as AssetCode, FunctionProps } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";
import type { Construct } from "constructs";
import { build } from "esbuild";
import { docsPage } from "../../lib/bundling/docs-page.ts";
import { consoleFiles } from "../../lib/console/console-files.ts";
import { ROOT } from "./processes.ts";

export * from "aws-cdk-lib/aws-lambda";

/** The bundle that contains the site's files. */
const SITE = "site-on-deploy";

/** Builds the site's files alone, which both stacks have. */
export async function buildBundles(outdir: string): Promise<void> {
  const plugins = [...docsPage(SITE), ...consoleFiles(SITE)];
  await build({ absWorkingDir: ROOT, outdir: `${outdir}/${SITE}`, stdin: { contents: "" }, metafile: true, plugins });
}

/** There is no bundle to use as an asset; the argument is ignored. */
export const Code = { fromAsset: () => undefined as unknown as AssetCode };

/** Gets its entry from the description, which names the source of every function. */
class SelfBundled extends NodejsFunction {
  constructor(scope: Construct, id: string, { code: _code, handler: _handler, ...props }: FunctionProps) {
    // The one setting that is not its default: the entries await their warm-up, which only ES modules may do.
    const bundling = { format: OutputFormat.ESM };
    super(scope, id, { ...props, entry: `${ROOT}/${props.description}`, bundling });
  }
}

export { SelfBundled as Function };
