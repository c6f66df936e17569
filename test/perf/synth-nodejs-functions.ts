// Synthesizes the same app without prebuilt bundles: each function is a NodejsFunction with its defaults.
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

// Imported here, because the constructs must be loaded after the hook is installed.
await import("./synth-prebuilt.ts");
