import { join } from "node:path";
import { ArtifactMetadataEntryType } from "aws-cdk-lib/cloud-assembly-schema";
import { afterEach, describe, expect, it, vi } from "vitest";
import { magpieApp } from "../../lib/app.ts";
import { stageTarget } from "../../lib/stage-target.ts";
import { everySetting } from "./every-setting.ts";
import { bundles, inTemporaryFolder, invariantContext, synthesized } from "./synthesized.ts";

afterEach(() => vi.unstubAllEnvs());

const mine = { stage: "mine", account: "111111111111", region: "eu-central-1" };

describe("the account and region of a stage", () => {
  it.each([
    ["another account", { CDK_DEFAULT_ACCOUNT: "222222222222", CDK_DEFAULT_REGION: "eu-central-1" }, "222222222222"],
    ["another region", { CDK_DEFAULT_ACCOUNT: "111111111111", CDK_DEFAULT_REGION: "us-east-1" }, "us-east-1"],
  ])("refuse credentials for %s, and say whose they are", (_, variables, named) => {
    expect(() => stageTarget(mine, variables)).toThrow(named);
    expect(() => stageTarget(mine, variables)).toThrow("Nothing was changed.");
  });

  it("allow the stage's own credentials, and a synthesis without any, whose region is a default", () => {
    const env = { account: mine.account, region: mine.region };
    const own = { CDK_DEFAULT_ACCOUNT: mine.account, CDK_DEFAULT_REGION: mine.region };
    expect(stageTarget(mine, own)).toEqual(env);
    expect(stageTarget(mine, {})).toEqual(env);
    expect(stageTarget(mine, { CDK_DEFAULT_REGION: "us-east-1" })).toEqual(env);
  });

  it("leave a stage without them to any credentials", () => {
    const variables = { CDK_DEFAULT_ACCOUNT: "222222222222", CDK_DEFAULT_REGION: "us-east-1" };
    expect(stageTarget({ stage: "mine", account: undefined, region: undefined }, variables)).toEqual({});
  });

  it("are in the assembly: a command line that is given it alone deploys it, and its files, nowhere else", () => {
    const { assembly } = synthesized("every-setting", everySetting);
    const { account, region } = everySetting;
    const stack = assembly.getStackArtifact("magpie-every-setting");
    expect(stack.environment).toMatchObject({ account, region });
    expect(stack.stackTemplateAssetObjectUrl).toContain(`-${account}-${region}/`);
    expect(stack.assumeRoleArn).toContain(`:${account}:role/`);
  });

  it("stop the synthesis of an app before it writes anything", () => {
    vi.stubEnv("CDK_DEFAULT_ACCOUNT", "222222222222");
    const context = { ...invariantContext(), stages: { mine: everySetting } };
    inTemporaryFolder((folder) => {
      const make = () =>
        magpieApp({ bundles, outdir: join(folder, "cdk.out"), context, stage: "mine", validated: false });
      expect(make).toThrow("belongs to account 123456789012, but the credentials are for account 222222222222");
    });
  });
});

describe("a stage without recipients of mail", () => {
  function warnings(settings: Readonly<Record<string, unknown>>): readonly string[] {
    const context = { ...invariantContext(), stages: { mine: settings } };
    return inTemporaryFolder((folder) =>
      magpieApp({ bundles, outdir: join(folder, "cdk.out"), context, stage: "mine", validated: true })
        .node.findAll()
        .flatMap(({ node }) => node.metadata.filter(({ type }) => type === ArtifactMetadataEntryType.WARN))
        .map(({ data }) => String(data)),
    );
  }

  it("is warned of, with the settings that would change it", () => {
    expect(warnings({})).toEqual([expect.stringMatching(/Nobody will be mailed.*alarmEmail.*mail/)]);
    const half = { mail: { from: "magpie@alice.example", administrators: [] } };
    expect(warnings(half)).toEqual([expect.stringContaining("Nobody will be mailed")]);
  });

  it("is not warned of when its alarms or its notices reach somebody", () => {
    expect(warnings({ alarmEmail: "on-call@magpie.example" })).toEqual([]);
    const mail = { from: "magpie@alice.example", administrators: ["alice@alice.example"] };
    expect(warnings({ mail })).toEqual([]);
  });
});
