import { RegionInfo } from "aws-cdk-lib/region-info";
import { describe, expect, it } from "vitest";
import { everySetting, longestSettings, longestStage, mostResources } from "./every-setting.ts";
import type { Stage, Synthesized } from "./synthesized.ts";
import { logicalId, synthesized } from "./synthesized.ts";

const REGION = RegionInfo.regions
  .map(({ name }) => name)
  .reduce((longest, name) => (name.length > longest.length ? name : longest));

/** Lambda's limit of a function's environment, measured as a JSON object. */
const ENVIRONMENT_BYTES = 4_096;

/** The names that AWS limits: the property, and its longest value. */
const NAMES: Readonly<Record<string, readonly [property: string, letters: number]>> = {
  "AWS::ApiGatewayV2::Api": ["Name", 128],
  "AWS::ApiGatewayV2::Authorizer": ["Name", 128],
  "AWS::CloudFront::CachePolicy": ["CachePolicyConfig.Name", 128],
  "AWS::CloudFront::OriginAccessControl": ["OriginAccessControlConfig.Name", 64],
  "AWS::CloudFront::OriginRequestPolicy": ["OriginRequestPolicyConfig.Name", 128],
  "AWS::CloudFront::ResponseHeadersPolicy": ["ResponseHeadersPolicyConfig.Name", 128],
  "AWS::CloudWatch::Alarm": ["AlarmName", 255],
  "AWS::CloudWatch::Dashboard": ["DashboardName", 255],
  "AWS::DynamoDB::Table": ["TableName", 255],
  "AWS::Lambda::Function": ["FunctionName", 64],
  "AWS::S3::Bucket": ["BucketName", 63],
  "AWS::SNS::Topic": ["TopicName", 256],
  "AWS::SQS::Queue": ["QueueName", 80],
  "AWS::Scheduler::Schedule": ["Name", 64],
  "AWS::Scheduler::ScheduleGroup": ["Name", 64],
};

const PSEUDO: Readonly<Record<string, string>> = {
  "AWS::AccountId": "123456789012",
  "AWS::Partition": "aws-us-gov",
  "AWS::Region": REGION,
};

/** The deployed value of a reference to a resource: its name or, as `Fn::GetAtt`, its ARN, at AWS's greatest length. */
const DEPLOYED: Readonly<Record<string, (name: string, logicalId: string, isAttribute: boolean) => string>> = {
  "AWS::ApiGatewayV2::DomainName": (name) => name,
  "AWS::CloudFront::Distribution": () => "d111111abcdef8.cloudfront.net",
  "AWS::Cognito::UserPool": () => `${REGION}_AbCdEfGhI`,
  "AWS::Cognito::UserPoolClient": () => "a".repeat(26),
  "AWS::DynamoDB::Table": (name) => name,
  "AWS::Lambda::Function": (name) => name,
  "AWS::S3::Bucket": (name) => name,
  "AWS::SQS::Queue": (name, _, isAttribute) =>
    isAttribute
      ? `arn:${PSEUDO["AWS::Partition"]}:sqs:${REGION}:${PSEUDO["AWS::AccountId"]}:${name}`
      : `https://sqs.${REGION}.amazonaws.com/${PSEUDO["AWS::AccountId"]}/${name}`,
  // CloudFormation builds the name from the logical id and twelve letters, and Secrets Manager adds six.
  "AWS::SecretsManager::Secret": (_, id) =>
    `arn:${PSEUDO["AWS::Partition"]}:secretsmanager:${REGION}:${PSEUDO["AWS::AccountId"]}:secret:${id}-${"x".repeat(19)}`,
};

const NAME_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(NAMES).map(([type, [property]]) => [type, property])),
  "AWS::ApiGatewayV2::DomainName": "DomainName",
};

/** The text of a value in the region with the longest name. Throws for a reference whose length is unknown. */
function deployed(stack: Synthesized, value: unknown): string {
  if (typeof value === "string") return value;
  const id = logicalId(value);
  if (id === undefined) {
    const { "Fn::Join": joined } = value as { "Fn::Join"?: readonly [separator: string, parts: readonly unknown[]] };
    if (joined === undefined) throw new Error(`No text can be made of ${JSON.stringify(value)}`);
    return joined[1].map((part) => deployed(stack, part)).join(joined[0]);
  }
  const pseudo = PSEUDO[id];
  if (pseudo !== undefined) return pseudo;
  const resource = stack.resources.get(id);
  const describe = DEPLOYED[resource?.Type];
  if (resource === undefined || describe === undefined) throw new Error(`How long is ${id}, a ${resource?.Type}?`);
  const property = NAME_OF[resource.Type];
  const name = property === undefined ? "" : deployed(stack, propertyOf(resource.Properties, property));
  return describe(name, id, "Fn::GetAtt" in (value as object));
}

function propertyOf(properties: Readonly<Record<string, unknown>> = {}, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], properties);
}

it("leaves a fifth of CloudFormation's 500 resources, whatever is set", () => {
  const [largest, ...others] = [
    synthesized("most", mostResources),
    synthesized("prod"),
    synthesized("every-setting", everySetting),
  ].map(({ resources }) => resources.size);
  expect(
    largest,
    "lib/constructs has what each construct adds; one resource for several of them is a way out",
  ).toBeLessThan(400);
  // Else another stage has more.
  expect(largest).toBeGreaterThan(Math.max(...others));
});

const { issuer: _, ...withUserPool } = longestSettings;
const STAGES: readonly Stage[] = [
  [longestStage, longestSettings],
  // A stage with its own user pool has other, longer references.
  [longestStage, withUserPool],
];

describe.each(
  STAGES.map((of, index) => [index === 0 ? "an issuer of its own" : "a user pool", synthesized(...of)] as const),
)("the longest settings with %s, in the region with the longest name", (_what, stack) => {
  it.each(stack.some("AWS::Lambda::Function"))(
    "leave the environment of %s within Lambda's limit",
    (_id, { Properties }) => {
      const variables: [string, unknown][] = Object.entries(Properties.Environment?.Variables ?? {});
      const measured = JSON.stringify(Object.fromEntries(variables.map(([name, of]) => [name, deployed(stack, of)])));
      expect(Buffer.byteLength(measured)).toBeLessThanOrEqual(ENVIRONMENT_BYTES);
    },
  );

  it.each(Object.entries(NAMES))("leave the name of every %s within its limit", (type, [property, letters]) => {
    for (const [, { Properties }] of stack.some(type)) {
      const name = deployed(stack, propertyOf(Properties, property));
      expect(name.length, name).toBeLessThanOrEqual(letters);
    }
  });
});
