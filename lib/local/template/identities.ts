import type { Resource } from "./assembly.ts";

/** The local system's account and region. */
export const ACCOUNT = "000000000000";
export const REGION = "us-east-1";

/** The local user pool, and its client for the command line and scripts. */
export const POOL = `${REGION}_magpielocal`;
export const CLIENT = "magpie-local-client";

export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Origins {
  readonly api: string;
  /** DynamoDB, SQS, S3 and the others. */
  readonly aws: string;
}

/** The last part of an ARN: a queue's name, a function's. */
export const nameOfArn = (of: string): string => of.slice(of.lastIndexOf(":") + 1);

type Describe = (name: string, origins: Origins, logicalId: string) => Identity;

/** An ARN of this account and region. */
export const arn = (service: string, resource: string, region = REGION, account = ACCOUNT) =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

/** Secrets Manager's suffix of a secret's name in its ARN. */
const SECRET_SUFFIX = "-local1";

/** The ARN of a secret. */
export const secretArn = (name: string) => arn("secretsmanager", `secret:${name}${SECRET_SUFFIX}`);

/** The name of a secret, from its name or its ARN. */
export const nameOfSecret = (id: string) =>
  id.startsWith("arn:") ? nameOfArn(id).slice(0, -SECRET_SUFFIX.length) : id;

/**
 * Every resource type with an identity other than its logical id: the property that names it, empty where there is none,
 * and its identity, with the attributes that the template uses.
 */
const DESCRIBED: Readonly<Record<string, { name: string; describe: Describe }>> = {
  "AWS::SQS::Queue": {
    name: "QueueName",
    describe: (name, { aws }) => {
      const url = `${aws}/${ACCOUNT}/${name}`;
      return { ref: url, attributes: { Arn: arn("sqs", name), QueueName: name } };
    },
  },
  "AWS::DynamoDB::Table": {
    name: "TableName",
    describe: (name) => ({ ref: name, attributes: { Arn: arn("dynamodb", `table/${name}`) } }),
  },
  "AWS::Lambda::Function": {
    name: "FunctionName",
    describe: (name) => ({ ref: name, attributes: { Arn: arn("lambda", `function:${name}`) } }),
  },
  "AWS::IAM::Role": {
    name: "RoleName",
    describe: (name) => ({ ref: name, attributes: { Arn: arn("iam", `role/${name}`, "") } }),
  },
  "AWS::Logs::LogGroup": {
    name: "LogGroupName",
    describe: (name) => ({ ref: name, attributes: { Arn: arn("logs", `log-group:${name}:*`) } }),
  },
  "AWS::S3::Bucket": {
    name: "BucketName",
    describe: (name) => ({
      ref: name,
      attributes: { Arn: `arn:aws:s3:::${name}`, RegionalDomainName: `${name}.s3.${REGION}.amazonaws.com` },
    }),
  },
  "AWS::SNS::Topic": {
    name: "TopicName",
    describe: (name) => ({ ref: arn("sns", name), attributes: { TopicArn: arn("sns", name) } }),
  },
  "AWS::Cognito::UserPool": {
    name: "",
    describe: (_name, { api }) => ({
      ref: POOL,
      // A browser asks for the configuration below this address. The tokens' `iss` stays the one of AWS's form.
      attributes: { Arn: arn("cognito-idp", `userpool/${POOL}`), ProviderURL: `${api}/${POOL}` },
    }),
  },
  "AWS::Cognito::UserPoolClient": {
    name: "ClientName",
    describe: (name) => ({ ref: name.replace("local-magpie", CLIENT), attributes: {} }),
  },
  "AWS::Cognito::UserPoolResourceServer": { name: "Identifier", describe: (name) => ({ ref: name, attributes: {} }) },
  "AWS::Cognito::UserPoolDomain": { name: "Domain", describe: (name) => ({ ref: name, attributes: {} }) },
  "AWS::ApiGatewayV2::Api": {
    name: "",
    describe: (_name, { api }) => ({ ref: "local", attributes: { ApiEndpoint: api } }),
  },
  "AWS::Scheduler::ScheduleGroup": {
    name: "Name",
    describe: (name) => ({ ref: name, attributes: {} }),
  },
  "AWS::SecretsManager::Secret": {
    name: "Name",
    describe: (name) => ({ ref: secretArn(name), attributes: {} }),
  },
  "AWS::CloudFront::OriginAccessControl": {
    name: "",
    describe: (_name, _origins, logicalId) => ({ ref: logicalId, attributes: { Id: logicalId } }),
  },
  "AWS::CloudFront::Function": {
    name: "Name",
    describe: (name) => ({ ref: name, attributes: { FunctionARN: arn("cloudfront", `function/${name}`, "") } }),
  },
  "AWS::CloudFront::Distribution": {
    name: "",
    describe: (_name, { api }, logicalId) => ({ ref: logicalId, attributes: { DomainName: new URL(api).host } }),
  },
};

/** The address of a user pool's sign-in page, which a template composes from the domain's name and the region. */
const POOL_DOMAIN = /https:\/\/[a-z0-9-]+\.auth\.[a-z0-9-]+\.amazoncognito\.com/g;

/** A text of the template with the addresses instead of those that only AWS has and a browser requests. */
export function withLocalAddresses(text: string, { api }: Origins): string {
  return text.replaceAll(POOL_DOMAIN, api);
}

/**
 * The local identity of a resource. An unlisted type has its logical id for `Ref` and no attributes.
 *
 * @param physicalName reads the property that names the resource, intrinsics resolved
 */
export function identify(
  logicalId: string,
  resource: Resource,
  origins: Origins,
  physicalName: (property: unknown) => string,
): Identity {
  const known = DESCRIBED[resource.Type];
  if (known === undefined) return { ref: logicalId, attributes: {} };
  const property = resource.Properties?.[known.name];
  return known.describe(property === undefined ? logicalId : physicalName(property), origins, logicalId);
}
