import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { magpieApp } from "../../../lib/app.ts";
import { checkedApp } from "../../../lib/checked-app.ts";
import { everySetting, longestSettings, longestStage, mostResources } from "../every-setting.ts";
import type { Stage } from "../synthesized.ts";
import { bundles, inTemporaryFolder, invariantContext, synthesized } from "../synthesized.ts";
import { expectRefusal } from "./refused-finding.ts";

const STAGES: readonly Stage[] = [
  ["prod"],
  ["dev"],
  ["most", mostResources],
  ["every-setting", everySetting],
  [longestStage, longestSettings],
];

/**
 * A finding that is no fault: CDK declares that a function depends on its role, although it references the role, because of
 * the role's policy.
 */
const IGNORED = "W3005";

const isInstalled = spawnSync("cfn-lint", ["--version"]).status === 0;

it.runIf(isInstalled)("finds nothing in a template", () => {
  inTemporaryFolder((folder) => {
    const files = STAGES.flatMap((of) =>
      synthesized(...of).assembly.stacks.map(({ stackName, template }) => {
        const file = join(folder, `${stackName}.template.json`);
        writeFileSync(file, JSON.stringify(template));
        return file;
      }),
    );
    const { stdout, stderr } = spawnSync("cfn-lint", ["--format", "json", "--ignore-checks", IGNORED, "--", ...files], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stderr).toBe("");
    const findings: { Level: string; Message: string; Rule: { Id: string }; Location: { Path: string[] } }[] =
      JSON.parse(stdout);
    expect(
      findings.map(
        ({ Level, Rule, Message, Location }) => `${Level} ${Rule.Id} ${Location.Path.join("/")}: ${Message}`,
      ),
    ).toEqual([]);
  });
});

it.skipIf(isInstalled).each(STAGES.map((of) => [of[0], of] as const))(
  "leaves no finding of the CDK's own validation in stage %s",
  (_, [stage, settings]) => {
    inTemporaryFolder((folder) => {
      const context = invariantContext();
      const stages = settings === undefined ? context.stages : { [stage]: settings };
      const outdir = join(folder, "cdk.out");
      // Without cdk-nag, which nag.test.ts runs on these stages.
      const app = magpieApp({ bundles, outdir, context: { ...context, stages }, stage, validated: true });
      expect(() => app.synth()).not.toThrow();
    });
  },
);

// Here, since a process takes several times as long to load CloudFormation's rules as to apply them.
it("the app that is deployed does not synthesize with an open finding of cdk-nag", () => {
  inTemporaryFolder((folder) => {
    const outdir = join(folder, "cdk.out");
    expectRefusal(checkedApp({ bundles, outdir, context: invariantContext() }), outdir);
  });
});
