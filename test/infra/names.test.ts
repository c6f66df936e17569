import { describe, expect, it } from "vitest";
import { everySetting } from "./every-setting.ts";
import { plausibleText, synthesized } from "./synthesized.ts";

/** The property with the physical name, of each type whose names are unique in an account. */
const NAMES: Readonly<Record<string, string>> = {
  "AWS::ApiGatewayV2::Api": "Name",
  "AWS::CloudWatch::Alarm": "AlarmName",
  "AWS::Cognito::UserPool": "UserPoolName",
  "AWS::Cognito::UserPoolClient": "ClientName",
  "AWS::DynamoDB::Table": "TableName",
  "AWS::Lambda::Function": "FunctionName",
  "AWS::S3::Bucket": "BucketName",
  "AWS::SNS::Topic": "TopicName",
  "AWS::SQS::Queue": "QueueName",
  "AWS::Scheduler::Schedule": "Name",
  "AWS::Scheduler::ScheduleGroup": "Name",
};

describe.each(["prod", "dev"])("stage %s", (stage) => {
  const stack = synthesized(stage);

  it.each(Object.entries(NAMES))("is the prefix of every %s's %s", (type, property) => {
    for (const [id, { Properties }] of stack.some(type)) {
      expect(plausibleText(Properties[property]), id).toMatch(new RegExp(`^${stage}-[a-z]`));
    }
  });

  it("gives its outputs the names in README.md, in any construct", () => {
    const { Outputs } = stack.assembly.getStackArtifact(`magpie-${stage}`).template;
    expect(Object.keys(Outputs).sort()).toEqual([
      "ApiUrl",
      "SiteDistributionId",
      "SiteDomain",
      "SiteUrl",
      "UserPoolClientId",
      "UserPoolId",
    ]);
  });

  it("is in the name of the dashboard, with the region, since dashboards are global in an account", () => {
    for (const [, { Properties }] of stack.some("AWS::CloudWatch::Dashboard")) {
      expect(plausibleText(Properties.DashboardName)).toBe(`${stage}-magpie-AWS::Region`);
    }
  });

  it("is in the name of every log group", () => {
    for (const [id, { Properties }] of stack.some("AWS::Logs::LogGroup")) {
      expect(plausibleText(Properties.LogGroupName), id).toMatch(
        new RegExp(`^/aws/(lambda|apigateway)/${stage}-[a-z]`),
      );
    }
  });

  it("is in the namespace of every metric that is counted from logs", () => {
    for (const [, { Properties }] of stack.some("AWS::Logs::MetricFilter")) {
      for (const { MetricNamespace } of Properties.MetricTransformations)
        expect(MetricNamespace).toBe(`Magpie/${stage}`);
    }
  });
});

it("has the tags by which costs are shown, which CloudFormation gives every resource", () => {
  const tags = { app: "magpie", stage: "dev" };
  expect(synthesized("dev").assembly.getStackArtifact("magpie-dev").tags).toEqual(tags);
});

it("prints the records that lead the owner's names to site and API", () => {
  const { Outputs } = synthesized("every-setting", everySetting).assembly.getStackArtifact(
    "magpie-every-setting",
  ).template;
  expect(plausibleText(Outputs.SiteRecord.Value)).toMatch(
    /^alice\.example\. CNAME SiteDistribution\w+\. .* Z2FDTNDATAQYW2\)$/,
  );
  expect(plausibleText(Outputs.ApiRecord.Value)).toMatch(/^api\.alice\.example\. CNAME PlatformApiDomain\w+\. /);
});
