import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "aws-cdk-lib";
import { Stack, Validations } from "aws-cdk-lib";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, it } from "vitest";
import { magpieApp } from "../../../lib/app.ts";
import { checkedApp, refusingFindings } from "../../../lib/checked-app.ts";
import { IN_CI } from "../../in-ci.ts";
import { everySetting, longestSettings, longestStage, mostResources } from "../every-setting.ts";
import type { Stage } from "../synthesized.ts";
import { bundles, inTemporaryFolder, invariantContext, synthesized } from "../synthesized.ts";

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

/** The deployed app also applies CloudFormation's rules, which take many times as long as cdk-nag: this is done in CI. */
const APPS: readonly (readonly [of: string, make: (folder: string) => App])[] = [
  [
    "an app that refuses findings",
    (outdir) => refusingFindings(magpieApp({ bundles, outdir, context: invariantContext(), validated: false })),
  ],
  ...(IN_CI
    ? [
        [
          "the app that is deployed",
          (outdir: string) => checkedApp({ bundles, outdir, context: invariantContext() }),
        ] as const,
      ]
    : []),
];

it.each(APPS)("%s does not synthesize with an open finding", (_, make) => {
  inTemporaryFolder((folder) => {
    const outdir = join(folder, "cdk.out");
    const app = make(outdir);
    const stack = app.node.children.find(Stack.isStack);
    if (stack === undefined) throw new Error("The app has no stack");
    new Queue(stack, "Careless");
    expect(() => app.synth()).toThrow();
    expect(readFileSync(join(outdir, "validation-report.json"), "utf8")).toContain("AwsSolutions-SQS4");
  });
});
