import { join } from "node:path";
import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, it } from "vitest";
import { magpieApp } from "../../../lib/app.ts";
import { refusingFindings } from "../../../lib/checked-app.ts";
import { IN_CI } from "../../in-ci.ts";
import { everySetting, longestSettings, longestStage, mostResources } from "../every-setting.ts";
import type { Stage } from "../synthesized.ts";
import { bundles, inTemporaryFolder, invariantContext, synthesized } from "../synthesized.ts";
import { expectRefusal } from "./refused-finding.ts";

const FURTHER: readonly Stage[] = [
  ["dev"],
  ["local"],
  ["most", mostResources],
  ["global", { ...everySetting, bedrock: { model: "global.amazon.nova-2-lite-v1:0", region: "eu-central-1" } }],
  [longestStage, longestSettings],
];
const STAGES: readonly Stage[] = [["prod"], ["every-setting", everySetting], ...(IN_CI ? FURTHER : [])];

it.each(STAGES.map((of) => [of[0], of] as const))("leaves no finding of cdk-nag open in stage %s", (_, of) => {
  const { app } = synthesized(...of);
  expect(new AwsSolutionsChecks(app).validateScope(app).violations).toEqual([]);
});

it("has a reason for each accepted finding", () => {
  const reasons = synthesized("every-setting", everySetting)
    .app.node.findAll()
    .flatMap(({ node }) => node.metadata.map((entry) => ({ path: node.path, ...entry })))
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ path, data }) => Object.entries<string>(data).map(([id, reason]) => ({ path, id, reason })));
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons.filter(({ reason }) => reason.trim().length < 30)).toEqual([]);
});

it("an app that refuses findings does not synthesize with an open one", () => {
  inTemporaryFolder((folder) => {
    const outdir = join(folder, "cdk.out");
    expectRefusal(
      refusingFindings(magpieApp({ bundles, outdir, context: invariantContext(), validated: false })),
      outdir,
    );
  });
});
