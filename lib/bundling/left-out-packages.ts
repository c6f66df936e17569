import type { Plugin } from "esbuild";

/**
 * Packages that bundled code names and a Lambda never reaches: together a quarter of a small bundle. In the SDK, the
 * sources of credentials after the first one of its chain, which are the variables that Lambda sets, and the parser of a
 * browser's name; in the parser of filters, the arithmetic of dates, which the filter does itself.
 */
const LEFT_OUT = [
  "@aws-sdk/credential-provider-http",
  "@aws-sdk/credential-provider-ini",
  "@aws-sdk/credential-provider-process",
  "@aws-sdk/credential-provider-sso",
  "@aws-sdk/credential-provider-web-identity",
  "@aws-sdk/nested-clients",
  "@smithy/credential-provider-imds",
  "bowser",
  "luxon",
];

/** Bundles an empty module in their place. The build fails for an import of a name from one, as a new version may have. */
export const leftOutPackages: Plugin = {
  name: "left out packages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${LEFT_OUT.join("|")})(/|$)`) }, ({ path }) => ({ path, namespace: "left out" }));
    onLoad({ filter: /^/, namespace: "left out" }, () => ({ contents: "export {};" }));
  },
};
