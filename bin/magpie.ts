import { buildBundles } from "../lib/bundles.ts";
import { checkedApp } from "../lib/checked-app.ts";

const bundles = "dist/lambdas";
await buildBundles(bundles);
checkedApp({ bundles }).synth();
