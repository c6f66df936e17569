// Replaces aws-cdk-lib/aws-lambda and lib/bundles.ts in the synth's peer: functions bundle themselves.
import type { Code as AssetCode, FunctionProps } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import type { Construct } from "constructs";
import { ROOT } from "./processes.ts";

export * from "aws-cdk-lib/aws-lambda";

export const buildBundles = async () => undefined;

/** There is no bundle to use as an asset; the argument is ignored. */
export const Code = { fromAsset: () => undefined as unknown as AssetCode };

/** Gets its entry from the description, which names the source of every function. */
class SelfBundled extends NodejsFunction {
  constructor(scope: Construct, id: string, { code: _code, handler: _handler, ...props }: FunctionProps) {
    super(scope, id, { ...props, entry: `${ROOT}/${props.description}` });
  }
}

export { SelfBundled as Function };
