// Synthesizes the same app, but nothing is bundled beforehand: a NodejsFunction, by its own defaults, stands in the
// place of each function of the house.
import { registerHooks } from "node:module";

const STANDS_FOR = [
  ["aws-cdk-lib/aws-lambda", "/constructs/lambda-function.ts"],
  ["../../lib/bundles.ts", "/test/perf/synth-prebuilt.ts"],
];

registerHooks({
  resolve: (specifier, context, next) =>
    STANDS_FOR.some(([name, importer = ""]) => name === specifier && context.parentURL?.endsWith(importer))
      ? { url: new URL("nodejs-functions.ts", import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

// Imported only now: the constructs must not be loaded before the hook stands.
await import("./synth-prebuilt.ts");
