import { readFile } from "node:fs/promises";
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

/** The SDK loads it for operations whose answer is a stream of events. Magpie calls none of them. */
const EVENT_STREAMS = /^@smithy\/core\/event-streams$/;

/** A client reads nothing but its version from its manifest, for the header `user-agent`. */
const MANIFEST = /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/;

/**
 * The texts of zod in all languages. No bundle has them, but esbuild would read them for each one: they are a fifth of what
 * it reads.
 */
const LANGUAGES = /^\.\.\/locales\/index\.js$/;
const ZOD = /[\\/]node_modules[\\/]zod[\\/]/;

/** Bundles an empty module in their place. The build fails for an import of a name from one, as a new version may have. */
export const leftOutPackages: Plugin = {
  name: "left out packages",
  setup({ onResolve, onLoad }) {
    const leftOut = (path: string) => ({ path, namespace: "left out" });
    onResolve({ filter: new RegExp(`^(${LEFT_OUT.join("|")})(/|$)`) }, ({ path }) => leftOut(path));
    onResolve({ filter: LANGUAGES }, ({ path, importer }) => (ZOD.test(importer) ? leftOut(path) : undefined));
    // Some clients import names from it, without a use for an answer that is no stream.
    onResolve({ filter: EVENT_STREAMS }, ({ path, kind }) => (kind === "dynamic-import" ? leftOut(path) : undefined));
    onLoad({ filter: /^/, namespace: "left out" }, () => ({ contents: "export {};" }));
    onLoad({ filter: MANIFEST }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, "utf8")) as { readonly version: string };
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
};
